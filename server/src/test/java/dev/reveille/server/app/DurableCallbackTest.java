package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Callbacks that outlive their agent's connection and the server. */
class DurableCallbackTest {
  private static final Identity KEY = Identity.generate();

  @TempDir Path folder;
  private Server server;
  private TestAgent ada;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder);
    ada = durable();
  }

  @AfterEach
  void stop() {
    ada.close();
    server.close();
  }

  private TestAgent durable() {
    var agent = TestAgent.connect(server);
    var identify = new ClientMessage.Identify("ada", KEY.publicKey().pem(), KEY.rotation(), true);
    agent.answer(agent.send(ClientMessages.write(identify)).await("CHALLENGE"), KEY);
    return agent;
  }

  private static JsonNode fire(TestAgent agent) {
    return agent.await(m -> content(m).startsWith("@@cb-fire@@"));
  }

  private void restart() {
    server.close();
    server = ServerFixture.start(folder);
  }

  private JsonNode listed() {
    ada.ask("CALLBACKS");
    return ada.await("CALLBACKS").path("list");
  }

  @Test
  void it_fires_on_time_while_its_agent_is_there_and_is_gone_then() {
    ada.say("#general", "@@cb:0.1s@@now");
    var fired = fire(ada);
    assertThat(content(fired)).isEqualTo("@@cb-fire@@now");
    assertThat(fired.has("cb_late_ms")).isFalse();
    ada.soFar();
    assertThat(listed()).isEmpty();
  }

  @Test
  void a_private_one_fires_into_its_agents_mailbox_and_waits_there_across_a_restart() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:1.1s@@second@@cb:1s@@first@@cb:3000s@@third");
    ada.soFar();
    ada.finish();
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say("#general", "@@cb:1.2s@@passed");
      fire(bob);
    }
    restart();
    ada = durable();
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@first");
    var fired = fire(ada);
    assertThat(content(fired)).isEqualTo("@@cb-fire@@second");
    assertThat(fired.has("cb_late_ms")).as("it fired in time").isFalse();
    assertThat(fired.path("cb_id").asString("")).startsWith("cb_");
    assertThat(fired.path("seq").asLong(0)).as("its place in the mailbox").isEqualTo(2);
    ada.soFar();
    assertThat(listed()).hasSize(1);
  }

  @Test
  void one_for_a_channel_fires_while_its_agent_is_away_if_it_is_a_member() {
    ada.await("WELCOME");
    ada.ask("CREATE_CHANNEL", "channel", "#room").await("JOINED");
    try (var bob = TestAgent.join(server, "bob")) {
      bob.ask("JOIN", "channel", "#room").await("JOINED");
      ada.say("#room", "@@cb:0.4s#room@@to all@@cb:0.2s#agents@@agents");
      ada.soFar();
      ada.finish();
      assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@agents");
      assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@to all");
    }
  }

  @Test
  void one_for_a_channel_that_its_agent_left_is_dropped() {
    ada.await("WELCOME");
    ada.ask("CREATE_CHANNEL", "channel", "#room").await("JOINED");
    try (var bob = TestAgent.join(server, "bob")) {
      bob.ask("JOIN", "channel", "#room").await("JOINED");
      ada.say("#room", "@@cb:0.2s#room@@never@@cb:0.4s#agents@@end");
      ada.ask("LEAVE", "channel", "#room").await("LEFT");
      assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@end");
    }
    ada.soFar();
    assertThat(listed()).isEmpty();
  }

  @Test
  void its_owner_can_list_and_cancel_it() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:200s#general@@later@@cb:100s@@sooner");
    var list = listed();
    assertThat(list).hasSize(2);
    var first = list.get(0);
    assertThat(first.path("payload").asString("")).isEqualTo("sooner");
    assertThat(first.path("to").asString("")).isEqualTo("@" + KEY.agentId());
    assertThat(list.get(1).path("to").asString("")).isEqualTo("#general");
    var id = first.path("cb_id").asString("");
    ada.ask("CANCEL_CALLBACK", "cb_id", id);
    assertThat(ada.await("CALLBACK_CANCELLED").path("cb_id").asString("")).isEqualTo(id);
    assertThat(listed()).hasSize(1);
    ada.ask("CANCEL_CALLBACK", "cb_id", id);
    assertThat(ada.error()).isEqualTo("INVALID_MSG");
  }

  @Test
  void it_may_be_thirty_days_off_and_the_list_says_when_it_fires() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:10800s@@three hours@@cb:2592000s@@thirty days");
    var list = listed();
    assertThat(span(list.get(0))).isEqualTo(10_800_000L);
    assertThat(span(list.get(1))).isEqualTo(2_592_000_000L);
    ada.say("#general", "@@cb:2592001s@@more@@cb:99999999999999999999s@@for ever");
    for (int i = 0; i < 2; i++) {
      var refused = ada.await(m -> m.has("cb_error"));
      assertThat(refused.path("cb_error").asString("")).isEqualTo("DELAY_TOO_LONG");
      assertThat(refused.path("cb_max_s").asLong(0)).isEqualTo(2_592_000);
    }
    ada.finish();
    restart();
    ada = durable();
    ada.await("WELCOME");
    assertThat(listed()).isEqualTo(list);
  }

  private static long span(JsonNode callback) {
    return callback.path("fire_at").asLong() - callback.path("created_at").asLong();
  }

  @Test
  void an_agent_that_is_back_before_they_are_due_gets_each_once() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:1s@@mine@@cb:1.01s#general@@for all");
    ada.soFar();
    ada.finish();
    ada = durable();
    ada.await("WELCOME");
    ada.say("#general", "@@cb:1.1s@@end");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@mine");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@for all");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@end");
    ada.soFar();
    assertThat(listed()).isEmpty();
  }

  @Test
  void another_agent_can_neither_see_nor_cancel_it() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:100s@@mine");
    var id = listed().get(0).path("cb_id").asString("");
    try (var bob = TestAgent.join(server, "bob", Identity.generate())) {
      bob.ask("CALLBACKS");
      assertThat(bob.await("CALLBACKS").path("list")).isEmpty();
      bob.ask("CANCEL_CALLBACK", "cb_id", id);
      assertThat(bob.error()).isEqualTo("INVALID_MSG");
    }
    assertThat(listed()).hasSize(1);
  }

  @Test
  void the_quota_holds_across_connections() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:100s@@p".repeat(50));
    ada.soFar();
    ada.finish();
    ada = durable();
    ada.await("WELCOME");
    ada.say("#general", "@@cb:100s@@q");
    assertThat(ada.await(m -> content(m).startsWith("@@cb-error@@")).path("cb_error").asString(""))
        .isEqualTo("QUOTA");
  }

  @Test
  void a_repeat_after_a_restart_has_no_second_effect() {
    ada.await("WELCOME");
    ada.ask("MSG", "to", "#general", "content", "@@cb:100s@@once", "client_msg_id", "k");
    assertThat(listed()).hasSize(1);
    ada.finish();
    restart();
    ada = durable();
    ada.await("WELCOME");
    ada.ask("MSG", "to", "#general", "content", "@@cb:100s@@once", "client_msg_id", "k");
    assertThat(listed()).hasSize(1);
  }

  @Test
  void the_setting_makes_those_of_every_agent_with_a_key_durable_and_of_no_other() {
    var everybody = ServerFixture.start(folder.resolve("all"), "CALLBACKS_DURABLE", "true");
    try (var eve = TestAgent.join(everybody, "eve", Identity.generate());
        var guest = TestAgent.join(everybody, "guest")) {
      eve.say("#general", "@@cb:100s@@p").ask("CALLBACKS");
      assertThat(eve.await("CALLBACKS").path("list")).hasSize(1);
      guest.say("#general", "@@cb:100s@@p").ask("CALLBACKS");
      assertThat(guest.await("CALLBACKS").path("list")).isEmpty();
    } finally {
      everybody.close();
    }
  }

  @Test
  void one_that_waited_for_a_sleeper_that_disconnected_fires_again() {
    ada.await("WELCOME");
    ada.say("#general", "@@cb:0.1s@@kept@@sleep:60s@@");
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say("#general", "@@cb:0.4s@@passed");
      fire(bob);
      assertThat(ada.finish().stream().map(TestAgent::content)).doesNotContain("@@cb-fire@@kept");
      bob.await("AGENT_LEFT");
    }
    ada = durable();
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@kept");
  }
}
