package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Administrators' orders about seats. Only here can it be said what a seat executes. */
public final class SeatOrders {
  private static final int MAX_WORDS = 100;
  static final int MAX_WORD = 4_096;

  /** The daily wakes of a seat for which nobody said another number. */
  static final int USUAL_WAKES = 100;

  static final List<ClientType<ClientMessage.Admin>> ORDERS =
      List.of(
          AdminMessages.order("ADMIN_SEAT_ADD", SeatOrders::add),
          AdminMessages.order("ADMIN_SEAT_LIST", _ -> new ListSeats()),
          AdminMessages.order("ADMIN_SEAT_SHOW", f -> new ShowSeat(identity(f))),
          AdminMessages.order("ADMIN_SEAT_BENCH", f -> new BenchSeat(identity(f))),
          AdminMessages.order(
              "ADMIN_SEAT_RESUME", f -> new ResumeSeat(identity(f), f.flag("override"))),
          AdminMessages.order("ADMIN_SEAT_REMOVE", f -> new RemoveSeat(identity(f))),
          AdminMessages.order("ADMIN_MEMORY_SHOW", f -> new ShowMemory(identity(f))));

  static final MessageTypes TYPES = new MessageTypes(ORDERS, List.of());

  private SeatOrders() {}

  /** An order about seats. The identity is a name, or an id with {@code @}. */
  public sealed interface SeatOrder extends AdminOrder {
    /** Returns the agent that the order is about; empty if it is about all seats. */
    String identity();

    @Override
    default String subject() {
      return identity();
    }

    @Override
    default void write(JsonText json) {
      json.field("identity", identity());
    }
  }

  /**
   * Defines a seat, or defines it anew.
   *
   * @param harness the name of a harness that the server has
   * @param folder the working folder; null = that of the server
   * @param command the program and its arguments
   * @param environment further variables, each {@code NAME=value}
   * @param route an address that the harness understands; null = none
   * @param autoResume false if it must not be brought back when its session ends
   * @param dailyWakes the most wakes per day
   * @param quiet hours in which it is left alone; null = none
   */
  public record AddSeat(
      String identity,
      String harness,
      @Nullable String folder,
      List<String> command,
      List<String> environment,
      @Nullable String route,
      boolean autoResume,
      Priority priority,
      int dailyWakes,
      @Nullable String quiet)
      implements SeatOrder {
    public AddSeat {
      command = List.copyOf(command);
      environment = List.copyOf(environment);
    }

    @Override
    public String action() {
      return "seat_add";
    }

    @Override
    public boolean needsKey() {
      return true;
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity).field("harness", harness);
      if (folder != null) json.field("folder", folder);
      json.field("command", command).field("environment", environment);
      if (route != null) json.field("route", route);
      json.field("auto_resume", autoResume)
          .field("priority", priority.word())
          .field("daily_wakes", dailyWakes);
      if (quiet != null) json.field("quiet", quiet);
    }
  }

  public record ListSeats() implements SeatOrder {
    @Override
    public String identity() {
      return "";
    }

    @Override
    public String action() {
      return "seat_list";
    }

    @Override
    public void write(JsonText json) {}
  }

  /** Shows a seat with what it executes, and the end of its log. */
  public record ShowSeat(String identity) implements SeatOrder {
    @Override
    public String action() {
      return "seat_show";
    }
  }

  public record BenchSeat(String identity) implements SeatOrder {
    @Override
    public String action() {
      return "seat_bench";
    }
  }

  /**
   * Takes a seat back, and starts it if nothing runs.
   *
   * @param override true if it is started although the gate is closed
   */
  public record ResumeSeat(String identity, boolean override) implements SeatOrder {
    @Override
    public String action() {
      return "seat_resume";
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity).field("override", override);
    }
  }

  public record RemoveSeat(String identity) implements SeatOrder {
    @Override
    public String action() {
      return "seat_remove";
    }
  }

  /** Shows what an agent remembers. */
  public record ShowMemory(String identity) implements SeatOrder {
    @Override
    public String action() {
      return "memory_show";
    }
  }

  private static AdminOrder add(Fields f) throws InvalidMessage {
    var priority = f.priority("priority");
    var environment = words(f, "environment");
    for (var variable : environment) {
      if (!variable.matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*")) {
        throw new InvalidMessage("Invalid environment: each is NAME=value");
      }
    }
    return new AddSeat(
        identity(f),
        f.id("harness"),
        f.optional("folder", MAX_WORD),
        words(f, "command"),
        environment,
        f.optional("route", MAX_WORD),
        !f.has("auto_resume") || f.flag("auto_resume"),
        priority == null ? Priority.NORMAL : priority,
        f.has("daily_wakes") ? f.upTo("daily_wakes", SeatMessages.MAX_WAKES) : USUAL_WAKES,
        f.optional("quiet", SeatMessages.MAX_QUIET));
  }

  private static List<String> words(Fields f, String field) throws InvalidMessage {
    if (!f.has(field)) return List.of();
    var list = f.value(field);
    var words = new ArrayList<String>();
    if (list.isArray() && list.size() <= MAX_WORDS) {
      for (var each : list) {
        if (each.isString()
            && each.stringValue().length() <= MAX_WORD
            && each.stringValue().indexOf('\0') < 0) {
          words.add(Json.wellFormed(each.stringValue()));
        }
      }
    }
    if (!list.isArray() || words.size() != list.size()) {
      throw new InvalidMessage(
          "Invalid " + field + ": at most " + MAX_WORDS + " texts of at most " + MAX_WORD);
    }
    return words;
  }

  /** Returns an agent's name, or its id with {@code @}. */
  static String identity(Fields f) throws InvalidMessage {
    var word = f.nonEmpty("identity");
    if (!Names.isName(word.startsWith("@") ? word.substring(1) : word)) {
      throw new InvalidMessage("Invalid identity: a name, or an id with @");
    }
    return word;
  }
}
