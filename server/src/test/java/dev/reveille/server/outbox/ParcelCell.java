package dev.reveille.server.outbox;

import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small feature that only tests have: cells that send each other parcels by durable tells. What
 * was sent and what arrived are events, so that it can be read from any store.
 */
public final class ParcelCell implements Cell {
  private static final String KIND = "parcel";

  /** The beginning of keys that are used once. */
  static final String ONCE = "once";

  private static final String SENT = "parcel.sent";
  private static final String ARRIVED = "parcel.arrived";

  public static final DurableCommand DURABLE = new DurableCommand("parcel.arrive", Arrive.class);

  public static final FeaturePlan PLAN =
      new FeaturePlan(
          List.of(),
          parts ->
              Feature.of("parcels", kind(parts.chat().store(), parts.chat().clock()), DURABLE));

  /** The event that the receiver stores for a parcel. */
  public enum Label {
    KEEP,
    /** The receiver stores nothing. */
    IGNORE,
    /** The receiver sends it on to the cell of the name that the parcel bears. */
    FORWARD,
    /** The receiver fails. */
    EXPLODE
  }

  /** Sends a parcel. */
  public record Send(String to, String key, Label label, @Nullable String onTo)
      implements Command {}

  /** A parcel arrives. */
  public record Arrive(String from, String key, Label label, @Nullable String onTo)
      implements Command {}

  /** Sends a parcel in a unit that may lose its writes. */
  public record SendCarelessly(String to) implements Command {}

  /** Something that happened to a parcel. */
  public record Parcel(String from, String to, String key) {}

  private final String name;
  private final Clock clock;

  /** The number of parcels that arrived. It is part of each event, so that a gap would be seen. */
  private long arrived;

  private ParcelCell(String name, Clock clock, long arrived) {
    this.name = name;
    this.clock = clock;
    this.arrived = arrived;
  }

  public static CellKind kind(Store store, Clock clock) {
    return new CellKind(
        KIND, name -> new ParcelCell(name, clock, details(store, ARRIVED, name).size()));
  }

  public static CellId at(String name) {
    return new CellId(KIND, name);
  }

  /** Returns the parcels that were sent, each key of two cells once, in the order of commits. */
  public static List<Parcel> sent(Store store) {
    return events(store, SENT, false).stream().distinct().toList();
  }

  /** Returns the parcels that arrived, in the order of commits. */
  public static List<Parcel> arrived(Store store) {
    return events(store, ARRIVED, true);
  }

  private static List<Parcel> events(Store store, String kind, boolean here) {
    var parcels = new ArrayList<Parcel>();
    for (var event : store.reads(EventReads.class).events(0, 100_000)) {
      if (!event.kind().equals(kind)) continue;
      var owner = String.valueOf(event.agent());
      var other = String.valueOf(event.channel());
      var key = String.valueOf(event.detail()).replaceFirst("^\\d+ ", "");
      parcels.add(here ? new Parcel(other, owner, key) : new Parcel(owner, other, key));
    }
    return parcels;
  }

  /** Returns the numbers of the parcels that arrived at a cell. */
  public static List<Long> numbers(Store store, String name) {
    return details(store, ARRIVED, name).stream()
        .map(detail -> Long.valueOf(detail.substring(0, detail.indexOf(' '))))
        .toList();
  }

  private static List<String> details(Store store, String kind, String name) {
    return store.reads(EventReads.class).events(0, 100_000).stream()
        .filter(e -> e.kind().equals(kind) && name.equals(e.agent()))
        .map(e -> String.valueOf(e.detail()))
        .toList();
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Send(var to, var key, var label, var onTo) ->
          Step.of(unit(List.of(sent(to, key)), List.of(told(to, key, label, onTo))));
      case Arrive arrive -> arrive(arrive);
      case SendCarelessly(var to) ->
          Step.of(Unit.barrier(List.of(told(to, "careless", Label.KEEP, null))));
      default -> throw new IllegalStateException("no command of a parcel cell");
    };
  }

  private Step arrive(Arrive arrive) {
    return switch (arrive.label()) {
      case IGNORE -> Step.none();
      case EXPLODE -> throw new IllegalStateException("on purpose");
      case KEEP -> Step.of(unit(List.of(arrived(arrive)), List.of()));
      case FORWARD -> {
        var to = String.valueOf(arrive.onTo());
        // Two units: they must be stored together.
        yield Step.of(
            unit(List.of(arrived(arrive)), List.of()),
            unit(
                List.of(sent(to, arrive.key())),
                List.of(told(to, arrive.key(), Label.KEEP, null))));
      }
    };
  }

  private static Unit unit(List<Write> writes, List<Effect> effects) {
    return Unit.required(writes, effects, List.of());
  }

  private Write sent(String to, String key) {
    return new AppendEvent(clock.wallMillis(), SENT, name, to, key);
  }

  private Write arrived(Arrive arrive) {
    return new AppendEvent(
        clock.wallMillis(), ARRIVED, name, arrive.from(), ++arrived + " " + arrive.key());
  }

  private Tell told(String to, String key, Label label, @Nullable String onTo) {
    var command = new Arrive(name, key, label, onTo);
    return key.startsWith(ONCE)
        ? Tell.once(at(to), command, key)
        : Tell.durable(at(to), command, key);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }
}
