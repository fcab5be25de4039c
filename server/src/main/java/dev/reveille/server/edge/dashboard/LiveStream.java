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

/**
 * Sends one viewer what happens, as server-sent events.
 *
 * <p>Entries of the feed carry their ids, so a browser that comes back says how far it was and goes
 * on from there. The agents' rows and the measurements leave no entry in the feed; their changes
 * are sent once a second, and all of them to a new viewer.
 */
final class LiveStream implements Stream.Source {
  private static final long BEAT_MILLIS = 1000;

  /** After this time the stream ends; the browser comes back and its role is checked again. */
  private static final Duration LIFE = Duration.ofHours(1);

  /** How long to wait for more to say at once. */
  private static final long GATHER_MILLIS = 50;

  private final Feed feed;
  private final FeedCache rows;
  private final AgentRows agents;
  private final Measurements measurements;
  private final Clock clock;
  private final Role role;
  private final BooleanSupplier mayStay;

  private long seen;
  private long told;
  private long beatNanos;
  private final long beganNanos;
  private boolean greeted;

  /** The commits when the feed was last looked at, and whether all of it was said then. */
  private long looked;

  private boolean caughtUp;
  private final Map<String, String> known = new HashMap<>();

  /**
   * @param mayStay asked at each beat; no ends it
   * @param seen the last entry of the feed that it knows
   */
  LiveStream(
      Dashboard.Parts parts,
      FeedCache rows,
      AgentRows agents,
      Role role,
      BooleanSupplier mayStay,
      long seen) {
    feed = parts.feed();
    measurements = parts.measurements();
    clock = parts.clock();
    this.rows = rows;
    this.agents = agents;
    this.role = role;
    this.mayStay = mayStay;
    this.seen = seen;
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
              .field("last", seen)
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
        out.append("id: ").append(row.id()).append('\n');
        say(out, "feed", row.json());
      }
      seen = page.last();
      // What is not shown has been seen all the same.
      out.append("id: ").append(seen).append("\n\n");
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

  /** A line break in JSON is white space, but would end the line of data. */
  private static void say(StringBuilder out, String event, String json) {
    var line = json.replace('\n', ' ').replace('\r', ' ');
    out.append("event: ").append(event).append("\ndata: ").append(line).append("\n\n");
  }

  @Override
  public void close() {}
}
