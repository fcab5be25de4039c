package dev.reveille.server.identity;

import dev.reveille.protocol.TokenMessages;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.Store;
import java.util.concurrent.Executor;

/** The feature of agents, their keys and their tokens. */
public final class IdentityFeature {
  private IdentityFeature() {}

  /**
   * Makes the feature.
   *
   * @param working runs what may wait for a file or the store
   */
  public static Feature make(
      Clock clock, Store store, Ids ids, KeptKeys kept, Host host, Executor working) {
    return Feature.of(
        "identity",
        new CellKind(Cells.KEYS, agent -> KeyCell.load(agent, clock, store)),
        new CellKind(Cells.TOKENS.kind(), _ -> TokenCell.load(clock, ids, store)),
        order(TokenMessages.NewToken.class),
        order(TokenMessages.ListTokens.class),
        order(TokenMessages.RevokeToken.class),
        order(TokenMessages.RevokeIdentity.class),
        new IdentityMaker(kept, store, clock, host, working).effect(),
        new Startup("kept identities", () -> kept.check(store.reads(TokenReads.class).kept())),
        KeyFacet.facet(),
        TokenFacet.facet());
  }

  private static <O extends TokenMessages.TokenOrder> AdminOrderPart<O> order(Class<O> order) {
    return new AdminOrderPart<>(
        order,
        (_, request, by, audit) ->
            new Tell(Cells.TOKENS, new TokenCommand.CarryOut(request, by, audit)));
  }
}
