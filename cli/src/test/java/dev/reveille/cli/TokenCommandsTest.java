package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.TokenText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens on the command line, against the real server. */
@Timeout(120)
class TokenCommandsTest {
  private final Path home;
  private final Path data;
  private final ServerLauncher.Running server;

  TokenCommandsTest(@TempDir Path home) {
    this.home = home;
    this.data = home.resolve("data");
    var env = new HashMap<String, String>();
    env.put("PORT", "0");
    env.put("DATA_DIR", data.toString());
    env.put("LOG_LEVEL", "warn");
    env.put("TAKEOVER_WAIT_MS", "250");
    server = new EmbeddedServer().start(Optional.empty(), Map.of(), env);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A user of another machine: no data folder. */
  private Run stranger() {
    return new Run(home, server.webSocketUri().toString());
  }

  private Run operator() {
    return stranger().env("DATA_DIR", data.toString());
  }

  private String make(String... more) {
    var run = operator();
    var args = new String[more.length + 4];
    System.arraycopy(new String[] {"token", "new", "--name", "ci"}, 0, args, 0, 4);
    System.arraycopy(more, 0, args, 4, more.length);
    assertThat(run.exit(args)).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void a_token_is_printed_alone_and_a_program_uses_it_from_the_environment() {
    var token = make("--scopes", "send,observe", "--new-identity", "ci-bot");
    assertThat(token).endsWith("\n");
    assertThat(TokenText.parse(token.strip())).isPresent();
    var run = stranger().env("REVEILLE_TOKEN", token);
    assertThat(run.exit("send", "#general", "built")).as(run.err()).isZero();
    var history = stranger().env("REVEILLE_TOKEN", token);
    assertThat(history.exit("history", "#general")).as(history.err()).isZero();
    assertThat(history.out()).contains("ci-bot").contains("built");
    assertThat(home.resolve("config")).as("no identity file was made").doesNotExist();
  }

  @Test
  void a_token_goes_to_a_new_file_that_only_its_owner_reads() throws IOException {
    var file = home.resolve("ci.token");
    var said =
        make("--scopes", "send,observe", "--new-identity", "ci-bot", "--out", file.toString());
    assertThat(said).contains("speaks for ci-bot @").contains("it is in " + file);
    assertThat(TokenText.isIn(said)).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    var run = stranger().env("REVEILLE_TOKEN_FILE", file.toString());
    assertThat(run.exit("send", "#general", "one")).as(run.err()).isZero();
    var option = stranger();
    assertThat(option.exit("send", "#general", "two", "--token-file", file.toString())).isZero();
    var again = operator();
    assertThat(
            again.exit(
                "token",
                "new",
                "--name",
                "ci",
                "--scopes",
                "send",
                "--no-identity",
                "--out",
                file.toString()))
        .isEqualTo(1);
    assertThat(again.err()).contains("exists already");
  }

  @Test
  void a_file_is_not_left_behind_when_the_server_refuses() {
    var file = home.resolve("ci.token");
    var run = operator();
    assertThat(
            run.exit(
                "token", "new", "--name=x", "--scopes=send", "--identity=nobody", "--out=" + file))
        .isEqualTo(4);
    assertThat(run.err()).contains("keeps no identity nobody");
    assertThat(file).doesNotExist();
  }

  @Test
  void tokens_are_listed_and_revoked() {
    var token = make("--scopes", "observe", "--new-identity", "ci-bot", "--expires", "30d").strip();
    var id = TokenText.parse(token).orElseThrow().id();
    make("--scopes", "observe,send", "--identity", "ci-bot", "--expires", "never");
    try (var bot =
        ReveilleClient.builder()
            .uri(server.webSocketUri())
            .token(token)
            .maxReconnects(1)
            .connect()) {
      assertThat(bot.agentId()).startsWith("@");
      var list = operator();
      assertThat(list.exit("token", "list")).isZero();
      assertThat(list.out())
          .contains("TOKEN", id, "ci-bot", "observe,send", "live", "never")
          .doesNotContain(token);
      var run = operator();
      assertThat(run.exit("token", "revoke", id)).isZero();
      assertThat(run.out()).isEqualTo("Token " + id + " is revoked.\n");
    }
    var late = stranger().env("REVEILLE_TOKEN", token);
    assertThat(late.exit("history", "#general")).isEqualTo(4);
    assertThat(late.err()).contains("Invalid token");
    var live = operator();
    assertThat(live.exit("token", "list")).isZero();
    assertThat(live.out()).doesNotContain(id);
    var all = operator();
    assertThat(all.exit("token", "list", "--all", "--json")).isZero();
    assertThat(Json.read(all.out()).orElseThrow().path("tokens")).hasSize(2);
    assertThat(operator().exit("token", "revoke", "--identity", "ci-bot")).isZero();
    assertThat(operator().exit("token", "revoke", "--identity", "nobody")).isEqualTo(4);
  }

  @Test
  void an_admin_token_gives_orders_where_no_admin_key_is() {
    var token = make("--scopes", "admin", "--no-identity").strip();
    var run = stranger().env("REVEILLE_TOKEN", token).env("DATA_DIR", home + "/none");
    assertThat(run.exit("token", "list")).as(run.err()).isZero();
    var weak = make("--scopes", "observe", "--no-identity").strip();
    var refused = stranger().env("REVEILLE_TOKEN", weak).env("DATA_DIR", home + "/none");
    assertThat(refused.exit("token", "list")).isEqualTo(4);
    assertThat(refused.err()).contains("scope admin");
  }

  @Test
  void a_token_is_not_sent_in_clear_text_to_another_machine() {
    var token = make("--scopes", "observe", "--new-identity", "ci-bot").strip();
    var run = new Run(home, "ws://chat.example.org:6667").env("REVEILLE_TOKEN", token);
    assertThat(run.exit("send", "#general", "x")).isEqualTo(1);
    assertThat(run.err()).contains("clear text").doesNotContain(token);
  }

  @Test
  void a_damaged_token_is_named_by_its_place_and_never_shown() throws IOException {
    var file = home.resolve("bad.token");
    Files.writeString(file, "rvl_something_secret");
    var run = stranger();
    assertThat(run.exit("send", "#general", "x", "--token-file", file.toString())).isEqualTo(1);
    assertThat(run.err()).contains(file.toString()).doesNotContain("something_secret");
    var env = stranger().env("REVEILLE_TOKEN", "rvl_something_secret");
    assertThat(env.exit("send", "#general", "x")).isEqualTo(1);
    assertThat(env.err()).contains("$REVEILLE_TOKEN").doesNotContain("something_secret");
  }

  @Test
  void an_explicit_identity_or_guest_beats_the_environment() {
    var run = stranger().env("REVEILLE_TOKEN", "not even looked at");
    assertThat(run.exit("history", "#general", "--ephemeral")).as(run.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token new --name x --scopes send,root --no-identity",
        "token new --name x --scopes send",
        "token new --name x --scopes send --no-identity --identity y",
        "token new --name x --scopes send --no-identity --expires soon",
        "token new --name x --scopes send --no-identity --expires 0s",
        "token new --scopes send --no-identity",
        "token revoke ../x",
        "token revoke",
        "send #general x --token rvl_x",
        "history #general --token-file x --ephemeral"
      })
  void these_are_usage_errors(String line) {
    assertThat(operator().exit(line.split(" "))).isEqualTo(2);
  }
}
