package dev.reveille.protocol;

import java.util.List;

/** The messages of wakes: WAKE, WAKE_STARTED and TAKE_WAKES. */
public final class WakeMessages {
  static final ClientType<Started> STARTED =
      new ClientType<>(
          "WAKE_STARTED",
          Scope.OBSERVE,
          Started.class,
          f -> new Started(f.id("nonce")),
          (m, json) -> json.field("nonce", m.nonce()));

  static final ClientType<TakeWakes> TAKE =
      new ClientType<>(
          "TAKE_WAKES",
          Scope.OBSERVE,
          TakeWakes.class,
          f -> new TakeWakes(f.flag("take")),
          (m, json) -> json.field("take", m.take()));

  static final ServerType<StartNoted> NOTED =
      new ServerType<>(
              "WAKE_STARTED",
              StartNoted.class,
              f -> new StartNoted(f.text("nonce")),
              (m, json) -> json.field("nonce", m.nonce()))
          .answering(Started.class, (q, answer) -> q.nonce().equals(answer.nonce()));

  static final ServerType<Wake> WAKE =
      new ServerType<>(
          "WAKE",
          Wake.class,
          f -> new Wake(f.text("nonce"), f.text("line"), f.texts("reasons")),
          (m, json) ->
              json.field("nonce", m.nonce()).field("line", m.line()).field("reasons", m.reasons()));

  static final MessageTypes TYPES = new MessageTypes(List.of(STARTED, TAKE), List.of(WAKE, NOTED));

  private WakeMessages() {}

  /** Says that a turn began with the wake of this nonce. */
  public record Started(String nonce) implements ClientMessage {}

  /**
   * Says if this connection takes wakes from now on. A new connection takes them. While it takes
   * none, the agent is woken in another way.
   */
  public record TakeWakes(boolean take) implements ClientMessage {}

  /** The start of the turn was noted, if the wake was still waiting for it. */
  public record StartNoted(String nonce) implements ServerMessage {}

  /**
   * Wakes an agent that is connected: it has something to do.
   *
   * @param nonce comes back with WAKE_STARTED
   * @param line one line of counts, names and the nonce
   * @param reasons why, as the ledger names them
   */
  public record Wake(String nonce, String line, List<String> reasons) implements ServerMessage {
    public Wake {
      reasons = List.copyOf(reasons);
    }

    @Override
    public boolean isPassing() {
      return true;
    }
  }
}
