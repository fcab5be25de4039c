package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.edge.http.Stream;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.observe.Measurements;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one viewer the events as they happen, as server-sent events.
 *
 * <p>Entries of the feed carry their places, so a browser that reconnects sends the last place and
 * continues from there. The agents' rows and the measurements are not in the feed. Their changes
 * are sent once a second, and all of them to a new viewer.
 */
final class LiveStream implements Stream.Source {
  private static final long BEAT_MILLIS = 1000;

  /** After this time the stream ends. The browser reconnects and its role is checked again. */
  private static final Duration LIFE = Duration.ofHours(1);

  /** The time to collect further events for one piece. */
  private static final long GATHER_MILLIS = 50;

  private final Feed feed;
  private final FeedCache rows;
  private final AgentRows agents;
  private final Measurements measurements;
  private final Clock clock;
  private final Role role;
  private final BooleanSupplier mayStay;

  private long seen;
  private final @Nullable String lost;
  private long told;
  private long beatNanos;
  private final long beganNanos;
  private boolean greeted;

  /** The number of commits when the feed was last read, and if all of it was sent then. */
  private long looked;

  private boolean caughtUp;
  private final Map<String, String> known = new HashMap<>();

  /**
   * @param mayStay checked at each beat; false ends the stream
   * @param seen the id of the last entry of the feed that the viewer has
   * @param lost why the stream does not begin where the viewer asked; null if it does
   */
  LiveStream(
      Dashboard.Parts parts,
      FeedCache rows,
      AgentRows agents,
      Role role,
      BooleanSupplier mayStay,
      long seen,
      @Nullable String lost) {
    feed = parts.feed();
    measurements = parts.measurements();
    clock = parts.clock();
    this.rows = rows;
    this.agents = agents;
    this.role = role;
    this.mayStay = mayStay;
    this.seen = seen;
    this.lost = lost;
    this.beganNanos = clock.nanos();
  }

  @Override
  public Optional<String> next() throws InterruptedException {
    var out = new StringBuilder();
    if (!greeted) {
      greeted = true;
      out.append("retry: 1000\n");
      say(
          out,
          "hello",
          new JsonText(96)
              .field("last", feed.places().of(seen))
              .field("older", feed.places().of(seen + 1))
              .field("lost", lost)
              .field("role", role.word())
              .field("store", feed.identity())
              .field("now", clock.wallMillis())
              .text());
      beat(out);
      return Optional.of(out.toString());
    }
    if (clock.nanos() - beganNanos >= LIFE.toNanos()) return Optional.empty();
    looked = feed.commits();
    var page = rows.after(seen);
    caughtUp = page.last() == seen;
    if (!caughtUp) {
      for (var row : page.rows()) {
        out.append("id: ").append(feed.places().of(row.id())).append('\n');
        say(out, "feed", row.json());
      }
      seen = page.last();
      // Hidden entries count as seen too.
      out.append("id: ").append(feed.places().of(seen)).append("\n\n");
    }
    if (idleMillis() >= BEAT_MILLIS) {
      if (!mayStay.getAsBoolean()) return Optional.empty();
      beat(out);
    }
    return Optional.of(out.toString());
  }

  @Override
  public void await() throws InterruptedException {
    if (!caughtUp) return;
    feed.await(looked, BEAT_MILLIS - idleMillis());
    Thread.sleep(GATHER_MILLIS);
  }

  private long idleMillis() {
    return (clock.nanos() - beatNanos) / 1_000_000;
  }

  private void beat(StringBuilder out) {
    beatNanos = clock.nanos();
    boolean first = known.isEmpty() && told == 0;
    var now = agents.of(role);
    var changed = new ArrayList<byte[]>();
    now.forEach(
        (id, row) -> {
          if (!row.equals(known.put(id, row))) changed.add(row.getBytes(StandardCharsets.UTF_8));
        });
    var gone = known.keySet().stream().filter(id -> !now.containsKey(id)).sorted().toList();
    gone.forEach(known::remove);
    if (first || !changed.isEmpty() || !gone.isEmpty()) {
      say(
          out,
          "agents",
          new JsonText()
              .field("all", first)
              .rawList("changed", changed)
              .field("gone", gone)
              .text());
    }
    var seconds = measurements.after(told);
    if (!seconds.isEmpty()) {
      told = seconds.getLast().number();
      say(out, "numbers", numbers(seconds));
    } else {
      out.append(": still here\n\n");
    }
  }

  static String numbers(List<Measurements.Second> seconds) {
    return new JsonText(128 * seconds.size())
        .rawList("seconds", seconds.stream().map(LiveStream::second).toList())
        .text();
  }

  private static byte[] second(Measurements.Second second) {
    var json = new JsonText(192).field("at", second.at());
    second.values().forEach(json::field);
    return json.bytes();
  }

  /** Appends an event. A line break in JSON is white space, but would end the data line. */
  private static void say(StringBuilder out, String event, String json) {
    var line = json.replace('\n', ' ').replace('\r', ' ');
    out.append("event: ").append(event).append("\ndata: ").append(line).append("\n\n");
  }

  @Override
  public void close() {}
}
