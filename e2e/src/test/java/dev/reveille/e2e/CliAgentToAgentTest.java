package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Skills, proofs and files between agents, from the command line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliAgentToAgentTest {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int REFUSED = 4;
  private static final int TIMED_OUT = 5;

  private final Path folder;
  private final ServerProcess server;

  CliAgentToAgentTest(@TempDir Path folder) {
    this.folder = folder;
    // The limits are as strict as a user meets them: a transfer must live with them.
    server = ServerProcess.start(folder.resolve("data"), Map.of("TAKEOVER_WAIT_MS", "0"));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Cli user(String name) throws IOException {
    Files.createDirectories(folder.resolve(name));
    return new Cli(folder.resolve(name)).with("REVEILLE_URL", server.uri().toString());
  }

  private static String newIdentity(Cli user, String name) {
    var made = user.run("identity", "new", name);
    assertThat(made.exit()).as(made.err()).isEqualTo(OK);
    return made.out().substring(0, made.out().indexOf(" "));
  }

  private static JsonNode json(String line) {
    return Json.read(line).orElseThrow(() -> new AssertionError("no JSON: " + line));
  }

  @Test
  void skills_are_registered_and_found() throws IOException {
    var ada = user("ada");
    var list = folder.resolve("skills.json");
    Files.writeString(
        list,
        """
        [{"capability": "Review", "rate": 5.0, "currency": "EUR", "2": "b", "1": "a", "ü": "\\u00fc"},
         {"capability": "translate", "description": "de \\u2192 en"}]
        """);
    var registered = ada.run("skills", "register", list.toString());
    assertThat(registered.exit()).as(registered.err()).isEqualTo(OK);
    assertThat(registered.out()).contains("offers 2 skills");
    var bob = user("bob");
    var found = bob.run("skills", "search", "--capability", "REV", "--json");
    assertThat(found.exit()).isEqualTo(OK);
    assertThat(json(found.out().strip()).path("currency").asString()).isEqualTo("EUR");
    assertThat(bob.run("skills", "search", "--max-rate", "1").out()).doesNotContain("Review");
    assertThat(bob.run("skills", "search").out())
        .contains("CAPABILITY", "Review", "5 EUR", "de → en");
    var one = bob.run("skills", "register", "--capability", "count", "--rate", "0.50", "--json");
    assertThat(json(one.out()).path("skills_count").asInt()).isOne();
    fails(bob.run("skills", "register"), USAGE, "either a FILE or");
    fails(bob.run("skills", "register", "nowhere.json"), USAGE, "no file 'nowhere.json'");
    fails(bob.run("skills", "search", "--limit", "0"), USAGE, "1 to 100");
    var guest = bob.run("skills", "register", "--ephemeral", "--capability", "x");
    fails(guest, REFUSED, "SIGNATURE_REQUIRED");
  }

  @Test
  void an_agent_proves_its_key_or_does_not() throws IOException {
    var carl = user("carl");
    var id = newIdentity(carl, "carl");
    var dora = user("dora");
    try (var listening = carl.start("listen", "-i", "carl")) {
      listening.awaitText("Listening to everything");
      var proven = dora.run("verify", id);
      assertThat(proven.exit()).as(proven.err()).isEqualTo(OK);
      assertThat(proven.out()).startsWith(id + " verified\nSHA-256  " + id.substring(1));
      var named = dora.run("verify", "@carl", "--json");
      assertThat(json(named.out()).path("fingerprint").asString()).startsWith(id.substring(1));
      assertThat(json(named.out()).path("id_from_key").asBoolean()).isTrue();
    }
    fails(dora.run("verify", "@0123456789abcdef"), REFUSED, "AGENT_NOT_FOUND");
    fails(dora.run("verify", "@nobody-here"), FAILED, "use the id");
    fails(dora.run("verify", "carl"), USAGE, "@carl");
    try (var guest = WireAgent.guest(server.uri(), "keyless")) {
      fails(dora.run("verify", guest.id()), FAILED, "is not verified");
    }
    var identity = Identity.generate();
    try (var liar = WireAgent.keyed(server.uri(), "liar", identity);
        var asking = dora.start("verify", liar.id())) {
      var request = liar.await("VERIFY_REQUEST");
      liar.send(
          new JsonText()
              .field("type", "VERIFY_RESPONSE")
              .field("request_id", request.path("request_id").asString())
              .field("nonce", request.path("nonce").asString())
              .field("sig", Identity.generate().sign(request.path("nonce").asString())));
      fails(asking.await(), FAILED, "is not verified");
    }
  }

  @Test
  void files_go_from_one_process_to_another() throws IOException {
    var inbox = Files.createDirectories(folder.resolve("inbox"));
    var large = new byte[1_500_000];
    new Random(1).nextBytes(large);
    var first = Files.write(folder.resolve("large.bin"), large);
    var second = Files.writeString(folder.resolve("grüße 🌍.txt"), "hello\r\n");
    var eve = user("eve");
    var fred = user("fred");
    var id = newIdentity(eve, "eve");
    var sender = newIdentity(fred, "fred");
    try (var receiving =
        eve.start(
            "file", "receive", "-i", "eve", "--from", sender, "--dir", inbox.toString(), "--yes")) {
      receiving.awaitText("Waiting for files as " + id);
      var stranger = user("gus").run("file", "send", "@eve", second.toString());
      fails(stranger, REFUSED, "declined the offer");
      var sent =
          fred.run("file", "send", "-i", "fred", id, first.toString(), second.toString(), "--json");
      assertThat(sent.exit()).as(sent.err()).isEqualTo(OK);
      assertThat(json(sent.out()).path("bytes").asLong()).isEqualTo(1_500_007);
      assertThat(sent.err()).contains("sent 100 % of 1.4 MB");
      var received = receiving.await();
      assertThat(received.exit()).as(received.err()).isEqualTo(OK);
      assertThat(received.err()).contains("it is not from " + sender);
      assertThat(received.out().lines())
          .containsExactly(
              inbox.resolve("large.bin").toString(), inbox.resolve("grüße 🌍.txt").toString());
    }
    assertThat(Files.readAllBytes(inbox.resolve("large.bin"))).isEqualTo(large);
    assertThat(Files.readString(inbox.resolve("grüße 🌍.txt"))).isEqualTo("hello\r\n");
  }

  @Test
  void a_person_is_asked_before_a_file_is_taken() throws IOException {
    var inbox = Files.createDirectories(folder.resolve("careful"));
    var path = Files.writeString(folder.resolve("note.txt"), "hi");
    Files.writeString(inbox.resolve("note.txt"), "mine");
    var hal = user("hal");
    var id = newIdentity(hal, "hal");
    for (var answer : new String[] {"n\n", "y\n"}) {
      try (var receiving = hal.start("file", "receive", "-i", "hal", "--dir", inbox.toString());
          var sending = startSending(receiving, id, path)) {
        receiving.awaitText("Take it? [y/N]");
        receiving.type(answer);
        assertThat(receiving.await().exit()).isEqualTo(answer.equals("y\n") ? OK : FAILED);
        assertThat(sending.await().exit()).isEqualTo(answer.equals("y\n") ? OK : REFUSED);
      }
    }
    assertThat(Files.readString(inbox.resolve("note.txt"))).isEqualTo("mine");
    assertThat(Files.readString(inbox.resolve("note-1.txt"))).isEqualTo("hi");
    fails(hal.run("file", "send", id, "nowhere.txt"), FAILED, "is no file");
    var made = folder.resolve("new").resolve("folder");
    var nobody =
        hal.run(
            "file", "receive", "-i", "hal", "--dir", made.toString(), "--wait", "100ms", "--json");
    fails(nobody, TIMED_OUT, "Nobody offered");
    assertThat(made).isDirectory();
  }

  private Cli.Running startSending(Cli.Running receiving, String to, Path path) throws IOException {
    receiving.awaitText("Waiting for files");
    return user("ivy").start("file", "send", to, path.toString());
  }

  private static void fails(Cli.Run run, int code, String part) {
    assertThat(run.exit()).as(run.toString()).isEqualTo(code);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().toList().getLast()).startsWith("reveille: ").contains(part);
  }
}
