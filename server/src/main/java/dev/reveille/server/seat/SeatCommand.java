package dev.reveille.server.seat;

import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.store.AppendEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the cell of a seat. */
public sealed interface SeatCommand extends Command {

  /**
   * Asks for an action. The cell refuses it if the seat's state does not allow it, or if another
   * action is not over.
   *
   * @param reason why, for START and RESUME
   * @param line the line of a NUDGE; else empty
   * @param nonce comes back when a turn has begun; null if nothing waits for it
   * @param actor who wants it, for the log
   * @param evidence why, in words for people
   * @param override true if a person wants it although the gate is closed
   */
  record Act(
      SeatAction action,
      StartReason reason,
      String line,
      @Nullable String nonce,
      String actor,
      String evidence,
      boolean override)
      implements SeatCommand {}

  /** An adapter saw something. */
  record Found(HarnessFinding finding) implements SeatCommand {}

  /** A connection came that showed this session of the seat. */
  record Attached(String session) implements SeatCommand {}

  /**
   * The agent said something.
   *
   * @param session the session that its connection had shown; null if it had shown none
   * @param reply true if it answers a message
   */
  record Heard(@Nullable String session, boolean reply) implements SeatCommand {}

  /** The agent did something besides talking: it moved a task, for example. */
  record Progressed() implements SeatCommand {}

  /** A wake was handed over by another way than the harness. */
  record Woken() implements SeatCommand {}

  /** The agent has answered a wake, by whatever way. */
  record NudgeAnswered() implements SeatCommand {}

  /**
   * A request of the agent or of its side session.
   *
   * @param by the connection that gets the answer; null if nobody waits
   * @param request the type of the request
   * @param session the session of the seat that it speaks for; null if it did not say
   */
  record Asker(@Nullable SessionId by, String request, @Nullable String session) {}

  /** Asks for the seat as it is. */
  record Show(Asker asker) implements SeatCommand {}

  /** Leaves a handoff. */
  record HandOff(Asker asker, SeatMessages.Note note) implements SeatCommand {}

  /** The dream layer made a handoff of what a session left. */
  record Dreamt(String session, SeatMessages.Note note) implements SeatCommand {}

  /**
   * Declares the end of the session.
   *
   * @param ending SUNSET or FULL
   * @param note a handoff; null if there is none
   */
  record Declare(
      Asker asker, SessionEnding ending, SeatMessages.@Nullable Note note, String evidence)
      implements SeatCommand {}

  /**
   * Changes what the agent asks for. Null = as before.
   *
   * @param dailyWakes below 0 = no limit of its own any more
   * @param quiet empty = no quiet hours of its own any more
   */
  record Wish(
      Asker asker, @Nullable Boolean optOut, @Nullable Integer dailyWakes, @Nullable String quiet)
      implements SeatCommand {}

  /** Defines the seat, as the settings say. */
  record Define(Seat seat) implements SeatCommand {}

  /**
   * An order of an administrator about this seat.
   *
   * @param audit the events that record the order
   */
  record Ordered(AdminRequest request, SeatEdit edit, String by, List<AppendEvent> audit)
      implements SeatCommand {
    public Ordered {
      audit = List.copyOf(audit);
    }

    @Override
    public List<Effect> unhandled() {
      return request.unhandled();
    }
  }

  /** A timer of the seat is due. */
  record Due(TimerDue timer) implements SeatCommand {}
}
