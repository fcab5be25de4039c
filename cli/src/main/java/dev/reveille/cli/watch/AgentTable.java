package dev.reveille.cli.watch;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The agents as rows of text: sleepers first, those that wake first before others, then by name.
 * The cells hold what the server sent; whoever shows them makes it harmless.
 */
public final class AgentTable {
  /** Heads of the columns; those that one looks for first stand first. */
  public static final List<String> HEADS =
      List.of(
          "NAME",
          "✓",
          "PRESENCE",
          "WAKES IN",
          "BUFFERED",
          "CALLBACKS",
          "WAKES AT",
          "MODE",
          "CHANNELS",
          "ID");

  private static final long DAY_MILLIS = 86_400_000;

  private AgentTable() {}

  /**
   * One row for each agent.
   *
   * @param agents as the server lists them
   * @param now of the wall clock, which the server is taken to share
   */
  public static List<List<String>> rows(JsonNode agents, long now, ZoneId zone) {
    var all = new ArrayList<JsonNode>();
    agents.forEach(all::add);
    all.sort(
        Comparator.comparingLong((JsonNode a) -> wakeAt(a))
            .thenComparing(a -> a.path("name").asString(""))
            .thenComparing(a -> a.path("id").asString("")));
    return all.stream().map(a -> row(a, now, zone)).toList();
  }

  static boolean isAsleep(JsonNode agent) {
    return agent.path("sleep").isObject();
  }

  private static long wakeAt(JsonNode agent) {
    return agent.path("sleep").path("wake_at").asLong(Long.MAX_VALUE);
  }

  private static List<String> row(JsonNode agent, long now, ZoneId zone) {
    var sleep = agent.path("sleep");
    boolean asleep = isAsleep(agent);
    var callbacks = agent.path("callbacks");
    long pending = callbacks.path("pending").asLong(0);
    long next = callbacks.path("next_fire_at").asLong(0);
    var channels = new ArrayList<String>();
    agent.path("channels").forEach(c -> channels.add(c.asString("")));
    return List.of(
        agent.path("name").asString(""),
        agent.path("verified").asBoolean(false) ? "✓" : "",
        asleep ? "sleeping" : agent.path("presence").asString(""),
        asleep ? span(wakeAt(agent) - now) : "",
        asleep ? buffered(sleep) : "",
        pending == 0 ? "" : pending + (next > 0 ? ", next " + span(next - now) : ""),
        asleep ? time(wakeAt(agent), now, zone) : "",
        asleep ? sleep.path("mode").asString("") : "",
        String.join(" ", channels),
        agent.path("id").asString(""));
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

  /** The day is said only where the time alone could be two moments. */
  private static String time(long at, long now, ZoneId zone) {
    var form = DateTimeFormatter.ofPattern(at - now < DAY_MILLIS ? "HH:mm:ss" : "MM-dd HH:mm");
    return form.format(Instant.ofEpochMilli(at).atZone(zone));
  }
}
