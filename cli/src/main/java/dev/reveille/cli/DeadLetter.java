package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A batch that the program of {@code listen --exec} could not handle.
 *
 * @param id counts up and is not used again
 * @param at when it was given up, in milliseconds since 1970
 * @param server the address of the server that it came from
 * @param command the program that failed
 * @param reason why its last run failed
 * @param entries the messages as JSON, oldest first
 */
record DeadLetter(
    long id,
    long at,
    String server,
    int tries,
    String command,
    String reason,
    List<String> entries) {

  DeadLetter {
    entries = List.copyOf(entries);
  }

  String json() {
    return new JsonText()
        .field("id", id)
        .field("at", at)
        .field("server", server)
        .field("tries", tries)
        .field("command", command)
        .field("reason", reason)
        .rawList("entries", entries.stream().map(e -> e.getBytes(StandardCharsets.UTF_8)).toList())
        .text();
  }

  static DeadLetter of(JsonNode json) {
    var entries = new ArrayList<String>();
    for (var entry : json.path("entries")) entries.add(JsonText.of(entry));
    return new DeadLetter(
        json.path("id").asLong(0),
        json.path("at").asLong(0),
        json.path("server").asString(""),
        json.path("tries").asInt(0),
        json.path("command").asString(""),
        json.path("reason").asString(""),
        entries);
  }
}
