package dev.reveille.server.chat;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The gate of a chat in which nobody sleeps. */
final class OpenGate implements Gate {
  @Override
  public boolean anybodySleeps() {
    return false;
  }

  @Override
  public boolean isAsleep(SessionId session) {
    return false;
  }

  @Override
  public Optional<Sleep> sleep(SessionId session) {
    return Optional.empty();
  }

  @Override
  public void close(SessionId session, Sleep sleep, Duration length, LongConsumer consumed) {}

  @Override
  public boolean passes(
      SessionId session, ServerMessage message, List<String> mentions, @Nullable Runnable taken) {
    return true;
  }

  @Override
  public void hold(SessionId session, long seq) {}

  @Override
  public void discard(SessionId session, Predicate<Held> unwanted) {}

  @Override
  public Waking open(SessionId session) {
    return new Waking(List.of(), 0, 0);
  }

  @Override
  public void forget(SessionId session) {}
}
