package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of an agent about its own seat and memory. None of them says what is executed: that
 * comes from people alone.
 */
public final class SeatMessages {
  /** The longest text of a handoff, in UTF-16 units. */
  public static final int MAX_TEXT = 8_000;

  /** The most things that a handoff says it worked on. */
  public static final int MAX_THINGS = 20;

  static final int MAX_THING = 128;
  static final int MAX_QUIET = 64;
  static final int MAX_SESSION = 128;
  static final int MAX_WAKES = 100_000;
  static final int MAX_PAGE = 50;

  static final ClientType<GetSeat> GET = ClientType.empty("SEAT_GET", Scope.OBSERVE, new GetSeat());

  static final ClientType<SetSeat> SET =
      new ClientType<>(
          "SEAT_SET", Scope.SEAT, SetSeat.class, SeatMessages::set, SeatMessages::write);

  static final ClientType<LeaveHandoff> HANDOFF =
      new ClientType<>(
          "SEAT_HANDOFF",
          Scope.SEAT,
          LeaveHandoff.class,
          f -> {
            var note = note(f);
            if (note == null) throw new InvalidMessage("Missing done, next or questions");
            return new LeaveHandoff(note, session(f));
          },
          (m, json) -> {
            write(m.note(), json);
            write(m.session(), json);
          });

  static final ClientType<DeclareEnd> SUNSET = declaration(SessionEnding.SUNSET, "SEAT_SUNSET");
  static final ClientType<DeclareEnd> FULL = declaration(SessionEnding.FULL, "SEAT_FULL");

  static final ClientType<GetMemory> MEMORY =
      new ClientType<>(
          "MEMORY_GET",
          Scope.OBSERVE,
          GetMemory.class,
          f -> new GetMemory(f.limit("limit", MAX_PAGE, 10)),
          (m, json) -> json.field("limit", m.limit()));

  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(GET, SET, HANDOFF, SUNSET, FULL, MEMORY),
          List.of(SeatAnswers.SEAT, SeatAnswers.MEMORY));

  private SeatMessages() {}

  /** Asks for the agent's own seat. */
  public record GetSeat() implements ClientMessage {}

  /**
   * Changes what the agent asks for itself. Null = as before.
   *
   * @param optOut true if it must not be brought back when its session ends
   * @param dailyWakes the most wakes per day; it counts only if people allow more. -1 = no limit of
   *     its own
   * @param quiet hours in which it is left alone, for example {@code 22:00-07:00 Europe/Berlin};
   *     empty = none of its own
   */
  public record SetSeat(
      @Nullable Boolean optOut, @Nullable Integer dailyWakes, @Nullable String quiet)
      implements ClientMessage {}

  /**
   * The handoff of a session to the next one.
   *
   * @param workedOn ids of tasks, names of channels, and other things
   */
  public record Note(String done, String next, String questions, List<String> workedOn) {
    public Note {
      workedOn = List.copyOf(workedOn);
    }
  }

  /**
   * Leaves a handoff.
   *
   * @param session the session that leaves it, as {@code REVEILLE_SESSION} says; null = the present
   *     one
   */
  public record LeaveHandoff(Note note, @Nullable String session) implements ClientMessage {
    /** A repeat would be a second handoff. */
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  /**
   * Declares the end of the agent's session.
   *
   * @param ending SUNSET or FULL
   * @param note a handoff; null if there is none
   * @param session the session that ends; null = the present one
   */
  public record DeclareEnd(SessionEnding ending, @Nullable Note note, @Nullable String session)
      implements ClientMessage {
    public DeclareEnd {
      ending = ending == SessionEnding.FULL ? ending : SessionEnding.SUNSET;
    }

    @Override
    public String type() {
      return ending == SessionEnding.FULL ? "SEAT_FULL" : "SEAT_SUNSET";
    }
  }

  /** Asks for the agent's own memory: its last sessions, handoffs and what it worked on. */
  public record GetMemory(int limit) implements ClientMessage {}

  private static ClientType<DeclareEnd> declaration(SessionEnding ending, String name) {
    return new ClientType<>(
        name,
        Scope.SEAT,
        DeclareEnd.class,
        f -> new DeclareEnd(ending, note(f), session(f)),
        (m, json) -> {
          if (m.note() != null) write(m.note(), json);
          write(m.session(), json);
        });
  }

  private static SetSeat set(Fields f) throws InvalidMessage {
    Boolean optOut = null;
    if (f.has("opt_out")) {
      if (!f.value("opt_out").isBoolean()) throw new InvalidMessage("Invalid opt_out: true, false");
      optOut = f.value("opt_out").booleanValue();
    }
    Integer wakes = null;
    if (f.has("daily_wakes")) {
      var value = f.value("daily_wakes");
      double number = value.isNumber() ? Json.number(value) : Double.NaN;
      if (number != Math.rint(number) || number < -1 || number > MAX_WAKES) {
        throw new InvalidMessage("Invalid daily_wakes: 0-" + MAX_WAKES + ", or -1 for no limit");
      }
      wakes = (int) number;
    }
    String quiet = null;
    if (f.has("quiet")) {
      var value = f.value("quiet");
      if (!value.isString() || value.stringValue().length() > MAX_QUIET) {
        throw new InvalidMessage("Invalid quiet: such as 22:00-07:00 Europe/Berlin, or empty");
      }
      quiet = Json.wellFormed(value.stringValue());
    }
    if (optOut == null && wakes == null && quiet == null) {
      throw new InvalidMessage("Missing opt_out, daily_wakes or quiet");
    }
    return new SetSeat(optOut, wakes, quiet);
  }

  private static void write(SetSeat m, JsonText json) {
    if (m.optOut() != null) json.field("opt_out", m.optOut());
    if (m.dailyWakes() != null) json.field("daily_wakes", m.dailyWakes());
    if (m.quiet() != null) json.field("quiet", m.quiet());
  }

  private static @Nullable String session(Fields f) throws InvalidMessage {
    return f.optional("session", MAX_SESSION);
  }

  private static void write(@Nullable String session, JsonText json) {
    if (session != null) json.field("session", session);
  }

  /** Reads a handoff; null if it says nothing. */
  private static @Nullable Note note(Fields f) throws InvalidMessage {
    var done = f.optional("done", MAX_TEXT);
    var next = f.optional("next", MAX_TEXT);
    var questions = f.optional("questions", MAX_TEXT);
    var things = things(f);
    if (done == null && next == null && questions == null && things.isEmpty()) return null;
    return new Note(
        done == null ? "" : done,
        next == null ? "" : next,
        questions == null ? "" : questions,
        things);
  }

  private static List<String> things(Fields f) throws InvalidMessage {
    if (!f.has("worked_on")) return List.of();
    var list = f.value("worked_on");
    var things = new ArrayList<String>();
    if (list.isArray() && list.size() <= MAX_THINGS) {
      for (var each : list) {
        if (each.isString()
            && !each.stringValue().isBlank()
            && each.stringValue().length() <= MAX_THING) {
          things.add(Json.wellFormed(each.stringValue()));
        }
      }
    }
    if (!list.isArray() || things.size() != list.size()) {
      throw new InvalidMessage(
          "Invalid worked_on: at most " + MAX_THINGS + " words of 1-" + MAX_THING + " characters");
    }
    return things.stream().distinct().toList();
  }

  private static void write(Note note, JsonText json) {
    if (!note.done().isEmpty()) json.field("done", note.done());
    if (!note.next().isEmpty()) json.field("next", note.next());
    if (!note.questions().isEmpty()) json.field("questions", note.questions());
    if (!note.workedOn().isEmpty()) json.field("worked_on", note.workedOn());
  }
}
