package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CallbacksTest {
  private final Path home;
  private final TinyServer server;

  CallbacksTest(@TempDir Path home) throws IOException {
    this.home = home;
    this.server = new TinyServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private Run reveille() {
    return new Run(home, server.url());
  }

  @Test
  void set_writes_the_marker_to_its_own_id_on_a_connection_whose_callbacks_last() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--in", "1500ms", "look", "again")).isZero();
    var pending = server.callbacks().getFirst();
    assertThat(pending.payload()).isEqualTo("@@cb:1.5s@@look again");
    assertThat(pending.to()).startsWith("@");
    assertThat(server.stored()).isEmpty();
  }

  @Test
  void one_for_a_channel_enters_it_first() {
    assertThat(reveille().exit("callbacks", "set", "--in", "8h", "--channel", "#build", "go"))
        .isZero();
    assertThat(server.callbacks().getFirst().payload()).isEqualTo("@@cb:28800s#build@@go");
  }

  @Test
  void set_says_which_callback_it_is_and_when_it_fires() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--in", "8h", "go")).isZero();
    assertThat(run.out()).isEqualTo("set cb_0, fires at 2023-11-14T22:13:20Z\n");
  }

  @Test
  void one_that_the_server_would_fire_early_is_taken_back() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--in", "9h", "go")).isEqualTo(4);
    assertThat(run.err()).contains("at most 28800 s, not 32400 s");
    assertThat(run.out()).isEmpty();
    assertThat(server.callbacks()).isEmpty();
  }

  @Test
  void one_that_is_too_far_off_is_refused_with_the_limit() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--in", "400d", "go")).isEqualTo(4);
    assertThat(run.err()).contains("DELAY_TOO_LONG", "at most 28800 s");
  }

  @Test
  void a_guest_cannot_set_one() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--ephemeral", "--in", "5", "x")).isEqualTo(2);
    assertThat(run.err()).contains("use an identity");
    assertThat(server.callbacks()).isEmpty();
  }

  @Test
  void a_marker_in_what_is_sent_lasts_too() {
    var run = reveille();
    assertThat(run.exit("send", "#general", "@@cb:30s@@later")).isZero();
    assertThat(run.out()).contains("only markers");
    assertThat(server.callbacks()).hasSize(1);
  }

  @Test
  void a_refused_callback_is_exit_code_4_with_the_reason() {
    var run = reveille();
    assertThat(run.exit("callbacks", "set", "--in", "1s", "x".repeat(200))).isEqualTo(4);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("PAYLOAD_TOO_LONG");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void list_shows_them_as_a_table_or_as_json() {
    assertThat(reveille().exit("callbacks", "set", "--in", "5", "one")).isZero();
    var table = reveille();
    assertThat(table.exit("callbacks", "list")).isZero();
    assertThat(table.out()).contains("cb_0", "2023-11-14T22:13:20Z");
    var json = reveille();
    assertThat(json.exit("callbacks", "list", "--json")).isZero();
    assertThat(Json.read(json.out()).orElseThrow().path("cb_id").asString("")).isEqualTo("cb_0");
  }

  @Test
  void cancel_takes_one_back_and_says_if_there_is_none() {
    assertThat(reveille().exit("callbacks", "set", "--in", "5", "one")).isZero();
    assertThat(reveille().exit("callbacks", "cancel", "cb_0")).isZero();
    var run = reveille();
    assertThat(run.exit("callbacks", "cancel", "cb_9")).isEqualTo(4);
    assertThat(run.err()).contains("INVALID_MSG");
  }
}
