package dev.reveille.protocol;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers about seats and memory: SEAT and MEMORY. */
public final class SeatAnswers {
  static final ServerType<Answer> SEAT =
      new ServerType<>(
          "SEAT",
          Answer.class,
          f -> new Answer(f.text("request"), f.has("seat") ? SeatView.read(f) : null),
          (m, json) -> {
            json.field("request", m.request());
            if (m.seat() != null) json.raw("seat", m.seat().json());
          },
          Set.of(
              SeatMessages.GetSeat.class,
              SeatMessages.SetSeat.class,
              SeatMessages.LeaveHandoff.class,
              SeatMessages.DeclareEnd.class),
          (request, answer) -> request.type().equals(answer.request()));

  static final ServerType<Memory> MEMORY =
      new ServerType<>(
              "MEMORY", Memory.class, MemoryView::read, (m, json) -> json.rawFields(m.fields()))
          .answering(SeatMessages.GetMemory.class);

  private SeatAnswers() {}

  /**
   * The answer to a request about the agent's seat.
   *
   * @param request the type of the request
   * @param seat null if the agent has none
   */
  public record Answer(String request, @Nullable SeatView seat) implements ServerMessage {}

  /** One session of an agent, as its memory has it. Unknown is null. */
  public record Session(
      String id,
      @Nullable String origin,
      String reason,
      long startedAt,
      @Nullable Long seenAt,
      @Nullable Long endedAt,
      @Nullable SessionEnding ending,
      @Nullable String model,
      @Nullable Long inputTokens,
      @Nullable Long outputTokens) {}

  /** A handoff, as an agent's memory has it. The texts are the agent's. */
  public record HandedOff(
      long number, @Nullable String session, long at, String author, SeatMessages.Note note) {}

  /** Something that an agent worked on, and when it last did. */
  public record WorkedOn(String thing, @Nullable String session, long at) {}

  /** The memory of an agent, the latest first. */
  public record Memory(
      String agent, List<Session> sessions, List<HandedOff> handoffs, List<WorkedOn> workedOn)
      implements ServerMessage {
    public Memory {
      sessions = List.copyOf(sessions);
      handoffs = List.copyOf(handoffs);
      workedOn = List.copyOf(workedOn);
    }

    /** Returns this as JSON text without braces. */
    public String fields() {
      return new JsonText(1024)
          .field("agent_id", agent)
          .rawFields(MemoryView.fields(this))
          .fields();
    }

    /** Reads what {@link #fields} wrote. */
    public static Memory of(String fields) {
      return MemoryView.read(ServerFields.of(fields));
    }

    @Override
    public int expectedBytes() {
      return 8_192;
    }
  }
}
