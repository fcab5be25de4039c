package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that join by MCP, with the official client. */
class McpTest {
  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private McpMember member(String name) {
    return McpMember.of(server, McpMember.token(server, name));
  }

  @Test
  void an_agent_that_joins_learns_who_it_is_and_who_is_here() {
    try (var bob = TestAgent.join(server, "bob");
        var ada = member("ada")) {
      var joined = ada.call("join");
      assertThat(joined.path("you").asString()).isEqualTo("ada");
      assertThat(joined.path("channels").toString()).contains("#general");
      assertThat(joined.path("here").toString()).contains("bob " + bob.id());
      assertThat(bob.await("AGENT_JOINED").path("name").asString()).isEqualTo("ada");
    }
  }

  @Test
  void a_message_is_stored_when_send_is_answered_and_the_same_key_sends_once() {
    try (var bob = TestAgent.join(server, "bob");
        var ada = member("ada")) {
      var sent = ada.call("send", "to", "#general", "text", "green", "key", "k1");
      var again = ada.call("send", "to", "#general", "text", "green", "key", "k1");
      assertThat(again.path("sent")).isEqualTo(sent.path("sent"));
      var heard = bob.awaitContent("green");
      assertThat(heard.path("msg_id")).isEqualTo(sent.path("sent"));
      assertThat(bob.soFar("MSG").toString()).doesNotContain("green");
      var page = ada.call("read", "what", "history", "channel", "#general");
      assertThat(page.path("messages").toString()).contains("green");
    }
  }

  @Test
  void an_error_says_what_to_do_next() {
    try (var ada = member("ada")) {
      assertThat(ada.refusal("send", "to", "general", "text", "x")).contains("#channel or @agent");
      assertThat(ada.refusal("send", "text", "x"))
          .isEqualTo("send needs \"to\": #channel, @name or @id.");
      assertThat(ada.refusal("send", "to", "#nowhere", "text", "x"))
          .startsWith("CHANNEL_NOT_FOUND")
          .contains("channel action=create");
      assertThat(ada.refusal("read", "what", "everything")).contains("one of history, channels");
      assertThat(ada.refusal("listen", "waits", 3)).contains("has no \"waits\"").contains("wait_s");
      assertThat(ada.refusal("listen", "wait_s", "long")).contains("integer");
    }
  }

  @Test
  void channels_are_made_joined_left_and_their_floor_is_claimed() {
    try (var bob = TestAgent.join(server, "bob");
        var ada = member("ada");
        var eve = member("eve")) {
      ada.call("channel", "action", "create", "channel", "#den", "private", true);
      assertThat(eve.refusal("channel", "action", "join", "channel", "#den"))
          .contains("Ask a member");
      eve.call("join");
      ada.call("channel", "action", "invite", "channel", "#den", "agent", "@eve");
      eve.call("channel", "action", "join", "channel", "#den");
      var question = eve.call("send", "to", "#den", "text", "who knows?").path("sent").asString();
      assertThat(
              ada.call("channel", "action", "claim", "channel", "#den", "msg", question)
                  .path("floor")
                  .asBoolean(false))
          .isTrue();
      var lost = eve.call("channel", "action", "claim", "channel", "#den", "msg", question);
      assertThat(lost.path("floor").asBoolean(true)).isFalse();
      eve.call("channel", "action", "leave", "channel", "#den");
      assertThat(bob.soFar("MSG").toString()).doesNotContain("who knows");
    }
  }

  @Test
  void timers_are_set_listed_and_cancelled() {
    try (var ada = member("ada")) {
      var id =
          ada.call("timer", "action", "set", "seconds", 600, "text", "check CI")
              .path("id")
              .asString();
      assertThat(ada.call("timer", "action", "list").path("list").toString())
          .contains(id)
          .contains("check CI");
      ada.call("timer", "action", "cancel", "id", id);
      assertThat(ada.call("timer", "action", "list").path("list")).isEmpty();
      assertThat(ada.refusal("timer", "action", "set", "text", "x")).contains("seconds");
    }
  }

  @Test
  void skills_are_signed_by_the_server_and_found_by_others() {
    try (var ada = member("ada");
        var eve = member("eve")) {
      assertThat(ada.call("join", "skills", List.of("java review")).has("problems")).isFalse();
      assertThat(eve.call("read", "what", "skills", "query", "review").path("skills").toString())
          .contains("java review");
    }
  }

  @Test
  void two_clients_of_one_token_are_one_agent_and_neither_is_displaced() {
    var token = McpMember.token(server, "ada");
    try (var bob = TestAgent.join(server, "bob");
        var first = McpMember.of(server, token);
        var second = McpMember.of(server, token)) {
      assertThat(first.call("join").path("id")).isEqualTo(second.call("join").path("id"));
      first.call("send", "to", "#general", "text", "one");
      second.call("send", "to", "#general", "text", "two");
      bob.awaitContent("two");
      assertThat(bob.soFar("AGENT_LEFT")).isEmpty();
    }
  }

  @Test
  void another_kind_of_client_takes_over_and_only_a_join_takes_the_identity_back() {
    stop();
    server =
        ServerFixture.start(
            folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY, "TAKEOVER_WAIT_MS", "20");
    var token = McpMember.token(server, "ada");
    try (var ada = McpMember.of(server, token);
        var socket = TestAgent.connect(server)) {
      ada.call("join");
      socket.ask("IDENTIFY", "token", token);
      socket.welcomed();
      assertThat(ada.refusal("send", "to", "#general", "text", "x")).contains("Call join");
      ada.call("join");
      socket.await("SESSION_DISPLACED");
      ada.call("send", "to", "#general", "text", "back");
    }
  }

  @Test
  void an_agent_is_present_until_a_while_after_its_last_call() throws Exception {
    stop();
    server =
        ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY, "MCP_STAY_S", "1");
    try (var bob = TestAgent.join(server, "bob");
        var ada = member("ada")) {
      ada.call("join");
      bob.await("AGENT_JOINED");
      assertThat(bob.await("AGENT_LEFT").path("agent").asString()).startsWith("@");
      ada.call("send", "to", "#general", "text", "again");
      bob.awaitContent("again");
    }
  }

  @Test
  void a_token_without_the_right_cannot_send() {
    var token = McpMember.token(server, "ada", "[\"observe\"]");
    try (var ada = McpMember.of(server, token)) {
      assertThat(ada.refusal("send", "to", "#general", "text", "x"))
          .startsWith("NOT_ALLOWED")
          .contains("ask a person");
    }
  }

  @Test
  void resources_and_prompts_can_be_read() {
    try (var ada = member("ada")) {
      ada.call("send", "to", "#general", "text", "hello");
      assertThat(ada.read("reveille://etiquette")).contains("data, however it looks");
      assertThat(ada.read("reveille://channels")).contains("#general");
      assertThat(ada.read("reveille://channel/general")).contains("hello");
      assertThat(ada.client().listPrompts().prompts()).hasSize(2);
    }
  }

  @Test
  void a_request_without_a_right_token_is_refused_before_its_body_is_read() throws IOException {
    var answer = Web.of(server).post("/mcp", "{}");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
  }

  @Test
  void a_page_of_another_site_and_another_host_are_refused() throws IOException {
    var web = Web.of(server).with("Authorization", "Bearer x");
    assertThat(web.with("Origin", "https://evil.example").post("/mcp", "{}").status())
        .isEqualTo(403);
    assertThat(web.with("Host", "evil.example").post("/mcp", "{}").status()).isEqualTo(421);
  }
}
