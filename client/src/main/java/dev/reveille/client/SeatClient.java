package dev.reveille.client;

import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatView;
import dev.reveille.protocol.WakeMessages;
import java.util.Optional;

/**
 * Reads and tells about the seat of a connection's agent, and answers its wakes. {@link
 * ReveilleClient#seat} returns one.
 */
public final class SeatClient {
  private static final int REMEMBERED = 10;

  private final ReveilleClient client;

  SeatClient(ReveilleClient client) {
    this.client = client;
  }

  /** Returns the seat; empty if the agent has none. */
  public Optional<SeatView> view() {
    return Optional.ofNullable(
        client.request(new SeatMessages.GetSeat(), SeatAnswers.Answer.class).seat());
  }

  /** Leaves a handoff for the next session of the agent. */
  public void handOff(SeatMessages.Note note) {
    client.request(new SeatMessages.LeaveHandoff(note, null), SeatAnswers.Answer.class);
  }

  /** Returns the last sessions and handoffs of the agent, and what it worked on last. */
  public SeatAnswers.Memory memory() {
    return client.request(new SeatMessages.GetMemory(REMEMBERED), SeatAnswers.Memory.class);
  }

  /** Says that a turn began with the wake of this nonce. It proves that the wake arrived. */
  public void wakeStarted(String nonce) {
    client.request(new WakeMessages.Started(nonce), WakeMessages.StartNoted.class);
  }

  /**
   * Says if this connection takes wakes. A new connection takes them; while it takes none, the
   * agent is woken by its harness. A connection that was lost takes them again when it is back.
   */
  public void takeWakes(boolean take) {
    client.tell(new WakeMessages.TakeWakes(take));
  }
}
