package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTest {
  @TempDir Path folder = Path.of("");

  @Test
  void two_agents_talk_in_a_channel() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.say("#general", "hello @bob");
      var echo = ann.await(m -> m.path("content").asString("").startsWith("hello"));
      var heard = bob.await(m -> m.path("content").asString("").startsWith("hello"));
      assertThat(heard).isEqualTo(echo);
      assertThat(heard.path("from").asString()).isEqualTo(ann.id());
      assertThat(heard.path("mentions").toString()).isEqualTo("[\"" + bob.id() + "\"]");
      assertThat(heard.path("seq").asLong()).isEqualTo(3);
    }
  }

  @Test
  void mail_for_an_absent_key_agent_waits_across_a_restart() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var server = ServerFixture.start(folder)) {
      TestAgent.join(server, "carl", identity).close();
      try (var ann = TestAgent.join(server, "ann")) {
        ann.say(id, "first").say(id, "second");
        ann.await(m -> m.path("content").asString("").equals("second"));
      }
    }
    try (var server = ServerFixture.start(folder);
        var carl = TestAgent.connect(server)) {
      carl.identify("carl", identity);
      carl.await("WELCOME");
      assertThat(carl.await(m -> m.path("to").asString("").equals(id)).path("content").asString())
          .isEqualTo("first");
      assertThat(carl.await(m -> m.path("to").asString("").equals(id)).path("content").asString())
          .isEqualTo("second");
    }
  }
}
