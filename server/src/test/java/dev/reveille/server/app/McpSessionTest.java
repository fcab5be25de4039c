package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The tool session: handoffs, the end of a session, and the agent's own memory. */
class McpSessionTest extends TokenFixture {
  @BeforeEach
  @Override
  void start() {
    start("SEATS_SCRIPTED", "true", "FRAME_LIMIT", "0");
  }

  private McpMember member(String name, String... scopes) {
    return McpMember.of(server, token(make(name, scopes)));
  }

  /** Gives ada a seat, whose harness starts a session. Returns its id. */
  private String seat(McpMember ada) {
    order(admin, "ADMIN_SEAT_ADD", "identity", "ada", "harness", "scripted");
    assertThat(admin.next("ADMIN_RESULT").toString()).contains("scripted");
    order(admin, "ADMIN_SEAT_RESUME", "identity", "ada");
    var _ = admin.next("ADMIN_RESULT");
    return awaited(ada).path("sessions").path(0).path("session").asString("");
  }

  /** Waits until a session of the seat was heard of. */
  private static JsonNode awaited(McpMember ada) {
    var memory = memory(ada);
    for (int i = 0; i < 2_000 && !memory.path("sessions").path(0).has("seen_at"); i++) {
      memory = memory(ada);
    }
    return memory;
  }

  private static JsonNode memory(McpMember member) {
    return member.call("session", "action", "memory");
  }

  @Test
  void a_handoff_is_kept_and_found_by_the_tool_the_resource_and_the_boot_prompt() {
    try (var ada = member("ada", "observe", "send", "seat")) {
      assertThat(ada.refusal("session", "action", "handoff")).contains("done, next, questions");
      var stored = ada.call("session", "action", "handoff", "done", "parser", "next", "printer");
      assertThat(stored.path("stored").asBoolean(false)).isTrue();
      assertThat(memory(ada).path("handoffs").path(0).path("next").asString(""))
          .isEqualTo("printer");
      assertThat(ada.read("reveille://memory")).contains("parser").contains("printer");
      var boot = ada.client().getPrompt(GetPromptRequest.builder("boot").build());
      assertThat(((TextContent) boot.messages().getFirst().content()).text())
          .contains("done: \"parser\"")
          .contains("next: \"printer\"");
    }
  }

  @Test
  void a_full_session_ends_with_its_handoff_and_another_one_cannot_end_it() {
    try (var ada = member("ada", "observe", "send", "seat")) {
      ada.call("join");
      var session = seat(ada);
      assertThat(ada.refusal("session", "action", "full", "session", "ses_old"))
          .contains("is not the present one")
          .contains("end your turn");
      var ended =
          ada.call("session", "action", "full", "session", session, "done", "half", "next", "rest");
      assertThat(ended.path("state").asString("")).isEqualTo("full");
      assertThat(ended.path("next").asString("")).contains("End your turn");
      assertThat(ended.has("missing")).isFalse();
      var last = memory(ada);
      assertThat(last.path("sessions").path(0).path("ending").asString("")).isEqualTo("full");
      assertThat(last.path("handoffs").path(0).path("session").asString("")).isEqualTo(session);
    }
  }

  @Test
  void the_note_of_a_session_that_is_over_already_is_kept() {
    try (var ada = member("ada", "observe", "send", "seat")) {
      ada.call("join");
      seat(ada);
      ada.call("session", "action", "sunset");
      var again = ada.call("session", "action", "sunset", "done", "a late word");
      assertThat(again.path("state").asString("")).isEqualTo("ended");
      assertThat(again.path("stored").asBoolean(false)).isTrue();
      assertThat(memory(ada).path("handoffs").path(0).path("done").asString(""))
          .isEqualTo("a late word");
    }
  }

  @Test
  void a_sunset_says_when_no_handoff_was_left() {
    try (var ada = member("ada", "observe", "send", "seat")) {
      ada.call("join");
      seat(ada);
      var ended = ada.call("session", "action", "sunset");
      assertThat(ended.path("state").asString("")).isEqualTo("ended");
      assertThat(ended.path("missing").asString("")).contains("no handoff");
    }
  }

  @Test
  void an_agent_without_a_seat_or_the_right_learns_what_to_do() {
    try (var ada = member("ada", "observe", "send", "seat");
        var bob = member("bob", "observe", "send")) {
      assertThat(ada.refusal("session", "action", "full", "done", "x"))
          .contains("You have no seat")
          .contains("action=handoff");
      assertThat(bob.refusal("session", "action", "handoff", "done", "x"))
          .contains("scope seat")
          .contains("ask a person");
      assertThat(memory(bob).path("handoffs")).isEmpty();
    }
  }
}
