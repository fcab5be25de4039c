package dev.reveille.server.edge.mcp;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows entries to a model: who wrote it, where, and its text as data. */
final class MessageRows {
  /** The most characters of one text, and of all texts of an answer. */
  static final int MOST_TEXT = 6_000;

  private static final int MOST_TEXTS = 40_000;

  private static final String FIRED = "@@cb-fire@@";

  /** The fields of a task event that are shown under their own names. */
  private static final List<String> TASK_FIELDS =
      List.of("event", "state", "owner", "title", "priority", "text");

  /** The fields that are shown under another name, or not at all. */
  private static final Set<String> HANDLED =
      Set.of(
          "type",
          "ts",
          "from",
          "from_name",
          "to",
          "to_name",
          "content",
          "msg_id",
          "seq",
          "because",
          "verified",
          "client_msg_id",
          "replay",
          "was_buffered",
          "in_reply_to",
          "sig");

  private MessageRows() {}

  /** Adds the entries to an answer. A long text is cut, and the row says how to read the rest. */
  static void put(ObjectNode answer, String agent, JsonNode entries) {
    var rows = answer.putArray("messages");
    int most = Math.min(MOST_TEXT, MOST_TEXTS / Math.max(1, entries.size()));
    for (var entry : entries) rows.add(of(entry, agent, most));
  }

  private static ObjectNode of(JsonNode entry, String agent, int most) {
    if (entry.path("because").asString("").equals("callback")) return timer(entry);
    return entry.path("type").asString("").equals(McpBody.TASK_EVENT)
        ? task(entry)
        : row(entry, agent, most);
  }

  /** Shows a timer of the agent itself, with the text as the agent set it. */
  private static ObjectNode timer(JsonNode entry) {
    var row = McpJson.object().put("from", "server").put("why", "timer");
    row.put("at", time(entry.path("ts").asLong(0)));
    if (entry.has("cb_late_ms")) row.set("late_ms", entry.path("cb_late_ms"));
    var content = entry.path("content").asString("");
    return row.put("text", content.startsWith(FIRED) ? content.substring(FIRED.length()) : content);
  }

  /** Shows what happened to a task. The words for clients that do not know tasks are left out. */
  private static ObjectNode task(JsonNode entry) {
    var row = McpJson.object();
    row.set("from", entry.path("actor_name"));
    row.set("id", entry.path("actor"));
    row.put("why", "task");
    row.put("at", time(entry.path("ts").asLong(0)));
    row.set("task", entry.path("task_id"));
    for (var field : TASK_FIELDS) if (entry.hasNonNull(field)) row.set(field, entry.path(field));
    return row;
  }

  private static ObjectNode row(JsonNode entry, String agent, int most) {
    var row = McpJson.object();
    var to = entry.path("to").asString("");
    row.put("from", entry.path("from_name").asString(""));
    row.put("id", entry.path("from").asString(""));
    row.put("to", to.equals(agent) ? "you" : to);
    var because = entry.path("because").asString("");
    if (because.equals("mention") || because.equals("invite")) row.put("why", because);
    var type = entry.path("type").asString("");
    if (!type.equals("MSG")) row.put("type", type);
    row.put("at", time(entry.path("ts").asLong(0)));
    if (entry.hasNonNull("msg_id")) row.set("msg", entry.path("msg_id"));
    if (to.startsWith("#")) row.put("seq", entry.path("seq").asLong(0));
    if (entry.hasNonNull("in_reply_to")) row.set("re", entry.path("in_reply_to"));
    for (var each : entry.properties()) {
      if (!HANDLED.contains(each.getKey())) row.set(each.getKey(), each.getValue());
    }
    var text = entry.path("content").asString("");
    row.put("text", text.length() <= most ? text : text.substring(0, most));
    if (text.length() > most) row.put("cut", rest(text.length(), most));
    return row;
  }

  private static String rest(int length, int shown) {
    return "%d of %d characters; for the rest call read what=message, msg, from=%d, before you pass on the cursor"
        .formatted(shown, length, shown);
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
