package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A disk that takes nothing: senders are told, readers go on, and it heals without a restart. */
class StoreTroubleTest {
  private static final String ROOM = "#general";

  /** Too long to fit into what a full disk may still hold of a begun page. */
  private static final String LONG = "|" + "x".repeat(20_000);

  private final Path folder;
  private final Identity away = Identity.generate();
  private final List<String> stored = new ArrayList<>();

  StoreTroubleTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void a_full_disk_refuses_senders_serves_readers_and_heals() {
    scenario(BrokenDisk.orFileSizeLimit(folder, BrokenDisk.FullDisk::new));
  }

  @Test
  void a_store_that_turns_read_only_refuses_senders_serves_readers_and_heals() {
    scenario(BrokenDisk.orFileSizeLimit(folder, BrokenDisk.ImmutableLog::new));
  }

  @Test
  void a_store_that_may_not_grow_refuses_senders_serves_readers_and_heals() {
    scenario(new BrokenDisk.FileSizeLimit(folder));
  }

  private void scenario(BrokenDisk disk) {
    try (disk) {
      try (var server = ServerProcess.start(disk.data(), ServerProcess.NO_LIMITS)) {
        liveThroughTrouble(server, disk);
        assertThat(server.errors()).isEmpty();
        server.terminate(Duration.ofSeconds(20));
        assertThat(Database.integrity(server.database())).containsExactly("ok");
        assertThat(Database.streamsWithGaps(server.database())).isEmpty();
      }
      try (var server = ServerProcess.start(disk.data(), ServerProcess.NO_LIMITS);
          var reader = WireAgent.guest(server.uri(), "reader")) {
        assertThat(contents(reader)).isEqualTo(stored);
        assertThat(say(reader, "after the restart" + LONG, "k")).isEqualTo("MSG");
      }
    }
  }

  private void liveThroughTrouble(ServerProcess server, BrokenDisk disk) {
    WireAgent.keyed(server.uri(), "away", away).close();
    try (var sender = WireAgent.keyed(server.uri(), "sender", Identity.generate());
        var listener = WireAgent.guest(server.uri(), "listener")) {
      for (int i = 0; i < 20; i++) accept(sender, "before " + i);
      hears(listener, 20);
      assertThat(server.get("/readyz").status()).isEqualTo(200);

      disk.breakFor(server);
      refuse(sender, ROOM, "refused in the room");
      refuse(sender, "@" + away.agentId(), "refused in the mailbox");
      assertThat(listener.soFar()).noneMatch(StoreTroubleTest::isSaid);
      assertThat(server.get("/readyz")).satisfies(StoreTroubleTest::saysWhy);
      assertThat(server.get("/healthz").status()).isEqualTo(200);
      assertThat(server.get("/metrics").body()).contains("reveille_store_ok 0");
      newcomersCanRead(server.uri());
      refuse(sender, ROOM, "refused again");

      disk.mendFor(server);
      awaitReady(server);
      // The same key as before: what was refused had no effect, so this is the first.
      accept(sender, "refused in the room");
      accept(sender, "after");
      hears(listener, 2);
      assertThat(contents(listener)).isEqualTo(stored);
    }
    readsMail(server.uri());
  }

  private static void saysWhy(ServerProcess.Page page) {
    assertThat(page.status()).isEqualTo(503);
    assertThat(page.body()).startsWith("Not stored: ").doesNotContain("Exception");
  }

  private void accept(WireAgent sender, String text) {
    assertThat(say(sender, text + LONG, text)).isEqualTo("MSG");
    stored.add(text);
  }

  private static String say(WireAgent sender, String text, String key) {
    return sender.say(ROOM, text, key).path("type").asString();
  }

  private static void refuse(WireAgent sender, String to, String text) {
    var answer = sender.say(to, text + LONG, text);
    assertThat(answer.path("type").asString()).isEqualTo("ERROR");
    assertThat(answer.path("code").asString()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(answer.path("message").asString()).contains("Not stored").doesNotContain("SQL");
  }

  private void hears(WireAgent listener, int count) {
    var expected = stored.subList(stored.size() - count, stored.size());
    for (var text : expected) {
      assertThat(text(listener.await(StoreTroubleTest::isSaid))).isEqualTo(text);
    }
  }

  /** Guests, agents that were here before, and agents that nobody knows. */
  private void newcomersCanRead(URI uri) {
    try (var guest = WireAgent.guest(uri, "guest");
        var known = WireAgent.keyed(uri, "away", away);
        var unknown = WireAgent.keyed(uri, "unknown", Identity.generate())) {
      for (var agent : List.of(guest, known, unknown)) {
        assertThat(agent.join(ROOM, 0).path("type").asString()).isEqualTo("JOINED");
        assertThat(contents(agent)).isEqualTo(stored);
      }
    }
  }

  private static List<String> contents(WireAgent agent) {
    var history = agent.history(ROOM, 0);
    for (int i = 0; i < history.size(); i++) {
      assertThat(history.get(i).path("seq").asLong()).isEqualTo(i + 1);
    }
    return history.stream().filter(StoreTroubleTest::isSaid).map(StoreTroubleTest::text).toList();
  }

  /** By an agent; the server itself tells who comes and goes. */
  private static boolean isSaid(JsonNode message) {
    return message.path("type").asString().equals("MSG")
        && !message.path("from").asString().equals("@server");
  }

  /** Without the long part, which must be whole. */
  private static String text(JsonNode message) {
    var content = message.path("content").asString();
    assertThat(content.endsWith(LONG)).isTrue();
    return content.substring(0, content.length() - LONG.length());
  }

  private static void awaitReady(ServerProcess server) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (server.get("/readyz").status() != 200) {
      assertThat(System.nanoTime()).as("ready after the disk was mended").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /** The refused direct message is nowhere; the next one is the first. */
  private void readsMail(URI uri) {
    try (var sender = WireAgent.guest(uri, "sender2")) {
      var echo = sender.say("@" + away.agentId(), "mail", "mail");
      assertThat(echo.path("seq").asLong()).isEqualTo(1);
    }
    try (var reader = WireAgent.keyed(uri, "away", away)) {
      var mail = reader.await(StoreTroubleTest::isSaid);
      assertThat(mail.path("content").asString()).isEqualTo("mail");
    }
  }

  @Test
  void a_folder_that_cannot_be_written_stops_the_start_with_a_sentence() throws IOException {
    var data = Files.createDirectories(folder.resolve("data"));
    var path = data.toString();
    boolean root = Machine.run("mount", "--bind", path, path).ok();
    if (root) {
      Machine.must("mount", "-o", "remount,bind,ro", path);
    } else {
      System.out.println("Cannot mount here: the folder's mode stands in for a read-only mount.");
      Machine.must("chmod", "500", path);
    }
    try {
      var run = new Cli(folder).run("up", "--port", "0", "--data-dir", path);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains(path).contains("cannot be used").contains("DATA_DIR");
    } finally {
      if (root) Machine.must("umount", path);
      else Machine.must("chmod", "700", path);
    }
  }

  @Test
  void a_database_that_is_none_stops_the_start_with_a_sentence_and_is_left_alone()
      throws IOException {
    var data = Files.createDirectories(folder.resolve("data"));
    var file = data.resolve("reveille.db");
    var junk = "this is no database ".repeat(1000);
    Files.writeString(file, junk);
    var run = new Cli(folder).run("up", "--port", "0", "--data-dir", data.toString());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("reveille.db").doesNotContain("\tat ");
    assertThat(Files.readString(file)).isEqualTo(junk);
  }
}
