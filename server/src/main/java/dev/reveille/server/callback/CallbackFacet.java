package dev.reveille.server.callback;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.AgentColumn;
import dev.reveille.server.observe.AgentList;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Series;
import dev.reveille.server.observe.ShownAgent;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.observe.WallTimes;
import dev.reveille.server.observe.Words;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Describes callbacks for the dashboard: how many an agent has pending, which, and how late they
 * fire.
 */
public final class CallbackFacet {
  private static final String GROUP = "callbacks";
  private static final String DURABLE = "durable";
  private static final String REASON = "reason";

  private final VolatileCallbacks book;
  private final DurableCallbackTimers durable;
  private final Store store;
  private final WallTimes wall;

  private CallbackFacet(
      VolatileCallbacks book, DurableCallbackTimers durable, Store store, Clock clock) {
    this.book = book;
    this.durable = durable;
    this.store = store;
    this.wall = new WallTimes(clock);
  }

  public static Facet of(
      VolatileCallbacks book, DurableCallbackTimers durable, Store store, Clock clock) {
    var facet = new CallbackFacet(book, durable, store, clock);
    return Facet.of(
            "callbacks",
            kind("callback.scheduled", "set a callback for {fire_at:time}[{durable:if} (durable)]")
                .showing("fire_at", DURABLE),
            kind(
                    "callback.fired",
                    "[{channel:if}had a callback say message {seq} in {channel}]"
                        + "[{channel:unless}was called back]")
                .showing(DURABLE, "seq"),
            kind("callback.dropped", "had a callback that came to nothing[: {reason}]")
                .showing(DURABLE, REASON),
            kind("callback.cancelled", "took a callback back").showing(DURABLE),
            kind("callback.refused", "was refused {count:count callback}[: {reason}]")
                .showing(REASON, "count")
                .in(EventKind.LIMITS))
        .withColumns(
            new AgentColumn(
                "callbacks",
                "CALLBACKS",
                new Words("[{pending:if}{pending:number}][, next {next_fire_at:until}]"),
                () -> agent -> Optional.of(facet.row(agent))))
        .withLists(
            new AgentList(
                "pending",
                "Pending callbacks",
                new Words("at {fire_at:time}[{durable:if} (durable)][ to {channel}][: {payload}]"),
                facet::pending))
        .withSeries(
            new Series.Durations("fired", "late", "Lateness of callbacks", book.lateness()));
  }

  private static EventKind kind(String name, String words) {
    return EventKind.of(name, words).in(GROUP).tone(Tone.TIMER);
  }

  private String row(ShownAgent agent) {
    var own = agent.session().map(book::look);
    int stored = durable.count(agent.agent());
    var json =
        new JsonText(96)
            .field(
                "pending", (long) own.map(VolatileCallbacks.PendingCount::count).orElse(0) + stored)
            .field(DURABLE, stored);
    long nanos = own.map(VolatileCallbacks.PendingCount::nextNanos).orElse(Long.MAX_VALUE);
    long next =
        Math.min(
            nanos == Long.MAX_VALUE ? nanos : wall.of(nanos),
            durable.next(agent.agent()).orElse(Long.MAX_VALUE));
    if (next == Long.MAX_VALUE) json.raw("next_fire_at", "null");
    else json.field("next_fire_at", next);
    return json.text();
  }

  private record Pending(
      String id, long at, boolean durable, @Nullable String channel, String payload) {}

  /** Returns the agent's callbacks, the next first. */
  private List<byte[]> pending(ShownAgent agent, Viewer viewer) {
    var all = new ArrayList<Pending>();
    for (var each : store.reads(CallbackReads.class).callbacks(agent.agent())) {
      all.add(new Pending(each.id(), each.fireAt(), true, each.channel(), each.payload()));
    }
    for (var each : agent.session().map(book::waiting).orElse(List.of())) {
      long at = wall.of(each.dueNanos());
      all.add(new Pending(each.id(), at, false, each.channel(), each.payload()));
    }
    all.sort(Comparator.comparingLong(Pending::at));
    return all.stream().map(each -> json(each, viewer)).toList();
  }

  /**
   * Returns a callback as JSON. Only administrators see the text and the name of a private channel.
   */
  private static byte[] json(Pending pending, Viewer viewer) {
    var json = new JsonText(128).field("fire_at", pending.at()).field(DURABLE, pending.durable());
    var where = pending.channel();
    if (viewer.seesPrivate()) json.field("id", pending.id()).field("payload", pending.payload());
    if (where != null && viewer.seesChannel().test(where)) json.field("channel", where);
    return json.bytes();
  }
}
