package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import dev.reveille.server.limits.FeatureSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @TempDir Path folder = Path.of("");

  private Settings load(String... environment) {
    return Settings.load(null, Map.of(), environment(environment));
  }

  private Map<String, String> environment(String... pairs) {
    var names = new HashMap<>(Map.of("DATA_DIR", folder.toString()));
    for (int i = 0; i < pairs.length; i += 2) names.put(pairs[i], pairs[i + 1]);
    return names;
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Config reference() {
    return ConfigFactory.parseResources(Settings.class, "/reference.conf").getConfig("reveille");
  }

  private static String referenceText() throws IOException {
    try (InputStream in = Settings.class.getResourceAsStream("/reference.conf")) {
      assertThat(in).isNotNull();
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void every_setting_but_a_list_has_exactly_one_environment_name() {
    var keys = new TreeSet<String>();
    reference().entrySet().stream()
        .filter(e -> e.getValue().valueType() != ConfigValueType.LIST)
        .forEach(e -> keys.add(e.getKey()));
    assertThat(EnvironmentNames.all().values()).containsExactlyInAnyOrderElementsOf(keys);
  }

  @Test
  void no_two_settings_have_one_key_or_one_variable() {
    var keys = Features.SETTINGS.stream().flatMap(each -> each.keys().stream()).toList();
    assertThat(keys).extracting(FeatureSettings.Key::key).doesNotHaveDuplicates();
    assertThat(keys)
        .extracting(FeatureSettings.Key::variable)
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(EnvironmentNames.CORE.keySet());
  }

  @Test
  void every_environment_name_stands_in_the_comments_of_the_reference() throws IOException {
    var words = new TreeSet<String>();
    referenceText()
        .lines()
        .filter(line -> line.strip().startsWith("#"))
        .forEach(line -> words.addAll(java.util.List.of(line.split("[^A-Z_]+", -1))));
    assertThat(words).containsAll(EnvironmentNames.all().keySet());
  }

  @Test
  void every_setting_has_a_comment_above_it_or_above_its_neighbour() throws IOException {
    var previous = "";
    for (var line : referenceText().lines().map(String::strip).toList()) {
      if (line.contains(" = ") && !line.startsWith("#")) {
        assertThat(previous.startsWith("#") || previous.contains(" = ")).as(line).isTrue();
      }
      previous = line;
    }
  }

  @Test
  void a_flag_beats_the_environment_which_beats_the_file_which_beats_the_default()
      throws IOException {
    var conf = file("my.conf", "reveille { port = 7001, server-name = filed, log-level = warn }");
    var names = environment("PORT", "7002", "SERVER_NAME", "environed");
    var settings = Settings.load(conf, Map.of("port", "7003"), names);
    assertThat(settings.ws().listen().port()).isEqualTo(7003);
    assertThat(settings.chat().serverName()).isEqualTo("environed");
    assertThat(settings.logLevel()).isEqualTo("warn");
    assertThat(settings.chat().messageBufferSize()).isEqualTo(200);
  }

  @Test
  void the_file_is_the_one_given_or_named_by_the_environment_or_in_the_data_folder()
      throws IOException {
    var given = file("given.conf", "server-name = given");
    var named = file("named.conf", "server-name = named");
    assertThat(load().chat().serverName()).isEqualTo("agentchat");
    file("reveille.conf", "server-name = beside");
    assertThat(load().chat().serverName()).isEqualTo("beside");
    assertThat(load("REVEILLE_CONFIG", named.toString()).chat().serverName()).isEqualTo("named");
    var both = environment("REVEILLE_CONFIG", named.toString());
    assertThat(Settings.load(given, Map.of(), both).chat().serverName()).isEqualTo("given");
  }

  @Test
  void a_file_may_name_the_data_folder() throws IOException {
    var other = Files.createDirectory(folder.resolve("other"));
    var conf = file("data.conf", "data-dir = \"" + other + "\"");
    assertThat(Settings.load(conf, Map.of(), Map.of()).dataFolder()).isEqualTo(other);
  }

  @Test
  void an_unknown_key_in_a_file_is_refused_by_name() throws IOException {
    for (var text :
        new String[] {
          "reveille { prot = 1 }",
          "prot = 1",
          "reveille { edge { prot = 1 } }",
          "reveille { port = 1 }, prot = 2",
          "port { prot = 1 }"
        }) {
      var conf = file("wrong.conf", text);
      assertThatThrownBy(() -> Settings.load(conf, Map.of(), environment()))
          .as(text)
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("wrong.conf")
          .hasMessageContaining("prot");
    }
  }

  @Test
  void an_unknown_flag_is_refused_by_name() {
    assertThatThrownBy(() -> Settings.load(null, Map.of("prot", "1"), environment()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("prot");
  }

  @Test
  void a_file_that_is_not_there_or_not_a_configuration_is_said_so() throws IOException {
    assertThatThrownBy(() -> load("REVEILLE_CONFIG", folder.resolve("none").toString()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("none");
    var broken = file("broken.conf", "reveille { port = ");
    assertThatThrownBy(() -> Settings.load(broken, Map.of(), environment()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("broken.conf");
  }

  @ParameterizedTest
  @CsvSource({
    "PORT,abc",
    "PORT,-1",
    "PORT,65536",
    "PORT,1.5",
    "RATE_LIMIT_MS,soon",
    "RATE_LIMIT_MS,9223372036854775807",
    "RATE_LIMIT_BURST,0",
    "FRAME_LIMIT,x",
    "FRAME_LIMIT,99999999",
    "FRAME_LIMIT_PREAUTH,99999999999",
    "MAILBOX_MAX,0",
    "DM_AGE_GATE_MS,9223372036854775807",
    "MAX_CHANNELS,0",
    "MAX_CHANNELS_PER_AGENT,0",
    "MESSAGE_BUFFER_SIZE,-1",
    "ANNOUNCE_MAX_MEMBERS,-1",
    "PRIVATE_CHANNELS_ENABLED,perhaps",
    "CREATE_VERIFIED_ONLY,2",
    "CHANNELS,general",
    "CHANNELS,'#a b'",
    "GENESIS_AGENT_ID,nobody",
    "LURK_MINUTES,99999999999999999",
    "LURK_DISABLED,maybe",
    "CHALLENGE_TIMEOUT_MS,0",
    "TAKEOVER_WAIT_MS,99999999999999",
    "OUTBOUND_QUEUE_BYTES,0",
    "HEARTBEAT_INTERVAL_MS,0",
    "HEARTBEAT_TIMEOUT_MS,-1",
    "EVENT_LOOPS,-1",
    "EVENT_LOOPS,100000",
    "MAX_CONNECTIONS_PER_IP,-1",
    "RETENTION_MESSAGES,-1",
    "RETENTION_DAYS,-1",
    "AGENT_KEEP_DAYS,-1",
    "RETENTION_DAYS,99999999999999",
    "AGENTCHAT_CB_POLL_MS,0",
    "TLS_CERT,cert.pem",
    "TLS_KEY,key.pem",
    "MOTD_FILE,no-such-file",
    "LOG_LEVEL,loud",
    "SOCKET_TRANSPORT,kqueue",
    "HOST,','",
  })
  void a_value_that_cannot_be_is_refused_in_one_sentence_that_names_it(String name, String value) {
    assertThatThrownBy(() -> load(name, value))
        .isInstanceOf(SettingsException.class)
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .as("one line that names the variable or its key")
                    .doesNotContain("\n")
                    .matches(
                        m ->
                            m.contains(name)
                                || m.contains(EnvironmentNames.all().getOrDefault(name, "?"))));
  }

  @Test
  void a_blank_variable_is_not_set() {
    assertThat(load("PORT", " ", "CHANNELS", "").ws().listen().port()).isEqualTo(6667);
  }

  @Test
  void the_genesis_id_is_taken_with_and_without_its_sign() {
    assertThat(load("GENESIS_AGENT_ID", "0123456789abcdef").chat().genesisAgent())
        .contains("@0123456789abcdef");
    assertThat(load("GENESIS_AGENT_ID", "@0123456789abcdef").chat().genesisAgent())
        .contains("@0123456789abcdef");
    assertThat(load().chat().genesisAgent()).isEmpty();
  }

  @Test
  void the_burst_is_five_by_default_one_when_only_the_spacing_is_set_and_else_as_set() {
    assertThat(load().chat().rateBurst()).isEqualTo(5);
    assertThat(load("RATE_LIMIT_MS", "1000").chat().rateBurst()).isEqualTo(1);
    assertThat(load("RATE_LIMIT_BURST", "9").chat().rateBurst()).isEqualTo(9);
    assertThat(load("RATE_LIMIT_MS", "10", "RATE_LIMIT_BURST", "9").chat().rateBurst())
        .isEqualTo(9);
    assertThat(load("RATE_LIMIT_MS", "-1").chat().rateInterval()).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 8667",
    "6667, '', 8667",
    "6697, '', 8667",
    "8080, '', 0",
    "6667, 9000, 9000",
    "8080, 9000, 9000",
    "6667, 0, 0",
    "9000, 9000, 0"
  })
  void a_port_that_browsers_refuse_has_a_second_one(String port, String web, int second) {
    assertThat(load("PORT", port, "DASHBOARD_PORT", web).ws().listen().webPort()).isEqualTo(second);
  }

  @Test
  void it_listens_on_loopback_by_default_and_knows_when_it_does_not() {
    assertThat(load().hosts()).containsExactly("127.0.0.1", "::1");
    assertThat(load().loopbackOnly()).isTrue();
    assertThat(load("HOST", "localhost").loopbackOnly()).isTrue();
    for (var host : new String[] {"0.0.0.0", "::", "127.0.0.1,10.0.0.1", "127.example.com"}) {
      assertThat(load("HOST", host).loopbackOnly()).as(host).isFalse();
    }
  }

  @Test
  void the_rest_of_the_edge_is_as_set() {
    var ws =
        load(
                "ALLOWED_ORIGINS",
                "https://a.example, https://b.example",
                "TRUSTED_PROXIES",
                "10.0.0.1",
                "MAX_CONNECTIONS_PER_IP",
                "7",
                "OUTBOUND_QUEUE_BYTES",
                "1000",
                "HEARTBEAT_INTERVAL_MS",
                "11",
                "HEARTBEAT_TIMEOUT_MS",
                "12",
                "EVENT_LOOPS",
                "3")
            .ws();
    assertThat(ws.admission().allowedOrigins())
        .containsExactlyInAnyOrder("https://a.example", "https://b.example");
    assertThat(ws.admission().trustedProxies()).containsExactly("10.0.0.1");
    assertThat(ws.admission().maxPerAddress()).isEqualTo(7);
    assertThat(ws.pace().outboundLimit()).isEqualTo(1000);
    assertThat(ws.pace().heartbeat()).isEqualTo(Duration.ofMillis(11));
    assertThat(ws.pace().heartbeatTimeout()).isEqualTo(Duration.ofMillis(12));
    assertThat(ws.listen().loops()).isEqualTo(3);
  }

  @Test
  void without_a_rate_limit_there_is_no_loop_guard_unless_it_is_asked_for() {
    assertThat(load().chat().moderation().loops().turns()).isEqualTo(30);
    assertThat(load("RATE_LIMIT_MS", "0").chat().moderation().loops().off()).isTrue();
    assertThat(load("RATE_LIMIT_MS", "500").chat().moderation().loops().off()).isFalse();
    var both = load("RATE_LIMIT_MS", "0", "LOOP_TURNS", "7");
    assertThat(both.chat().moderation().loops().turns()).isEqualTo(7);
  }

  @Test
  void retention_and_timers_are_as_set() {
    var settings =
        load(
            "RETENTION_MESSAGES",
            "10",
            "RETENTION_DAYS",
            "2",
            "AGENT_KEEP_DAYS",
            "3",
            "AGENTCHAT_CB_POLL_MS",
            "77");
    assertThat(settings.retention().messagesPerStream()).isEqualTo(10);
    assertThat(settings.retention().age()).isEqualTo(Duration.ofDays(2));
    assertThat(settings.retention().absence()).isEqualTo(Duration.ofDays(3));
    assertThat(settings.timerPoll()).isEqualTo(Duration.ofMillis(77));
  }

  @Test
  void the_data_folder_is_below_the_home_that_the_environment_names() {
    var settings = Settings.load(null, Map.of(), Map.of("HOME", "/home/ada"));
    assertThat(settings.dataFolder()).startsWithRaw(Path.of("/home/ada"));
  }

  @Test
  void a_short_key_is_refused_where_other_machines_can_try_it() {
    for (var name :
        List.of("AGENTCHAT_ADMIN_KEY", "ALLOWLIST_ADMIN_KEY", "DASHBOARD_VIEWER_TOKEN")) {
      for (var host : List.of("0.0.0.0", "::", "127.0.0.1,192.0.2.1")) {
        assertThatThrownBy(() -> load("HOST", host, name, "fifteen-letters"))
            .isInstanceOf(SettingsException.class)
            .hasMessageContaining(name)
            .hasMessageContaining("16")
            .hasMessageContaining("openssl rand -hex 16")
            .hasMessageNotContaining("fifteen-letters");
        assertThatCode(() -> load("HOST", host, name, "sixteen-letters!"))
            .doesNotThrowAnyException();
      }
      assertThatCode(() -> load("HOST", "127.0.0.1,::1", name, "short")).doesNotThrowAnyException();
    }
  }

  @Test
  void a_short_key_in_the_file_is_refused_there_too(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("admin.key"), "short\n");
    assertThatThrownBy(() -> ServerFixture.start(folder, "HOST", "0.0.0.0"))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("openssl rand -hex 16");
    ServerFixture.start(folder, "HOST", "127.0.0.1").close();
  }
}
