package dev.reveille.server.identity;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import java.util.concurrent.Executor;

/** Carries out {@link MakeIdentity}, off the effects thread: it reads files and the store. */
final class IdentityMaker {
  private final KeptKeys keys;
  private final Store store;
  private final Clock clock;
  private final Host host;
  private final Executor working;

  IdentityMaker(KeptKeys keys, Store store, Clock clock, Host host, Executor working) {
    this.keys = keys;
    this.store = store;
    this.clock = clock;
    this.host = host;
    this.working = working;
  }

  EffectPart<MakeIdentity> effect() {
    return new EffectPart<>(
        MakeIdentity.class,
        e -> working.execute(() -> host.tell(Cells.TOKENS, made(e.order(), e.name()))));
  }

  private TokenCommand made(TokenCommand.CarryOut order, String name) {
    try {
      var others = store.reads(TokenReads.class).kept();
      return new TokenCommand.IdentityMade(order, keys.make(name, others, clock.wallMillis()));
    } catch (ServerKey.Unusable e) {
      return new TokenCommand.IdentityNotMade(order, String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      return new TokenCommand.IdentityNotMade(order, "The store cannot be read; try again later");
    }
  }
}
