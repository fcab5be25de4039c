package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.observe.FeedPlaces;
import dev.reveille.server.store.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of the feed: its entries, and their number over time. */
final class EventPages {
  /** The most entries that one filtered page reads. */
  private static final int SCAN = 5_000;

  private static final int PAGE = 500;

  static final String NO_PLACE = "That is no place in the feed";
  private static final String FOREIGN_PLACE =
      "That place is of another store; begin again without a place";

  private final Feed feed;
  private final FeedRows rows;
  private final Timeline timeline;

  EventPages(Dashboard.Parts parts, FeedRows rows) {
    this.feed = parts.feed();
    this.rows = rows;
    this.timeline = new Timeline(parts.feed(), parts.clock());
  }

  /** Returns a page of the feed, oldest first. */
  Page entries(Ask ask, Role role) {
    var kind = ask.parameter("kind");
    var agent = ask.parameter("agent");
    var channel = ask.parameter("channel");
    int limit = Paging.limit(ask);
    boolean forward = ask.parameter("after").isPresent();
    var named = ask.parameter("after").or(() -> ask.parameter("before"));
    long at;
    if (named.isPresent()) {
      switch (feed.places().read(named.get())) {
        case FeedPlaces.Read.Known(long id) -> at = id;
        case FeedPlaces.Read.Foreign _ -> {
          return Dashboard.refused(400, FOREIGN_PLACE);
        }
        case FeedPlaces.Read.Unreadable _ -> {
          return Dashboard.refused(400, NO_PLACE);
        }
      }
    } else {
      at = Paging.number(ask, "until").map(feed::at).map(id -> id + 1).orElse(Long.MAX_VALUE);
    }
    var kept = new ArrayList<StoredEvent>();
    int looked = 0;
    boolean end = false;
    while (!end && kept.size() < limit && looked < SCAN) {
      var page = forward ? feed.after(at, PAGE) : feed.before(at, PAGE);
      end = page.isEmpty();
      for (var event : forward ? page : page.reversed()) {
        at = event.id();
        looked++;
        // A field that is not shown must not be found either.
        boolean wanted =
            rows.seen(event, role)
                .filter(
                    seen ->
                        kind.filter(k -> !isOf(seen, k)).isEmpty()
                            && agent.filter(a -> !isAmong(a, seen.agent())).isEmpty()
                            && channel.filter(c -> !isAmong(c, seen.channel())).isEmpty())
                .isPresent();
        if (wanted) kept.add(event);
        if (kept.size() == limit) break;
      }
    }
    var part = rows.of(kept, role);
    if (part.looked() < kept.size()) {
      at = kept.get(part.looked() - 1).id();
      end = false;
    }
    var ordered = forward ? part.rows() : part.rows().reversed();
    return Dashboard.json(
        new JsonText()
            .rawList("events", ordered.stream().map(row -> FeedRows.utf8(row.json())).toList())
            .field("looked_to", end ? null : feed.places().of(at))
            .field("more", !end)
            .text());
  }

  /** True if the event is of this kind: {@code callback.fired}, or any of {@code callback}. */
  private static boolean isOf(StoredEvent event, String kind) {
    for (var each : kind.split(",", -1)) {
      if (event.kind().equals(each) || event.kind().startsWith(each + ".")) return true;
    }
    return false;
  }

  private static boolean isAmong(String wanted, @Nullable String found) {
    return found != null && List.of(wanted.split(",", -1)).contains(found);
  }

  /** Returns the number of entries in each part of a time range. */
  Page timeline(Ask ask) {
    return Dashboard.json(
        timeline.of(
            new Timeline.Range(
                Paging.number(ask, "from").orElse(Timeline.ALL),
                Paging.number(ask, "to").orElse(Timeline.ALL),
                Paging.number(ask, "buckets").orElse(120L))));
  }
}
