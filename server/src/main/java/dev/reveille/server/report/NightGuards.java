package dev.reveille.server.report;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.moderation.ModerationFacet;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Words;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEvent;
import dev.reveille.server.wake.WakeFacet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The guards that tripped in a time: limits of the chat, measures of the server, and the gate. The
 * same words about the same agent are one row with a count.
 *
 * @param complete false if there were more than it looked at
 */
record NightGuards(List<Tripped> all, boolean complete) {
  static final NightGuards NONE = new NightGuards(List.of(), true);
  private static final int PAGE = 1_000;
  private static final int MOST = 10_000;
  private static final int MOST_ROWS = 200;

  /**
   * A guard that tripped.
   *
   * @param what a sentence without its subject
   * @param at when it tripped last
   */
  record Tripped(String kind, @Nullable String agent, String what, long at, long times) {}

  private record Same(String kind, @Nullable String agent, String what) {}

  private static final Map<String, Words> WORDS =
      Stream.concat(ModerationFacet.facet().kinds().stream(), Stream.of(WakeFacet.GATE))
          .filter(kind -> !kind.name().equals("moderation.unmuted"))
          .collect(Collectors.toMap(EventKind::name, EventKind::words));

  NightGuards {
    all = List.copyOf(all);
  }

  static NightGuards read(EventReads reads, long since, long until) {
    var found = new LinkedHashMap<Same, Tripped>();
    var kinds = List.copyOf(WORDS.keySet());
    long after = reads.eventsAt(List.of(since - 1)).getFirst();
    int looked = 0;
    boolean complete = true;
    while (complete) {
      var page = reads.eventsOf(kinds, after, PAGE);
      if (page.isEmpty()) break;
      for (var event : page) {
        if (event.at() >= since && event.at() <= until) add(found, event);
      }
      after = page.getLast().id();
      looked += page.size();
      complete = looked < MOST && found.size() < MOST_ROWS;
    }
    return new NightGuards(new ArrayList<>(found.values()), complete);
  }

  private static void add(Map<Same, Tripped> found, StoredEvent event) {
    var detail = event.detail();
    var values = Json.read(detail == null ? "{}" : detail);
    if (values.isEmpty()) return;
    // An open gate is no guard that tripped.
    if (event.kind().equals(WakeFacet.GATE.name())
        && values.get().path("state").asString("").equals("open")) {
      return;
    }
    var what = Objects.requireNonNull(WORDS.get(event.kind())).fill(values.get(), TIMES);
    found.merge(
        new Same(event.kind(), event.agent(), what),
        new Tripped(event.kind(), event.agent(), what, event.at(), 1),
        (old, one) -> new Tripped(one.kind(), one.agent(), what, one.at(), old.times() + 1));
  }

  private static final Words.Times TIMES =
      new Words.Times() {
        @Override
        public String time(long millis) {
          return Instant.ofEpochMilli(millis).toString();
        }

        @Override
        public String until(long millis) {
          return Ago.words(millis);
        }
      };

  List<byte[]> json() {
    return all.stream()
        .map(
            each ->
                new JsonText(160)
                    .field("kind", each.kind())
                    .field("agent", each.agent())
                    .field("what", each.what())
                    .field("at", each.at())
                    .field("times", each.times())
                    .bytes())
        .toList();
  }
}
