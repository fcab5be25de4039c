package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@code up} to the end of the process. */
class StartTest {
  private static final int SIGTERM = 128 + 15;

  private final Path folder;

  StartTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void up_tells_where_everything_is_and_accepts_connections() throws Exception {
    var data = folder.resolve("data");
    try (var server = ServerProcess.start(data, Map.of())) {
      assertThat(server.out())
          .contains("WebSocket    " + server.uri())
          .contains("data folder  " + data)
          .contains("process      " + server.pid())
          .contains("./reveille send '#general' 'hello' --url " + server.uri())
          .contains("./reveille listen '#general' --url " + server.uri())
          .doesNotContain("\u001b");
      assertThat(server.err()).isEmpty();
      WireAgent.guest(server.uri(), "first").close();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
          .isEqualTo("rwx------");
      try (var files = Files.list(data)) {
        for (var file : files.toList()) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .as(file.toString())
              .isEqualTo("rw-------");
        }
      }
      System.out.println("start on an empty folder: " + server.startTime().toMillis() + " ms");
      assertThat(server.startTime()).isLessThan(Duration.ofSeconds(30));
      server.terminate(Duration.ofSeconds(20));
    }
    try (var server = ServerProcess.start(data, Map.of())) {
      System.out.println("start on a known folder: " + server.startTime().toMillis() + " ms");
      assertThat(server.startTime()).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void a_second_server_on_the_folder_says_who_holds_it_and_harms_nobody() {
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of());
        var agent = WireAgent.guest(server.uri(), "agent")) {
      var second = up("--port", "0", "--data-dir", server.data().toString());
      sentence(second, "in use by process " + server.pid(), server.data().toString(), "DATA_DIR");
      assertThat(agent.say("#general", "still here", "1").path("type").asString()).isEqualTo("MSG");
    }
    // The note of a server that was killed is no lock.
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of())) {
      assertThat(server.get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_port_in_use_is_one_sentence() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var data = folder.resolve("data").toString();
      sentence(
          up("--port", port, "--data-dir", data),
          "Port " + port,
          "address already in use",
          "--port");
    }
  }

  @Test
  void a_bad_configuration_is_one_sentence_that_names_the_setting() throws IOException {
    var data = folder.resolve("data").toString();
    sentence(new Cli(folder).with("PORT", "many").run("up", "--data-dir", data), "port");
    sentence(
        new Cli(folder).with("CHANNELS", "general").run("up", "--data-dir", data, "--port", "0"),
        "CHANNELS",
        "general");
    var file = folder.resolve("my.conf");
    Files.writeString(file, "limits { rate-limit-sm = 5 }");
    sentence(up("--config", file.toString(), "--data-dir", data), "my.conf", "rate-limit-sm");
    Files.writeString(file, "limits { rate-limit-ms = ");
    sentence(up("--config", file.toString(), "--data-dir", data), "my.conf");
    sentence(up("--config", "nowhere.conf", "--data-dir", data), "nowhere.conf");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void sigterm_says_goodbye_keeps_everything_and_ends_in_time() throws Exception {
    var data = folder.resolve("data");
    var away = Identity.generate();
    try (var server = ServerProcess.start(data, ServerProcess.NO_LIMITS);
        var one = WireAgent.guest(server.uri(), "one");
        var two = WireAgent.keyed(server.uri(), "two", Identity.generate())) {
      WireAgent.keyed(server.uri(), "away", away).close();
      for (int i = 0; i < 50; i++) one.say("#general", "text " + i, "k" + i);
      two.say("@" + away.agentId(), "for later", "dm");
      long from = System.nanoTime();
      int exit = server.terminate(Duration.ofSeconds(5));
      System.out.printf("SIGTERM to the end: %d ms%n", (System.nanoTime() - from) / 1_000_000);
      assertThat(exit).isEqualTo(SIGTERM);
      assertThat(one.closed().get(5, TimeUnit.SECONDS)).isEqualTo(1001);
      assertThat(two.closed().get(5, TimeUnit.SECONDS)).isEqualTo(1001);
      assertThat(server.err()).isEmpty();
      assertThat(data.resolve("reveille.holder")).doesNotExist();
      assertThat(Database.integrity(server.database())).containsExactly("ok");
    }
    try (var server = ServerProcess.start(data, ServerProcess.NO_LIMITS);
        var reader = WireAgent.guest(server.uri(), "reader");
        var back = WireAgent.keyed(server.uri(), "away", away)) {
      assertThat(reader.history("#general", 0))
          .filteredOn(m -> m.path("content").asString().startsWith("text "))
          .hasSize(50);
      var mail = back.await(m -> m.path("to").asString("").equals(back.id()));
      assertThat(mail.path("content").asString()).isEqualTo("for later");
    }
  }

  private Cli.Run up(String... args) {
    var all = new String[args.length + 1];
    all[0] = "up";
    System.arraycopy(args, 0, all, 1, args.length);
    return new Cli(folder).run(all);
  }

  private static void sentence(Cli.Run run, String... parts) {
    assertThat(run.exit()).as(run.toString()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("reveille: ").contains(parts);
  }
}
