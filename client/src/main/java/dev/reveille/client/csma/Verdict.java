package dev.reveille.client.csma;

import dev.reveille.protocol.ServerMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an agent decides to do about what it heard. */
public sealed interface Verdict {

  /** The point was made, or there is none. */
  record Silence() implements Verdict {}

  /**
   * Say this now.
   *
   * @param about which message it answers; absent = the occasion's
   */
  record Say(String text, ServerMessage.@Nullable Msg about) implements Verdict {}

  /**
   * Claim the floor, then write. If another agent has the floor, or takes it meanwhile, the answer
   * gives way, unless the agent was addressed.
   *
   * @param about which message it answers; absent = the occasion's
   */
  record Write(Composer composer, ServerMessage.@Nullable Msg about) implements Verdict {}

  /** Takes its time to write an answer. */
  @FunctionalInterface
  interface Composer {
    /** The answer, or nothing after all. May look at the floor and stop early. */
    Optional<String> write(Floor floor);
  }

  /** Whether writing on is still of use. */
  @FunctionalInterface
  interface Floor {
    boolean isMine();
  }

  static Verdict silence() {
    return new Silence();
  }

  static Verdict say(String text) {
    return new Say(text, null);
  }

  static Verdict write(Composer composer) {
    return new Write(composer, null);
  }
}
