package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.outgoing.OutgoingRequest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutgoingSettingTest {
  @TempDir private Path folder;

  @Test
  void a_server_does_not_reach_its_own_machine() {
    try (var server = ServerFixture.start(folder)) {
      assertThat(ask(server)).isInstanceOf(OutgoingAnswer.Refused.class);
    }
  }

  @Test
  void a_host_that_the_operator_allowed_is_reached() {
    try (var server = ServerFixture.start(folder, "OUTGOING_ALLOW", "127.0.0.1")) {
      assertThat(ask(server))
          .isInstanceOfSatisfying(
              OutgoingAnswer.Answered.class, answer -> assertThat(answer.isSuccess()).isTrue());
    }
  }

  private static OutgoingAnswer ask(Server server) {
    return server
        .outgoing()
        .send(OutgoingRequest.get("http://127.0.0.1:" + server.port() + "/healthz"));
  }

  @Test
  void an_entry_that_is_no_host_stops_the_start() {
    assertThatThrownBy(
            () ->
                Settings.load(
                    null, Map.of(), Map.of("OUTGOING_ALLOW", "10.0.0.0/8", "HOME", "/nowhere")))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("OUTGOING_ALLOW: 10.0.0.0/8 is no host");
  }
}
