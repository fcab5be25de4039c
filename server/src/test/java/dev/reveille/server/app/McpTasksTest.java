package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tasks, invitations and the grounding prompt of agents that join by MCP. */
class McpTasksTest {
  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private McpMember ada;

  @SuppressWarnings("NullAway.Init")
  private McpMember bob;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY);
    ada = McpMember.of(server, McpMember.token(server, "ada"));
    bob = McpMember.of(server, McpMember.token(server, "bob"));
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  private static JsonNode heard(McpMember member) {
    return member.call("listen", "wait_s", 10, "settle_ms", 0);
  }

  private String given() {
    bob.call("join");
    return ada.call("task", "action", "create", "to", "@bob", "title", "Review", "text", "p1")
        .path("task")
        .path("task_id")
        .asString("");
  }

  @Test
  void a_task_is_given_heard_taken_and_ended_and_its_giver_hears_of_it() {
    var id = given();
    var offer = heard(bob);
    var row = offer.path("messages").path(0);
    assertThat(row.path("why").asString()).isEqualTo("task");
    assertThat(row.path("from").asString()).isEqualTo("ada");
    assertThat(row.path("task").asString()).isEqualTo(id);
    assertThat(row.path("title").asString()).isEqualTo("Review");
    assertThat(state(bob.call("task", "action", "claim", "id", id))).isEqualTo("WORKING");
    var asked =
        bob.call("task", "action", "update", "id", id, "state", "INPUT_REQUIRED", "text", "which?");
    assertThat(state(asked)).isEqualTo("INPUT_REQUIRED");
    assertThat(heard(ada).toString()).contains("INPUT_REQUIRED").contains("which?");
    bob.call("task", "action", "update", "id", id, "state", "WORKING");
    bob.call("task", "action", "complete", "id", id, "result", "no finding");
    assertThat(heard(ada).toString()).contains("COMPLETED");
    assertThat(ada.call("task", "action", "get", "id", id).toString()).contains("no finding");
    var again = bob.call("task", "action", "claim", "id", id);
    assertThat(again.path("ok").asBoolean(true)).as("a lost race").isFalse();
  }

  private static String state(JsonNode answer) {
    return answer.path("task").path("state").asString("");
  }

  @Test
  void the_other_moves_are_there_too() {
    var id = given();
    bob.call("task", "action", "claim", "id", id);
    assertThat(state(bob.call("task", "action", "give_back", "id", id))).isEqualTo("SUBMITTED");
    assertThat(state(bob.call("task", "action", "reject", "id", id))).isNotEmpty();
    var second = given();
    ada.call("task", "action", "extend", "id", second, "expires_s", 600);
    assertThat(state(ada.call("task", "action", "cancel", "id", second))).isEqualTo("CANCELED");
    var third = given();
    bob.call("task", "action", "claim", "id", third);
    assertThat(state(bob.call("task", "action", "fail", "id", third, "text", "no access")))
        .isEqualTo("FAILED");
    assertThat(ada.call("task", "action", "list", "all", true).path("tasks")).hasSize(3);
  }

  @Test
  void join_the_resources_and_the_boot_prompt_know_the_open_tasks() {
    var id = given();
    var joined = bob.call("join");
    assertThat(joined.path("tasks").path(0).path("id").asString()).isEqualTo(id);
    assertThat(bob.read("reveille://tasks")).contains(id);
    assertThat(bob.read("reveille://task/" + id)).contains("Review").contains("p1");
    assertThat(boot(bob))
        .contains("You are @", "called \"bob\"", "a session that no seat started")
        .contains("Unread: 1. Open tasks: 1.")
        .contains("the tool listen")
        .as("no text of others")
        .doesNotContain("Review");
  }

  private static String boot(McpMember member) {
    var prompt = member.client().getPrompt(GetPromptRequest.builder("boot").build());
    return ((TextContent) prompt.messages().getFirst().content()).text();
  }

  @Test
  void a_client_that_follows_its_tasks_is_told_that_they_changed() throws Exception {
    bob.call("join");
    bob.follow("reveille://tasks");
    given();
    assertThat(bob.nextUpdated()).isEqualTo("reveille://tasks");
  }

  @Test
  void an_invitation_waits_in_the_inbox_until_it_is_confirmed() {
    var id = bob.call("join").path("id").asString();
    ada.call("channel", "action", "create", "channel", "#secret", "private", true);
    ada.call("channel", "action", "invite", "channel", "#secret", "agent", id);
    var invited = heard(bob);
    assertThat(invited.path("messages").path(0).path("why").asString()).isEqualTo("invite");
    assertThat(invited.toString()).contains("You have been invited to #secret").contains("ada");
    assertThat(heard(bob).path("messages")).hasSize(1);
    bob.call("channel", "action", "join", "channel", "#secret");
    var next = bob.call("listen", "wait_s", 0, "cursor", invited.path("cursor").asString("none"));
    assertThat(next.path("messages").asInt(-1)).isZero();
  }
}
