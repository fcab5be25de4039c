package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.chat.ChannelList;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEvent;
import dev.reveille.server.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages of what is stored: channels and their messages, and the feed. */
final class Looking {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 500;

  /** How many messages one search, and how many entries one filtered page, look at. */
  private static final int SCAN = 5_000;

  /** How many characters one search reads. */
  private static final long SCAN_CHARS = 8 * Store.PAGE_CHARS;

  private static final int PAGE = 500;

  private final Store store;
  private final Presence presence;
  private final ChannelList channels;
  private final Feed feed;
  private final FeedRows rows;
  private final Timeline timeline;

  Looking(Dashboard.Parts parts, FeedRows rows) {
    this.store = parts.store();
    this.presence = parts.presence();
    this.channels = parts.channels();
    this.feed = parts.feed();
    this.rows = rows;
    this.timeline = new Timeline(parts.feed(), parts.clock());
  }

  Page channels(Role role) {
    var all = new ArrayList<byte[]>();
    for (var name : channels.names()) {
      if (!role.seesPrivate() && !channels.isPublic(name)) continue;
      var head = store.head(name);
      all.add(
          new JsonText(128)
              .field("name", name)
              .field("members", presence.count(name))
              .field("private", !channels.isPublic(name))
              .field("first_seq", head.firstSeq())
              .field("last_seq", head.lastSeq())
              .bytes());
    }
    return Dashboard.json(new JsonText().rawList("channels", all).text());
  }

  /** One that the role may see, with or without its #. */
  private Optional<String> channel(Ask ask, Role role) {
    var given = ask.part("name");
    var name = given.startsWith("#") ? given : "#" + given;
    boolean seen = role.seesPrivate() ? channels.contains(name) : channels.isPublic(name);
    return seen ? Optional.of(name) : Optional.empty();
  }

  private static Page unknown() {
    return Dashboard.refused(404, "No such channel");
  }

  Page messages(Ask ask, Role role) {
    return channel(ask, role)
        .map(
            name -> {
              var after = place(ask, "after");
              int limit = limit(ask);
              var page =
                  after.isPresent()
                      ? store.after(name, after.get(), limit)
                      : store.before(name, place(ask, "before").orElse(Long.MAX_VALUE), limit);
              return Dashboard.json(
                  new JsonText().field("channel", name).rawList("messages", json(page)).text());
            })
        .orElseGet(Looking::unknown);
  }

  Page members(Ask ask, Role role) {
    return channel(ask, role)
        .map(
            name ->
                Dashboard.json(
                    new JsonText()
                        .field("channel", name)
                        .rawList(
                            "members",
                            presence.roster(name).stream()
                                .map(
                                    m ->
                                        new JsonText(96)
                                            .field("id", m.agent())
                                            .field("name", m.name())
                                            .field("verified", m.verified())
                                            .bytes())
                                .toList())
                        .text()))
        .orElseGet(Looking::unknown);
  }

  /** Newest first; says how far it has looked, so that one can go on from there. */
  Page search(Ask ask, Role role) {
    var wanted = ask.parameter("q").orElse("").toLowerCase(Locale.ROOT);
    if (wanted.isBlank()) return Dashboard.refused(400, "Say what to search for: q");
    return channel(ask, role)
        .map(name -> found(name, wanted, place(ask, "before").orElse(Long.MAX_VALUE), limit(ask)))
        .orElseGet(Looking::unknown);
  }

  private Page found(String name, String wanted, long before, int limit) {
    var found = new ArrayList<StoredMessage>();
    long at = before;
    int looked = 0;
    long read = 0;
    long kept = 0;
    boolean full = false;
    while (!full && looked < SCAN && read < SCAN_CHARS) {
      var page = store.before(name, at, PAGE);
      if (page.isEmpty()) {
        at = 0;
        break;
      }
      for (var message : page.reversed()) {
        read += message.chars();
        boolean fits = message.content().toLowerCase(Locale.ROOT).contains(wanted);
        full = fits && !found.isEmpty() && kept + message.chars() > Store.PAGE_CHARS;
        if (full) break;
        at = message.seq();
        looked++;
        if (!fits) continue;
        kept += message.chars();
        found.add(message);
        full = found.size() == limit;
        if (full) break;
      }
    }
    return Dashboard.json(
        new JsonText()
            .field("channel", name)
            .rawList("messages", json(found))
            .field("looked_at", looked)
            .field("more_before", at)
            .text());
  }

  private static List<byte[]> json(List<StoredMessage> messages) {
    return messages.stream().map(FeedRows::text).map(Looking::utf8).toList();
  }

  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** A page of the feed, oldest first. */
  Page events(Ask ask, Role role) {
    var kind = ask.parameter("kind");
    var agent = ask.parameter("agent");
    var channel = ask.parameter("channel");
    int limit = limit(ask);
    var after = place(ask, "after");
    var until = place(ask, "until").map(feed::at).map(id -> id + 1);
    long at = after.or(() -> place(ask, "before")).or(() -> until).orElse(Long.MAX_VALUE);
    var kept = new ArrayList<StoredEvent>();
    int looked = 0;
    boolean end = false;
    while (!end && kept.size() < limit && looked < SCAN) {
      var page = after.isPresent() ? feed.after(at, PAGE) : feed.before(at, PAGE);
      end = page.isEmpty();
      for (var event : after.isPresent() ? page : page.reversed()) {
        at = event.id();
        looked++;
        // What is not shown must not be found either.
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
    var ordered = after.isPresent() ? part.rows() : part.rows().reversed();
    return Dashboard.json(
        new JsonText()
            .rawList("events", ordered.stream().map(row -> utf8(row.json())).toList())
            .field("looked_to", end ? 0 : at)
            .field("more", !end)
            .text());
  }

  /** {@code callback.fired}, or all of {@code callback}. */
  private static boolean isOf(StoredEvent event, String kind) {
    for (var each : kind.split(",", -1)) {
      if (event.kind().equals(each) || event.kind().startsWith(each + ".")) return true;
    }
    return false;
  }

  private static boolean isAmong(String wanted, @Nullable String found) {
    return found != null && List.of(wanted.split(",", -1)).contains(found);
  }

  /** How much happened in each part of a time. */
  Page timeline(Ask ask) {
    return Dashboard.json(
        timeline.of(
            new Timeline.Wish(
                place(ask, "from").orElse(Timeline.ALL),
                place(ask, "to").orElse(Timeline.ALL),
                place(ask, "buckets").orElse(120L))));
  }

  private static Optional<Long> place(Ask ask, String name) {
    return ask.parameter(name).flatMap(Dashboard::number);
  }

  static int limit(Ask ask) {
    return Math.clamp(place(ask, "limit").orElse((long) DEFAULT_LIMIT), 1, MAX_LIMIT);
  }
}
