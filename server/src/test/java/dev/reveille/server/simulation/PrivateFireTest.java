package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.callback.CallbackReads;
import dev.reveille.server.store.EventReads;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Durable callbacks for their agent alone, and invitations, as entries of the mailbox. */
class PrivateFireTest {
  private final InboxScene scene = new InboxScene(true);

  private void set(String payload) {
    scene.callback(payload, 1_000);
    scene.chat.run();
  }

  private void pass(int seconds) {
    scene.chat.pass(Duration.ofSeconds(seconds));
    scene.chat.run();
  }

  private List<ServerMessage.Msg> fires() {
    return scene.ada.known().stream()
        .map(known -> known.message())
        .filter(ServerMessage.Msg.class::isInstance)
        .map(ServerMessage.Msg.class::cast)
        .filter(msg -> msg.content().startsWith("@@cb-fire@@"))
        .toList();
  }

  private int rows() {
    return scene.chat.store().reads(CallbackReads.class).callbacks(ADA_ID).size();
  }

  @Test
  void one_that_fires_for_a_present_agent_comes_live_and_is_pending_until_confirmed() {
    set("ci");
    pass(1);
    var fired = fires().getFirst();
    assertThat(fired.from()).isEqualTo("@server");
    assertThat(fired.fromName()).isEqualTo("server");
    assertThat(fired.content()).isEqualTo("@@cb-fire@@ci");
    assertThat(fired.extras()).isEqualTo("\"cb_id\":\"cb_1\",\"cb_origin\":\"" + ADA_ID + "\"");
    assertThat(rows()).isZero();
    assertThat(texts(scene.pending())).containsExactly("callback @@cb-fire@@ci");
    scene.read(scene.pending());
    assertThat(scene.pending().entries()).isEmpty();
    scene.leave();
    scene.come(true);
    assertThat(fires()).isEmpty();
  }

  @Test
  void one_that_fires_while_its_agent_is_away_is_counted_and_comes_once() {
    scene.leave();
    set("ci");
    pass(2);
    assertThat(rows()).isZero();
    scene.come(true);
    assertThat(fires()).hasSize(1);
    var unread = scene.ask(new InboxMessages.AskUnread(), InboxMessages.Unread.class);
    assertThat(unread.total()).isEqualTo(1);
    assertThat(unread.inbox().toString()).contains("callback");
    assertThat(texts(scene.pending())).containsExactly("callback @@cb-fire@@ci");
  }

  @Test
  void while_the_mailbox_is_full_it_waits_and_is_not_lost() {
    scene.leave();
    for (int i = 0; i < 20; i++) scene.say(ADA_ID, "m" + i);
    set("ci");
    pass(30);
    assertThat(rows()).as("no room").isEqualTo(1);
    scene.come(true);
    scene.read(scene.pending());
    pass(11);
    assertThat(texts(scene.pending())).containsExactly("callback @@cb-fire@@ci");
    assertThat(rows()).isZero();
  }

  @Test
  void a_sleeper_gets_it_at_its_wake_and_one_that_drops_never() {
    scene.ada.say("#general", "@@sleep:10s@@");
    scene.chat.run();
    set("kept");
    pass(2);
    assertThat(fires()).isEmpty();
    pass(10);
    assertThat(fires()).hasSize(1);
    scene.ada.say("#general", "@@sleep:10s:drop@@");
    scene.chat.run();
    set("dropped");
    pass(2);
    pass(10);
    // What a session settled is reported within a second.
    pass(2);
    assertThat(fires()).hasSize(1);
    assertThat(texts(scene.pending())).containsExactly("callback @@cb-fire@@kept");
  }

  @Test
  void what_fires_late_because_the_store_was_broken_says_how_late() {
    set("ci");
    scene.chat.store().breakDisk();
    pass(5);
    scene.chat.store().mendDisk();
    pass(70);
    assertThat(fires()).hasSize(1);
    assertThat(fires().getFirst().extras()).contains("cb_late_ms");
    assertThat(
            scene.chat.store().reads(EventReads.class).events(0, 1_000).stream()
                .filter(e -> e.kind().equals("callback.fired")))
        .hasSize(1);
  }

  /** Returns how late the last fire and the first pending one say that they come. */
  private List<String> lateness() {
    return Stream.of(fires().getLast(), scene.pending().entries().getFirst().message())
        .map(fire -> fire.extras().replaceFirst(".*\"cb_origin\":\"[^\"]*\",?", ""))
        .toList();
  }

  @Test
  void one_that_waited_for_its_agent_says_how_late_it_comes() {
    scene.leave();
    set("ci");
    pass(61);
    scene.come(true);
    assertThat(lateness()).containsExactly("\"cb_late_ms\":60000", "\"cb_late_ms\":60000");
    scene.leave();
    pass(60);
    scene.come(true);
    assertThat(lateness())
        .as("it comes again and is later then")
        .containsExactly("\"cb_late_ms\":120000", "\"cb_late_ms\":120000");
  }

  @Test
  void one_that_was_late_already_counts_all_of_it() {
    set("ci");
    scene.chat.store().breakDisk();
    pass(5);
    scene.leave();
    scene.chat.store().mendDisk();
    pass(70);
    scene.come(true);
    assertThat(fires()).hasSize(1);
    assertThat(lateness())
        .as("due after 1 s, here after 75 s")
        .containsExactly("\"cb_late_ms\":74000", "\"cb_late_ms\":74000");
  }

  @Test
  void one_that_waited_for_a_sleeper_says_how_late_it_comes() {
    scene.ada.say("#general", "@@sleep:10s@@");
    scene.chat.run();
    set("ci");
    pass(1);
    pass(9);
    assertThat(lateness().getFirst()).isEqualTo("\"cb_late_ms\":9000,\"was_buffered\":true");
  }

  @Test
  void an_invitation_waits_for_an_agent_that_is_away_and_a_repeat_is_not_told() {
    scene.bob.send(new ClientMessage.CreateChannel("#room", true, false));
    scene.chat.run();
    scene.leave();
    for (int i = 0; i < 3; i++) scene.bob.send(new ClientMessage.Invite("#room", ADA_ID));
    scene.chat.run();
    scene.come(true);
    assertThat(texts(scene.pending())).containsExactly("invite You have been invited to #room");
  }
}
