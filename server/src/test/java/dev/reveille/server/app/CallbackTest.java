package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Callbacks as agents meet them on the wire. */
class CallbackTest {
  @TempDir Path folder;
  private Server server;
  private TestAgent ada;
  private TestAgent bob;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder);
    ada = TestAgent.join(server, "ada");
    bob = TestAgent.join(server, "bob");
    ada.soFar();
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  private static JsonNode fire(TestAgent agent) {
    return agent.await(m -> content(m).startsWith("@@cb-fire@@"));
  }

  private static String error(TestAgent agent) {
    var message = agent.await(m -> content(m).startsWith("@@cb-error@@"));
    assertThat(content(message)).isEqualTo("@@cb-error@@" + text(message, "cb_error"));
    assertThat(text(message, "from")).isEqualTo("@server");
    return text(message, "cb_error");
  }

  private static String text(JsonNode message, String field) {
    return message.path(field).asString("");
  }

  @Test
  void a_private_callback_is_a_message_of_the_server_to_its_sender_alone() {
    ada.say("#general", "hello @@cb:0.05s@@ look again ");
    var fired = fire(ada);
    assertThat(text(fired, "type")).isEqualTo("MSG");
    assertThat(text(fired, "from")).isEqualTo("@server");
    assertThat(text(fired, "from_name")).isEqualTo("server");
    assertThat(text(fired, "to")).isEqualTo(ada.id());
    assertThat(content(fired)).isEqualTo("@@cb-fire@@look again");
    assertThat(text(fired, "cb_id")).matches("cb_\\d{13}_[0-9a-z]{1,6}");
    assertThat(text(fired, "cb_origin")).isEqualTo(ada.id());
    assertThat(fired.has("seq")).isFalse();
    assertThat(bob.soFar().stream().map(TestAgent::content)).containsExactly("hello");
  }

  @Test
  void the_marker_and_its_payload_are_cut_from_what_is_relayed() {
    ada.say("#general", "before @@cb:60s@@ payload");
    assertThat(content(bob.next("MSG"))).isEqualTo("before");
    assertThat(content(ada.next("MSG"))).isEqualTo("before");
  }

  @Test
  void a_message_of_nothing_but_markers_is_not_relayed_stored_or_echoed() {
    ada.say("#general", "@@cb:60s@@one@@cb:60s#general@@two");
    ada.say("#general", "text");
    assertThat(content(ada.next("MSG"))).isEqualTo("text");
    assertThat(bob.next("MSG").path("seq").asLong(0)).isEqualTo(3);
  }

  @Test
  void a_channel_callback_reaches_all_members_and_is_an_entry_of_the_channel() {
    ada.say("#general", "@@cb:0s#general@@stand-up");
    var live = fire(bob);
    assertThat(fire(ada)).isEqualTo(live);
    assertThat(TestAgent.fields(live))
        .containsExactly(
            "type",
            "ts",
            "from",
            "from_name",
            "to",
            "content",
            "msg_id",
            "seq",
            "cb_id",
            "cb_origin");
    assertThat(text(live, "from")).isEqualTo("@server");
    assertThat(text(live, "from_name")).isEqualTo("server");
    assertThat(text(live, "to")).isEqualTo("#general");
    assertThat(text(live, "cb_origin")).isEqualTo(ada.id());
    ada.say("#general", "after");
    assertThat(bob.next("MSG").path("seq").asLong()).isEqualTo(live.path("seq").asLong() + 1);
    bob.ask("HISTORY", "channel", "#general");
    assertThat(bob.await("HISTORY_PAGE").path("messages")).contains(live);
  }

  @Test
  void a_channel_callback_is_replayed_as_it_was_but_not_to_who_muted_its_originator() {
    ada.say("#general", "@@cb:0s#general@@stand-up");
    var live = fire(bob);
    bob.ask("JOIN", "channel", "#general", "since", live.path("seq").asLong() - 1);
    var replayed = (ObjectNode) fire(bob);
    assertThat(replayed.remove("replay").asBoolean()).isTrue();
    assertThat(replayed).isEqualTo(live);
    bob.ask("MUTE", "agent", ada.id()).await("MUTED");
    bob.ask("JOIN", "channel", "#general", "since", live.path("seq").asLong() - 1);
    bob.await("JOINED");
    assertThat(bob.soFar().stream().map(TestAgent::content)).noneMatch(c -> c.contains("stand-up"));
  }

  @Test
  void a_channel_callback_is_dropped_if_its_originator_has_left() {
    ada.say("#general", "@@cb:0.2s#general@@gone");
    ada.ask("LEAVE", "channel", "#general").await("LEFT");
    ada.say("#agents", "@@cb:0.3s#agents@@later");
    assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@later");
  }

  @Test
  void a_callback_for_a_channel_that_its_agent_is_not_in_is_refused() {
    ada.say("#general", "x @@cb:1s#nowhere@@p");
    assertThat(error(ada)).isEqualTo("CHANNEL");
    assertThat(bob.soFar().stream().map(TestAgent::content)).containsExactly("x");
  }

  @Test
  void a_payload_is_measured_in_bytes_and_one_too_long_is_refused() {
    ada.say("#general", "@@cb:0s@@" + "é".repeat(250));
    assertThat(content(fire(ada))).endsWith("é".repeat(250));
    ada.say("#general", "@@cb:0s@@" + "é".repeat(250) + "e");
    assertThat(error(ada)).isEqualTo("PAYLOAD_TOO_LONG");
  }

  @Test
  void more_than_fifty_pending_are_refused_one_by_one() {
    ada.say("#general", "@@cb:60s@@p".repeat(52));
    assertThat(error(ada)).isEqualTo("QUOTA");
    assertThat(error(ada)).isEqualTo("QUOTA");
    assertThat(ada.soFar()).isEmpty();
    assertThat(bob.soFar()).isEmpty();
  }

  @Test
  void a_fired_callback_makes_room_for_another() {
    ada.say("#general", "@@cb:60s@@p".repeat(49) + "@@cb:0s@@q");
    fire(ada);
    ada.say("#general", "@@cb:0s@@r");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@r");
  }

  @Test
  void a_message_that_asks_for_too_many_gets_a_bounded_answer() {
    ada.say("#general", "@@cb:60s@@p".repeat(1000));
    var errors = ada.soFar("MSG");
    assertThat(errors).hasSize(20);
    assertThat(errors.getLast().path("cb_more").asInt(0)).isEqualTo(1000 - 50 - 20);
  }

  @Test
  void markers_act_even_if_the_target_is_refused() {
    ada.say("@nobody", "hi @@cb:0s@@still");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@still");
    ada.say("#nowhere", "hi @@cb:0s@@again");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@again");
  }

  @Test
  void a_repeat_of_a_message_of_markers_alone_is_harmless() {
    for (int i = 0; i < 3; i++) {
      ada.ask("MSG", "to", "#general", "content", "@@cb:0.1s@@once", "client_msg_id", "k");
    }
    ada.say("#general", "@@cb:0.3s@@end");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@once");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@end");
  }

  @Test
  void the_payload_is_redacted_and_otherwise_verbatim() {
    ada.say("#general", "@@cb:0s@@a\n {\"k\":1} sk-ant-" + "a".repeat(24));
    assertThat(content(fire(ada)))
        .isEqualTo("@@cb-fire@@a\n {\"k\":1} [REDACTED:anthropic_api_key]");
  }

  @Test
  void callbacks_die_with_their_connection() {
    ada.say("#general", "@@cb:0.2s#general@@never");
    ada.finish();
    bob.say("#general", "@@cb:0.5s@@end");
    var seen = bob.await(m -> content(m).startsWith("@@cb-fire@@"));
    assertThat(content(seen)).isEqualTo("@@cb-fire@@end");
  }

  @Test
  void earliest_fires_first_whatever_the_order_of_asking() {
    ada.say("#general", "@@cb:0.3s@@c@@cb:0.1s@@a@@cb:0.2s@@b");
    assertThat(content(fire(ada))).endsWith("a");
    assertThat(content(fire(ada))).endsWith("b");
    assertThat(content(fire(ada))).endsWith("c");
  }

  @Test
  void markers_in_code_and_after_a_backslash_are_text() {
    for (var text : new String[] {"`@@cb:0s@@x`", "\\@@cb:0s@@x", "@@cb:-1s@@x", "@@cb:5@@x"}) {
      ada.say("#general", text);
      assertThat(content(bob.next("MSG"))).isEqualTo(text);
    }
  }

  @Test
  void an_oversized_duration_is_clamped() {
    try (var short_ = ServerFixture.start(folder.resolve("s"), "AGENTCHAT_CB_MAX_DURATION_S", "1");
        var agent = TestAgent.join(short_, "eve")) {
      agent.say("#general", "@@cb:99999999999999999999s@@soon");
      assertThat(content(fire(agent))).isEqualTo("@@cb-fire@@soon");
    }
  }
}
