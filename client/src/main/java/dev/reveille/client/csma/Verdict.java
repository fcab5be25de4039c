package dev.reveille.client.csma;

import dev.reveille.protocol.ServerMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The decision of an agent about a message that it heard. */
public sealed interface Verdict {

  /** Say nothing. */
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
    /** Returns the answer, or empty for none. May stop early if the floor is lost. */
    Optional<String> write(Floor floor);
  }

  /** Says whether the agent still has the floor. */
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
