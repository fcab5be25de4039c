package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every code that an ERROR can have is provoked at least once, over a real socket. */
@Timeout(60)
class ErrorCodesTest {
  private static final String NONCE = "0123456789abcdef";

  /** Not a string, so that it is sent as the JSON that it is. */
  private static final StringBuilder SKILLS = new StringBuilder("[{\"capability\":\"x\"}]");

  private static final String KEY = "an-admin-key-for-tests";

  /** By the code's name, so that a row may stand here before its code does. */
  private static final Map<String, List<Row>> ROWS = new TreeMap<>();

  @TempDir Path folder = Path.of("");

  /** A provocation, and the server for it. */
  record Row(String code, String why, Provocation act, List<String> environment) {
    @Override
    public String toString() {
      return code + ": " + why;
    }
  }

  interface Provocation {
    void provoke(Scene scene) throws SQLException;
  }

  /**
   * The server, its folder, and the agent that is to get the ERROR; it has said nothing yet.
   *
   * @param early for an ERROR that came while the scene was still going on
   */
  record Scene(Server server, Path folder, TestAgent agent, List<JsonNode> early) {
    TestAgent guest() {
      agent.ask("IDENTIFY", "name", "guest");
      agent.welcomed();
      return agent;
    }

    TestAgent keyed() {
      agent.identify("keyed", Identity.generate());
      agent.welcomed();
      return agent;
    }
  }

  private static void row(ErrorCode code, String why, Provocation act, String... environment) {
    row(code.name(), why, act, environment);
  }

  private static void row(String code, String why, Provocation act, String... environment) {
    ROWS.computeIfAbsent(code, _ -> new ArrayList<>())
        .add(new Row(code, why, act, List.of(environment)));
  }

  static {
    row(
        ErrorCode.AUTH_REQUIRED,
        "a request before the welcome",
        s -> s.agent().ask("JOIN", "channel", "#general"));
    row(
        ErrorCode.AUTH_REQUIRED,
        "creating a channel where only the verified may",
        s -> s.guest().ask("CREATE_CHANNEL", "channel", "#x"),
        "CREATE_VERIFIED_ONLY",
        "true");
    row(ErrorCode.INVALID_MSG, "no JSON", s -> s.agent().send("{"));
    row(ErrorCode.INVALID_MSG, "an unknown type", s -> s.agent().ask("PROPOSAL"));
    row(
        ErrorCode.INVALID_MSG,
        "a feature that is off",
        s -> s.guest().ask("CREATE_CHANNEL", "channel", "#x", "invite_only", true),
        "PRIVATE_CHANNELS_ENABLED",
        "false");
    row(ErrorCode.INVALID_NAME, "a name", s -> s.agent().ask("IDENTIFY", "name", "Server"));
    row(ErrorCode.INVALID_NAME, "a nick", s -> s.guest().ask("SET_NICK", "nick", "Admin"));
    row(ErrorCode.CHANNEL_NOT_FOUND, "joining", s -> s.guest().ask("JOIN", "channel", "#x"));
    row(ErrorCode.CHANNEL_NOT_FOUND, "speaking", s -> s.guest().say("#x", "hi"));
    row(
        ErrorCode.CHANNEL_EXISTS,
        "creating it",
        s -> s.guest().ask("CREATE_CHANNEL", "channel", "#general"));
    row(
        ErrorCode.NOT_INVITED,
        "a private channel",
        s -> {
          try (var host = TestAgent.join(s.server(), "host")) {
            host.ask("CREATE_CHANNEL", "channel", "#private", "invite_only", true).await("JOINED");
            s.guest().ask("JOIN", "channel", "#private");
          }
        });
    row(
        ErrorCode.NOT_INVITED,
        "speaking where one is not",
        s -> s.guest().ask("LEAVE", "channel", "#agents").say("#agents", "hi"));
    row(ErrorCode.AGENT_NOT_FOUND, "a message", s -> s.guest().say("@nobody", "hi"));
    row(
        ErrorCode.AGENT_NOT_FOUND,
        "a part of a file",
        s -> s.guest().ask("FILE_CHUNK", "to", "@nobody", "content", "x"));
    row(
        ErrorCode.AGENT_NOT_FOUND,
        "a verification",
        s -> s.guest().ask("VERIFY_REQUEST", "target", "@nobody", "nonce", NONCE));
    row(
        ErrorCode.RATE_LIMITED,
        "messages",
        s -> s.guest().say("#general", "one").say("#general", "two"),
        "RATE_LIMIT_MS",
        "60000");
    row(
        ErrorCode.RATE_LIMITED,
        "frames",
        s -> s.guest().ask("PING").ask("PING").ask("PING").ask("PING"),
        "FRAME_LIMIT",
        "4");
    row(
        ErrorCode.RATE_LIMITED,
        "nicks",
        s -> s.guest().ask("SET_NICK", "nick", "one").ask("SET_NICK", "nick", "two"));
    row(
        ErrorCode.RATE_LIMITED,
        "a full mailbox",
        s -> {
          var absent = Identity.generate();
          TestAgent.join(s.server(), "absent", absent).finish();
          var id = "@" + absent.agentId();
          s.guest().say(id, "one").say(id, "two");
        },
        "MAILBOX_MAX",
        "1");
    row(
        ErrorCode.RATE_LIMITED,
        "channels",
        s -> s.guest().ask("CREATE_CHANNEL", "channel", "#x"),
        "MAX_CHANNELS",
        "3");
    row(
        ErrorCode.VERIFICATION_FAILED,
        "a login with another's key",
        s -> {
          var challenge = s.agent().challenged("liar", Identity.generate());
          s.agent().answer(challenge, Identity.generate());
        });
    row(
        ErrorCode.VERIFICATION_FAILED,
        "skills with a wrong signature",
        s -> s.keyed().ask("REGISTER_SKILLS", "skills", SKILLS, "sig", "x"));
    row(
        ErrorCode.VERIFICATION_EXPIRED,
        "a challenge that nobody made",
        s ->
            s.agent()
                .ask(
                    "VERIFY_IDENTITY", "challenge_id", "chal_x", "signature", "x", "timestamp", 1));
    row(
        ErrorCode.VERIFICATION_EXPIRED,
        "a challenge that nobody answers",
        s -> s.agent().challenged("silent", Identity.generate()),
        "CHALLENGE_TIMEOUT_MS",
        "50");
    row(
        ErrorCode.VERIFICATION_EXPIRED,
        "a verification that is over",
        s ->
            s.keyed().ask("VERIFY_RESPONSE", "request_id", "verify_x", "nonce", NONCE, "sig", "x"));
    row(
        ErrorCode.SIGNATURE_REQUIRED,
        "skills without a key",
        s -> s.guest().ask("REGISTER_SKILLS", "skills", SKILLS, "sig", "x"));
    row(
        ErrorCode.SIGNATURE_REQUIRED,
        "a proof without a key",
        s ->
            s.guest().ask("VERIFY_RESPONSE", "request_id", "verify_x", "nonce", NONCE, "sig", "x"));
    row(
        ErrorCode.NO_PUBKEY,
        "asking one without a key",
        s -> {
          var guest = s.guest();
          guest.ask("VERIFY_REQUEST", "target", guest.id(), "nonce", NONCE);
        });
    row(
        ErrorCode.LURK_MODE,
        "speaking",
        s -> s.guest().say("#general", "hi"),
        "LURK_MINUTES",
        "60");
    row(
        ErrorCode.DM_AGE_GATE,
        "a direct message of a newcomer",
        s -> {
          var guest = s.guest();
          guest.say(guest.id(), "hi");
        },
        "DM_AGE_GATE_MS",
        "600000");
    row(
        ErrorCode.TASK_NOT_FOUND,
        "a task that nobody made",
        s -> s.keyed().ask("TASK_GET", "task_id", "task_0123456789abcdefghjkmnpqrs"));
    row(
        ErrorCode.STORE_UNAVAILABLE,
        "another program holds the database",
        s -> {
          var guest = s.guest();
          var url = "jdbc:sqlite:" + s.folder().resolve("reveille.db");
          try (var other = DriverManager.getConnection(url);
              var statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            guest.say("#general", "not now").soFar("ERROR").forEach(s.early()::add);
            statement.execute("ROLLBACK");
          }
          guest.say("#general", "now").awaitContent("now");
        });
    row(
        "NOT_ALLOWED",
        "a key that is not on the list",
        s ->
            s.agent()
                .ask("IDENTIFY", "name", "who", "pubkey", Identity.generate().publicKey().pem()),
        "AGENTCHAT_ADMIN_KEY",
        KEY,
        "ALLOWLIST_ENABLED",
        "true",
        "ALLOWLIST_STRICT",
        "true");
    row(
        "BANNED",
        "a key that was banned",
        s -> {
          var banned = Identity.generate();
          try (var admin = TestAgent.connect(s.server())) {
            admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", banned.agentId());
            admin.await("ADMIN_RESULT");
          }
          s.agent().identify("banned", banned);
        },
        "AGENTCHAT_ADMIN_KEY",
        KEY);
  }

  static Stream<Row> rows() {
    return Arrays.stream(ErrorCode.values())
        .map(Enum::name)
        .flatMap(code -> ROWS.getOrDefault(code, List.of()).stream());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void the_code_is_sent(Row row) throws SQLException {
    try (var server = ServerFixture.start(folder, row.environment().toArray(String[]::new));
        var agent = TestAgent.connect(server)) {
      var early = new ArrayList<JsonNode>();
      row.act().provoke(new Scene(server, folder, agent, early));
      var error = early.isEmpty() ? agent.await("ERROR") : early.getFirst();
      assertThat(error.path("code").asString()).as(error.toString()).isEqualTo(row.code());
      assertThat(error.path("message").asString()).isNotBlank();
      assertThat(TestAgent.fields(error)).containsExactly("type", "ts", "code", "message");
    }
  }

  @Test
  void no_code_is_without_a_row() {
    assertThat(ROWS.keySet())
        .as("a new code needs a row here that provokes it")
        .containsAll(Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
  }
}
