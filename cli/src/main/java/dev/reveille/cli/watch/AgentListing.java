package dev.reveille.cli.watch;

import dev.reveille.server.observe.AgentColumn;
import dev.reveille.server.observe.Words;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/**
 * The agents as rows of text. The cells and the heads hold what the server sent; whoever shows them
 * makes it harmless.
 */
public final class AgentListing {
  private static final long DAY_MILLIS = 86_400_000;

  /** Columns of the server's words that are shown in another form here. */
  private static final Set<String> OWN = Set.of("sleep", "callbacks");

  private static final int OTHER_LEAST = 8;

  /** The moment for which rows are made. */
  private record Moment(long now, ZoneId zone) implements Words.Times {
    @Override
    public String time(long at) {
      // The day is said only where the time alone could be two moments.
      var form = DateTimeFormatter.ofPattern(at - now < DAY_MILLIS ? "HH:mm:ss" : "MM-dd HH:mm");
      return form.format(Instant.ofEpochMilli(at).atZone(zone));
    }

    String ago(long at) {
      return span(now - at) + " ago";
    }

    @Override
    public String until(long at) {
      return span(at - now);
    }
  }

  /**
   * A column.
   *
   * @param least the cells that it has at least, so that a countdown does not move the next one
   */
  record Column(String head, int least, BiFunction<JsonNode, Moment, String> cell) {}

  private final List<Column> columns = new ArrayList<>();

  /**
   * @param words as the server's {@code /api/words}; its features may have columns of their own
   */
  public AgentListing(JsonNode words) {
    add("NAME", 4, (a, _) -> a.path("name").asString(""));
    add("✓", 1, (a, _) -> a.path("verified").asBoolean(false) ? "✓" : "");
    add("PRESENCE", 8, (a, _) -> presence(a));
    add("WAKES IN", 8, (a, moment) -> isAsleep(a) ? moment.until(wakeAt(a)) : "");
    add("BUFFERED", 8, (a, _) -> isAsleep(a) ? buffered(a.path("sleep")) : "");
    add("CALLBACKS", 14, (a, moment) -> callbacks(a.path("callbacks"), moment));
    add("WAKES AT", 8, (a, moment) -> isAsleep(a) ? moment.time(wakeAt(a)) : "");
    add("MODE", 7, (a, _) -> a.path("sleep").path("mode").asString(""));
    add("LAST SEEN", 9, (a, moment) -> isAway(a) ? moment.ago(lastSeen(a)) : "");
    words.path("columns").forEach(this::addOther);
    add("CHANNELS", 8, (a, _) -> channels(a));
    add("ID", 17, (a, _) -> a.path("id").asString(""));
  }

  private void add(String head, int least, BiFunction<JsonNode, Moment, String> cell) {
    columns.add(new Column(head, least, cell));
  }

  private void addOther(JsonNode column) {
    var name = column.path("name").asString("");
    var head = column.path("head").asString("");
    if (OWN.contains(name) || !AgentColumn.isHead(head)) return;
    Words words;
    try {
      words = new Words(column.path("words").asString(""));
    } catch (IllegalArgumentException e) {
      return; // words of a newer server
    }
    add(
        head,
        OTHER_LEAST,
        (agent, moment) -> agent.path(name).isObject() ? words.fill(agent.path(name), moment) : "");
  }

  List<Column> columns() {
    return columns;
  }

  /** Returns the heads of the columns; those that one looks for first stand first. */
  public List<String> heads() {
    return columns.stream().map(Column::head).toList();
  }

  /**
   * Returns one row for each agent, in the order of the agents.
   *
   * @param agents as the server describes them
   * @param now of the wall clock, which the server is taken to share
   */
  public List<List<String>> rows(List<JsonNode> agents, long now, ZoneId zone) {
    var moment = new Moment(now, zone);
    return agents.stream()
        .map(agent -> columns.stream().map(c -> c.cell().apply(agent, moment)).toList())
        .toList();
  }

  /** True if the agent is known and not connected. */
  static boolean isAway(JsonNode agent) {
    return agent.path("last_seen").isNumber();
  }

  private static long lastSeen(JsonNode agent) {
    return agent.path("last_seen").asLong(0);
  }

  static String presence(JsonNode agent) {
    return isAsleep(agent) ? "sleeping" : agent.path("presence").asString("");
  }

  static boolean isAsleep(JsonNode agent) {
    return agent.path("sleep").isObject();
  }

  private static long wakeAt(JsonNode agent) {
    return agent.path("sleep").path("wake_at").asLong(Long.MAX_VALUE);
  }

  private static String callbacks(JsonNode callbacks, Moment moment) {
    long pending = callbacks.path("pending").asLong(0);
    long next = callbacks.path("next_fire_at").asLong(0);
    return pending == 0 ? "" : pending + (next > 0 ? ", next " + moment.until(next) : "");
  }

  private static String channels(JsonNode agent) {
    var channels = new ArrayList<String>();
    agent.path("channels").forEach(c -> channels.add(c.asString("")));
    return String.join(" ", channels);
  }

  /** 3 DMs; 5 (3 DMs, 2 mentions), if several kinds wait; just the number if no kind is known. */
  private static String buffered(JsonNode sleep) {
    long all = sleep.path("buffered").asLong(0);
    var kinds = new ArrayList<String>();
    kind(kinds, sleep.path("dms").asLong(0), "DM");
    kind(kinds, sleep.path("mentions").asLong(0), "mention");
    kind(kinds, sleep.path("channel_messages").asLong(0), "other");
    kind(kinds, sleep.path("callback_fires").asLong(0), "callback");
    if (kinds.isEmpty()) return Long.toString(all);
    boolean sole = kinds.size() == 1 && kinds.getFirst().startsWith(all + " ");
    return sole ? kinds.getFirst() : all + " (" + String.join(", ", kinds) + ")";
  }

  private static void kind(List<String> kinds, long count, String name) {
    if (count > 0) kinds.add(count + " " + name + (count == 1 ? "" : "s"));
  }

  /** 47s, 3m 20s, 2h 5m. */
  static String span(long millis) {
    long s = Math.max(0, (millis + 999) / 1000);
    if (s < 60) return s + "s";
    if (s < 3600) return s / 60 + "m " + s % 60 + "s";
    return s / 3600 + "h " + s % 3600 / 60 + "m";
  }
}
