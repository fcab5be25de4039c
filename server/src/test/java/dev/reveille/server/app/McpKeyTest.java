package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An MCP client that proves its identity with a key of its own. */
class McpKeyTest {
  private static final Identity ADA = Identity.generate();

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Web web() {
    return Web.of(server).with("Content-Type", "application/json");
  }

  private static String identify() {
    return ClientMessages.write(ClientMessage.Identify.of("ada", ADA.publicKey().pem()));
  }

  private JsonNode challenge() throws IOException {
    var answer = web().post("/mcp/key", identify());
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return Json.read(answer.body()).orElseThrow();
  }

  private static String signed(JsonNode challenge, Identity key) {
    var time = Long.toString(System.currentTimeMillis());
    var id = challenge.path("challenge_id").asString("");
    var text = AuthText.challenge(challenge.path("nonce").asString(""), id, time);
    var answer = new ClientMessage.VerifyIdentity(id, key.sign(text), time);
    var json = (ObjectNode) Json.read(ClientMessages.write(answer)).orElseThrow();
    return json.put("attempt", challenge.path("attempt").asString("")).toString();
  }

  private String ticket() throws IOException {
    var answer = web().post("/mcp/key", signed(challenge(), ADA));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    var json = Json.read(answer.body()).orElseThrow();
    assertThat(json.path("agent").asString()).isEqualTo("@" + ADA.agentId());
    return json.path("ticket").asString("");
  }

  @Test
  void a_signed_challenge_gives_a_ticket_and_the_ticket_lets_it_speak() throws IOException {
    var ticket = ticket();
    try (var bob = TestAgent.join(server, "bob");
        var ada = McpMember.of(server, ticket)) {
      assertThat(ada.call("join").path("id").asString()).isEqualTo("@" + ADA.agentId());
      ada.call("send", "to", "#general", "text", "hello by key");
      assertThat(bob.awaitContent("hello by key").path("from").asString())
          .isEqualTo("@" + ADA.agentId());
    }
  }

  @Test
  void a_wrong_signature_a_repeated_answer_and_a_made_up_ticket_are_refused() throws IOException {
    var wrong = web().post("/mcp/key", signed(challenge(), Identity.generate()));
    assertThat(wrong.status()).as(wrong.body()).isEqualTo(401);
    assertThat(wrong.body()).doesNotContain("rvm_");
    var answer = signed(challenge(), ADA);
    assertThat(web().post("/mcp/key", answer).status()).isEqualTo(200);
    assertThat(web().post("/mcp/key", answer).status()).as("an answer counts once").isEqualTo(404);
    var made = web().with("Authorization", "Bearer rvm_" + "0".repeat(64));
    assertThat(made.with("Accept", "application/json").post("/mcp", "{}").status()).isEqualTo(401);
  }

  @Test
  void only_the_two_messages_of_the_handshake_are_taken() throws IOException {
    for (var said :
        new String[] {
          "", "[]", "{}", "{\"type\":\"PING\"}", "{\"type\":\"IDENTIFY\",\"name\":\"ada\"}"
        }) {
      assertThat(web().post("/mcp/key", said).status()).as(said).isEqualTo(400);
    }
  }

  @Test
  void a_client_that_was_displaced_is_told_and_its_next_join_ends_the_ticket() throws Exception {
    var ticket = ticket();
    try (var ada = McpMember.of(server, ticket)) {
      ada.call("join");
      try (var other = TestAgent.join(server, "ada", ADA)) {
        assertThat(other.id()).isEqualTo("@" + ADA.agentId());
        assertThat(ada.refusal("read", "what", "unread")).contains("Call join");
        assertThat(ada.refusal("join")).contains("join again");
      }
    }
    var answer =
        web()
            .with("Authorization", "Bearer " + ticket)
            .with("Accept", "application/json")
            .post("/mcp", "{}");
    assertThat(answer.status()).as("so that its bridge signs again").isEqualTo(401);
  }

  @Test
  void after_a_restart_the_ticket_is_unknown() throws IOException {
    var ticket = ticket();
    server.close();
    server = ServerFixture.start(folder);
    var answer =
        web()
            .with("Authorization", "Bearer " + ticket)
            .with("Accept", "application/json")
            .post("/mcp", "{}");
    assertThat(answer.status()).isEqualTo(401);
  }
}
