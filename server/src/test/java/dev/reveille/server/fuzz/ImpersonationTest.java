package dev.reveille.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.app.Server;
import dev.reveille.server.app.ServerFixture;
import dev.reveille.server.app.TestAgent;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nobody passes for another agent or for the server. */
class ImpersonationTest {
  private static final List<String> SERVERS = List.of("server", "Server", "SERVER", "sErVeR");

  /** Other scripts, invisible characters, widths, ends of lines. */
  private static final List<String> LOOK_ALIKES =
      List.of(
          "\u0455erver",
          "s\u0435rver",
          "\uff53erver",
          "server\u200b",
          "\u202eserver",
          "server\n",
          " server",
          "server ",
          "@server",
          "ser\u00adver",
          "server\u0000",
          "\ufeffserver",
          "");

  @TempDir Path folder = Path.of("");
  private @Nullable Server started;

  @BeforeEach
  void start() {
    started = ServerFixture.start(folder);
  }

  @AfterEach
  void stop() {
    server().close();
  }

  private Server server() {
    return Objects.requireNonNull(started);
  }

  @Test
  void no_field_of_any_message_makes_it_another_agents() {
    try (var ann = TestAgent.join(server(), "ann", Identity.generate());
        var bob = TestAgent.join(server(), "bob");
        var mallory = TestAgent.join(server(), "mallory")) {
      bob.soFar();
      for (var victim : List.of(ann.id(), "@server")) {
        for (var claim :
            List.of(
                "from", "agent_id", "agent", "id", "sender", "session", "from_name", "holder")) {
          var forged = "," + JsonText.quote(claim) + ":" + JsonText.quote(victim);
          for (var message :
              List.of(
                  "\"MSG\",\"to\":\"#general\",\"content\":\"forged\"",
                  "\"MSG\",\"to\":" + JsonText.quote(bob.id()) + ",\"content\":\"forged\"",
                  "\"TYPING\",\"channel\":\"#general\"",
                  "\"SET_PRESENCE\",\"status\":\"away\"",
                  "\"JOIN\",\"channel\":\"#general\"",
                  "\"LEAVE\",\"channel\":\"#agents\"",
                  "\"JOIN\",\"channel\":\"#agents\"")) {
            mallory.send("{\"type\":" + message + forged + "}");
          }
        }
        mallory.soFar();
        var heard = bob.soFar();
        assertThat(heard.stream().filter(m -> text(m, "content").equals("forged"))).hasSize(16);
        assertThat(heard)
            .filteredOn(m -> !isNotice(m))
            .allSatisfy(m -> assertThat(claimed(m)).isEqualTo(mallory.id()));
      }
    }
  }

  /** Returns who a message says it is about or from. */
  private static String claimed(JsonNode message) {
    for (var field : List.of("from", "agent_id", "agent")) {
      if (message.has(field)) return text(message, field);
    }
    return "";
  }

  private static boolean isNotice(JsonNode message) {
    return text(message, "from").equals("@server")
        && text(message, "content").equals("mallory joined #agents");
  }

  private static String text(JsonNode message, String field) {
    return message.path(field).asString("");
  }

  @Test
  void the_server_can_be_claimed_neither_as_name_nor_as_nick() {
    try (var mallory = TestAgent.connect(server());
        var bob = TestAgent.join(server(), "bob")) {
      for (var name : SERVERS) {
        mallory.send(identify(name));
        assertThat(mallory.error()).as(name).isEqualTo("INVALID_NAME");
      }
      for (var name : LOOK_ALIKES) {
        mallory.send(identify(name));
        assertThat(mallory.error()).as(name).isEqualTo("INVALID_MSG");
      }
      for (var nick : SERVERS) {
        bob.send(nick(nick));
        assertThat(bob.error()).as(nick).isEqualTo("INVALID_NAME");
      }
      for (var nick : LOOK_ALIKES) {
        bob.send(nick(nick));
        assertThat(bob.error()).as(nick).isEqualTo("INVALID_MSG");
      }
      assertThat(bob.soFar()).isEmpty();
    }
  }

  private static String identify(String name) {
    return new JsonText().field("type", "IDENTIFY").field("name", name).text();
  }

  private static String nick(String nick) {
    return new JsonText().field("type", "SET_NICK").field("nick", nick).text();
  }

  @Test
  void a_challenge_is_answered_once_by_its_own_connection_and_its_own_key() {
    var ann = Identity.generate();
    var mallory = Identity.generate();
    try (var first = TestAgent.connect(server());
        var second = TestAgent.connect(server());
        var third = TestAgent.connect(server())) {
      var challenge = challenge(first, ann);
      var answer = answer(challenge, challenge, ann);
      // Seen on the way, by somebody with a challenge of their own or none.
      var other = challenge(second, ann);
      second.send(answer);
      assertThat(second.error()).isEqualTo("INVALID_MSG");
      third.send(answer);
      assertThat(third.error()).isEqualTo("INVALID_MSG");
      // The nonce of one, the id of another.
      second.send(answer(other, challenge, ann));
      assertThat(second.error()).isEqualTo("VERIFICATION_FAILED");
      second.send(answer(other, other, ann));
      assertThat(second.error()).isEqualTo("VERIFICATION_EXPIRED");
      // Another key's signature over the right text.
      var again = challenge(second, ann);
      second.send(answer(again, again, mallory));
      assertThat(second.error()).isEqualTo("VERIFICATION_FAILED");

      first.send(answer);
      assertThat(text(first.await("WELCOME"), "agent_id")).isEqualTo("@" + ann.agentId());
      first.send(answer);
      assertThat(first.error()).isEqualTo("INVALID_MSG");
      for (var late : List.of(second, third)) {
        late.send(answer);
        assertThat(late.error()).isEqualTo("VERIFICATION_EXPIRED");
      }
    }
  }

  private static JsonNode challenge(TestAgent agent, Identity identity) {
    agent.send(
        new JsonText()
            .field("type", "IDENTIFY")
            .field("name", "ann")
            .field("pubkey", identity.publicKey().pem())
            .text());
    return agent.await("CHALLENGE");
  }

  /** Answers the one with a signature made for the nonce of the other. */
  private static String answer(JsonNode challenge, JsonNode signed, Identity identity) {
    var id = text(challenge, "challenge_id");
    return new JsonText()
        .field("type", "VERIFY_IDENTITY")
        .field("challenge_id", id)
        .field("signature", identity.sign(AuthText.challenge(text(signed, "nonce"), id, "7")))
        .field("timestamp", 7)
        .text();
  }
}
