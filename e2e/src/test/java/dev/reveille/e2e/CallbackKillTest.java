package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Durable callbacks and {@code kill -9}: what the server listed fires, and fires once. */
class CallbackKillTest {
  private static final String FIRE = "@@cb-fire@@";

  private final Identity identity = Identity.generate();
  private final Map<String, String> settings = new HashMap<>(ServerProcess.NO_LIMITS);
  private final Path data;

  CallbackKillTest(@TempDir Path folder) {
    data = folder.resolve("data");
    settings.put("CALLBACKS_DURABLE", "true");
  }

  private static List<JsonNode> listed(WireAgent agent) {
    agent.send(new JsonText().field("type", "CALLBACKS"));
    var list = new ArrayList<JsonNode>();
    agent.await("CALLBACKS").path("list").forEach(list::add);
    return list;
  }

  private static JsonNode fire(WireAgent agent) {
    return agent.await(m -> m.path("content").asString("").startsWith(FIRE));
  }

  private static JsonText markers(String content) {
    return new JsonText().field("type", "MSG").field("to", "#general").field("content", content);
  }

  @Test
  void durable_callbacks_survive_a_kill_and_fire_once() throws Exception {
    long lastDue;
    try (var server = ServerProcess.start(data, settings);
        var ada = WireAgent.keyed(server.uri(), "ada", identity)) {
      ada.send(markers("@@cb:1.2s@@second@@cb:1s@@first@@cb:1000s@@later"));
      var list = listed(ada);
      assertThat(list).hasSize(3);
      lastDue = list.get(1).path("fire_at").asLong();
      server.kill();
    }
    awaitOverdue(lastDue);
    try (var server = ServerProcess.start(data, settings)) {
      try (var ada = WireAgent.keyed(server.uri(), "ada", identity)) {
        var fires = List.of(fire(ada), fire(ada));
        assertThat(fires.stream().map(f -> f.path("content").asString()))
            .containsExactly(FIRE + "first", FIRE + "second");
        assertThat(fires).allMatch(f -> f.path("cb_late_ms").asLong(-1) >= 1_000);
        assertThat(ada.soFar().toString()).doesNotContain(FIRE);
        awaitListed(ada, 1);
      }
      server.kill();
    }
    try (var server = ServerProcess.start(data, settings);
        var ada = WireAgent.keyed(server.uri(), "ada", identity)) {
      assertThat(ada.soFar())
          .as("a fire that was taken in the last second before the kill may come marked")
          .filteredOn(m -> m.path("content").asString("").startsWith(FIRE))
          .allMatch(m -> m.path("replay").asBoolean(false));
      assertThat(listed(ada)).hasSize(1);
      assertThat(server.errors()).isEmpty();
    }
  }

  /**
   * Waits until a callback due then is late enough to say so (1 s); no server runs meanwhile that
   * could tell.
   */
  private static void awaitOverdue(long wallMillis) throws InterruptedException {
    while (System.currentTimeMillis() < wallMillis + 1_100) Thread.sleep(10);
  }

  /** Waits: a fired callback is removed a moment after the socket took it. */
  private static void awaitListed(WireAgent agent, int count) {
    long end = System.nanoTime() + WireAgent.PATIENCE.toNanos();
    while (listed(agent).size() != count) {
      assertThat(System.nanoTime()).as("still listed").isLessThan(end);
    }
  }

  @Test
  void whenever_the_server_is_killed_what_it_listed_is_there_again_and_has_one_timer()
      throws Exception {
    var random = Seed.random("kill -9 while callbacks are set");
    int rounds = Seed.rounds(4, 40);
    List<String> known = List.of();
    for (int round = 0; round <= rounds; round++) {
      try (var server = ServerProcess.start(data, settings);
          var ada = WireAgent.keyed(server.uri(), "ada", identity)) {
        var ids = ids(ada);
        assertThat(ids).containsAll(known).doesNotHaveDuplicates();
        assertThat(ids.size()).isLessThanOrEqualTo(50);
        if (round == rounds) break;
        for (int i = random.nextInt(8); i > 0; i--) ada.send(markers("@@cb:1000s@@r" + round));
        known = ids(ada);
        for (int i = random.nextInt(8); i > 0; i--) ada.send(markers("@@cb:1000s@@u" + round));
        server.kill();
        assertThat(server.errors()).isEmpty();
      }
    }
  }

  private static List<String> ids(WireAgent agent) {
    var ids = new ArrayList<String>();
    for (var each : listed(agent)) ids.add(each.path("cb_id").asString());
    return ids;
  }
}
