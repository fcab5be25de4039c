package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An outsider learns nothing of an invite-only channel and reaches nobody there. */
class PrivateChannelTest {
  @TempDir Path folder = Path.of("");

  @Test
  void an_outsider_learns_and_reaches_nothing_by_any_message() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var eve = TestAgent.join(server, "eve")) {
      ann.ask("CREATE_CHANNEL", "channel", "#den", "invite_only", true).await("JOINED");
      var said = ann.say("#den", "among us").awaitContent("among us").path("id").asString("");
      ann.soFar();
      eve.soFar();

      eve.ask("TYPING", "channel", "#den");
      eve.ask("RESPONDING_TO", "msg_id", said, "channel", "#den", "started_at", 1);
      eve.ask("SET_PRESENCE", "status", "busy").ask("MUTE", "agent", ann.id());
      eve.await("MUTED");
      assertThat(eve.soFar()).isEmpty();
      for (var type : new String[] {"LIST_AGENTS", "HISTORY", "JOIN", "SUBSCRIBE"}) {
        eve.send("{\"type\":\"" + type + "\",\"channel\":\"#den\",\"only\":{\"mentions\":true}}");
        var refused = eve.next("ERROR");
        assertThat(refused.path("code").asString()).as(type).isEqualTo("NOT_INVITED");
        assertThat(refused.toString()).doesNotContain(ann.id());
      }
      eve.ask("INVITE", "channel", "#den", "agent", eve.id());
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
      eve.say("#den", "let me in");
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
      eve.ask("LEAVE", "channel", "#den").next("LEFT");

      assertThat(ann.soFar())
          .noneMatch(m -> m.path("channel").asString("").equals("#den"))
          .noneMatch(m -> m.path("to").asString("").equals("#den"));
      // The floor was not taken either.
      ann.ask("RESPONDING_TO", "msg_id", said, "channel", "#den", "started_at", 2);
      assertThat(ann.soFar()).noneMatch(m -> TestAgent.type(m).equals("YIELD"));
    }
  }

  @Test
  void who_was_invited_sees_who_is_in_once_it_is_in_itself() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.ask("CREATE_CHANNEL", "channel", "#den", "invite_only", true).await("JOINED");
      ann.ask("INVITE", "channel", "#den", "agent", bob.id()).soFar();
      bob.ask("LIST_AGENTS", "channel", "#den");
      assertThat(bob.error()).isEqualTo("NOT_INVITED");
      bob.ask("JOIN", "channel", "#den").await("JOINED");
      bob.ask("LIST_AGENTS", "channel", "#den");
      assertThat(bob.await("AGENTS").path("list").size()).isEqualTo(2);
      ann.soFar();
      bob.ask("TYPING", "channel", "#den").soFar();
      assertThat(ann.soFar("TYPING")).hasSize(1);
      bob.ask("LEAVE", "channel", "#den").await("LEFT");
      ann.soFar();
      bob.ask("TYPING", "channel", "#den").soFar();
      assertThat(ann.soFar("TYPING")).isEmpty();
    }
  }
}
