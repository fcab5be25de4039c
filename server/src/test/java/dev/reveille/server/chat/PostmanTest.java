package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.sleep.Sleepers;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What an agent gets that is back before its mailbox has heard how far it was. */
class PostmanTest {
  private static final SessionId FIRST = new SessionId("n", 1);
  private static final SessionId SECOND = new SessionId("n", 2);

  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final List<Command> told = new ArrayList<>();
  private final List<Object> pulled = new ArrayList<>();
  private final Postman postman = postman();

  private Postman postman() {
    var parts = StoreFixture.parts(clock, timers, new MapPresence(), new Sleepers(50, timers));
    return new Postman(parts, new Listening(), wire(), timers);
  }

  /** Notes for whom something is read from the store. */
  private Wire wire() {
    return (Wire)
        Proxy.newProxyInstance(
            Wire.class.getClassLoader(),
            new Class<?>[] {Wire.class},
            (_, method, arguments) -> {
              if (method.getName().equals("pull")) pulled.add(arguments[0]);
              return null;
            });
  }

  /** Hears what it is told, and does nothing about it yet. */
  private final class Listening implements Host {
    @Override
    public void tell(CellId to, Command command) {
      told.add(command);
    }

    @Override
    public CompletionStage<Answer> ask(CellId to, Command command) {
      return CompletableFuture.failedStage(new AssertionError("nobody is asked"));
    }
  }

  private MailFlow open(SessionId session, long from, long to) {
    postman.open(new ChatEffect.OpenMail(session, "@ada", from, to, 0, "", "", List.of()));
    return Objects.requireNonNull(postman.flow(session));
  }

  @Test
  void what_a_session_was_handed_its_successor_does_not_get_again() {
    open(FIRST, 1, 6).settle(1, 6);
    postman.close(FIRST);
    assertThat(told).containsExactly(new MailboxCommand.Delivered(FIRST, 6, "", ""));

    // The mailbox has not heard of it: it says to begin at the first.
    open(SECOND, 1, 6);
    assertThat(pulled).containsExactly(FIRST);
    postman.close(SECOND);
    open(FIRST, 1, 6);
    assertThat(pulled).containsExactly(FIRST);
    postman.close(FIRST);
    open(SECOND, 1, 7);
    assertThat(pulled).containsExactly(FIRST, SECOND);
  }

  @Test
  void what_it_was_not_handed_it_gets() {
    open(FIRST, 3, 6).settle(3, 4);
    postman.close(FIRST);
    open(SECOND, 3, 6);
    postman.close(SECOND);
    open(FIRST, 5, 6);
    assertThat(pulled).containsExactly(FIRST, SECOND, FIRST);
  }
}
