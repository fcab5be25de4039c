package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code reveille mcp}, against the real server. */
@Timeout(120)
class McpCommandsTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n";

  private final Path home;
  private final Path project;
  private ServerLauncher.Running server;

  McpCommandsTest(@TempDir Path home) throws IOException {
    this.home = home;
    project = Files.createDirectories(home.resolve("project"));
    server = start("0");
  }

  private ServerLauncher.Running start(String port) {
    var env = new HashMap<String, String>();
    env.put("PORT", port);
    env.put("DATA_DIR", home.resolve("data").toString());
    env.put("LOG_LEVEL", "warn");
    return new EmbeddedServer().start(Optional.empty(), Map.of(), env);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Run reveille() {
    return new Run(home, server.webSocketUri().toString())
        .env("DATA_DIR", home.resolve("data").toString())
        .env("PWD", project.toString());
  }

  private String url() {
    return "http://127.0.0.1:" + server.webSocketUri().getPort() + "/mcp";
  }

  private Run install(String... more) {
    var run = reveille();
    var args = new String[more.length + 3];
    System.arraycopy(new String[] {"mcp", "install", "--yes"}, 0, args, 0, 3);
    System.arraycopy(more, 0, args, 3, more.length);
    assertThat(run.exit(args)).as(run.err()).isZero();
    return run;
  }

  private static JsonNode json(Path file) throws IOException {
    return Json.read(Files.readString(file)).orElseThrow();
  }

  private String token(String name) throws IOException {
    return Files.readString(home.resolve("config/reveille/tokens/" + name + ".token")).strip();
  }

  @Test
  void claude_gets_an_entry_for_this_folder_in_its_own_file() throws IOException {
    Files.writeString(home.resolve(".claude.json"), "{\"numStartups\":3,\"projects\":{}}");
    install("claude", "--name", "ada");
    var file = json(home.resolve(".claude.json"));
    assertThat(file.path("numStartups").asInt()).isEqualTo(3);
    var entry = file.path("projects").path(project.toString()).path("mcpServers").path("reveille");
    assertThat(entry.path("type").asString()).isEqualTo("http");
    assertThat(entry.path("url").asString()).isEqualTo(url());
    assertThat(entry.path("alwaysLoad").asBoolean(false)).as("before the first prompt").isTrue();
    assertThat(entry.path("headers").path("Authorization").asString())
        .isEqualTo("Bearer " + token("ada-claude"));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve(".claude.json"))))
        .isEqualTo("rw-------");
    assertThat(Files.readString(home.resolve(".claude.json.before-reveille")))
        .isEqualTo("{\"numStartups\":3,\"projects\":{}}");
  }

  @ParameterizedTest
  @CsvSource({
    "codex, .codex/config.toml, REVEILLE_TOKEN",
    "gemini, .gemini/settings.json, $REVEILLE_TOKEN",
    "opencode, opencode.json, {file:",
    "cursor, .cursor/mcp.json, ${env:REVEILLE_TOKEN}"
  })
  void a_file_of_the_project_names_the_place_of_the_token_and_not_the_token(
      String client, String file, String reference) throws IOException {
    install(client, "--project");
    var text = Files.readString(project.resolve(file));
    assertThat(text)
        .contains(url())
        .contains(reference)
        .doesNotContain(token(client + "-" + client));
  }

  @ParameterizedTest
  @CsvSource({
    "claude, .claude.json",
    "codex, .codex/config.toml",
    "gemini, .gemini/settings.json",
    "opencode, config/opencode/opencode.json",
    "cursor, .cursor/mcp.json"
  })
  void an_entry_for_all_projects_is_taken_out_again_with_its_token(String client, String file)
      throws IOException {
    var path = home.resolve(file);
    Files.createDirectories(path.getParent());
    boolean toml = file.endsWith(".toml");
    Files.writeString(path, toml ? "model = \"x\"\n" : "{\"theme\":\"dark\"}");
    install(client, "--user", "--name", "bob");
    install(client, "--user", "--name", "bob");
    assertThat(Files.readString(path)).contains(url());
    var run = reveille();
    assertThat(run.exit("mcp", "uninstall", client, "--user", "--name", "bob", "--yes"))
        .as(run.err())
        .isZero();
    assertThat(Files.readString(path)).doesNotContain(url());
    assertThat(Files.readString(path))
        .as("exactly as before")
        .isEqualTo(toml ? "model = \"x\"\n" : "{\"theme\":\"dark\"}");
    assertThat(path.resolveSibling(path.getFileName() + ".before-reveille")).doesNotExist();
    assertThat(home.resolve("config/reveille/tokens/bob-" + client + ".token")).doesNotExist();
    assertThat(run.out()).contains("revoked");
  }

  @Test
  void a_file_is_not_changed_if_the_person_does_not_agree() throws IOException {
    var run = reveille().in("n\n");
    assertThat(run.exit("mcp", "install", "claude")).isNotZero();
    assertThat(home.resolve(".claude.json")).doesNotExist();
    assertThat(home.resolve("config/reveille/tokens")).doesNotExist();
    var agreed = reveille().in("y\n");
    assertThat(agreed.exit("mcp", "install", "claude")).as(agreed.err()).isZero();
    assertThat(home.resolve(".claude.json")).exists();
  }

  @Test
  void the_kept_file_is_the_one_without_the_entry_and_a_file_that_was_not_there_goes()
      throws IOException {
    var path = project.resolve(".cursor/mcp.json");
    install("cursor");
    install("cursor", "--name", "bob");
    assertThat(project.resolve(".cursor/mcp.json.before-reveille")).doesNotExist();
    var other = "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}";
    assertThat(reveille().exit("mcp", "uninstall", "cursor", "--yes")).isZero();
    assertThat(path).doesNotExist();
    Files.writeString(path, other);
    install("cursor");
    Files.writeString(path, Files.readString(path).replace("\"x\"", "\"y\""));
    install("cursor", "--name", "bob");
    assertThat(Files.readString(project.resolve(".cursor/mcp.json.before-reveille")))
        .isEqualTo(other);
    assertThat(reveille().exit("mcp", "uninstall", "cursor", "--yes")).isZero();
    assertThat(json(path).toString())
        .as("changed since")
        .isEqualTo(other.replace("\"x\"", "\"y\""));
  }

  @Test
  void a_link_to_a_file_stays_a_link() throws IOException {
    var kept = Files.writeString(home.resolve("kept.json"), "{\"theme\":\"dark\"}");
    Files.createSymbolicLink(home.resolve(".claude.json"), kept);
    install("claude");
    assertThat(home.resolve(".claude.json")).isSymbolicLink();
    assertThat(Files.readString(kept)).contains(url());
  }

  @Test
  void an_empty_token_file_of_a_run_that_was_killed_is_made_anew() throws IOException {
    var tokens = Files.createDirectories(home.resolve("config/reveille/tokens"));
    Files.createFile(tokens.resolve("ada-claude.token"));
    install("claude", "--name", "ada");
    assertThat(token("ada-claude")).startsWith("rvl_");
  }

  @Test
  void a_file_with_comments_is_left_alone() throws IOException {
    Files.writeString(project.resolve("opencode.json"), "{ // mine\n}");
    var run = reveille();
    assertThat(run.exit("mcp", "install", "opencode", "--yes")).isNotZero();
    assertThat(run.err()).contains("by hand");
    assertThat(Files.readString(project.resolve("opencode.json"))).isEqualTo("{ // mine\n}");
  }

  @Test
  void a_person_is_told_if_the_server_does_not_serve_mcp_where_the_entry_says() {
    assertThat(install("claude").err()).doesNotContain("does not serve");
    var wrong = install("cursor", "--http-url", "http://127.0.0.1:1");
    assertThat(wrong.err())
        .contains("does not serve MCP at http://127.0.0.1:1/mcp")
        .contains("--http-url");
    assertThat(project.resolve(".cursor/mcp.json")).exists();
  }

  @Test
  void the_port_that_node_refuses_becomes_the_one_for_browsers() {
    var run = reveille().env("REVEILLE_URL", "ws://127.0.0.1:6667");
    install("claude");
    assertThat(run.exit("mcp", "install", "claude", "--print")).as(run.err()).isZero();
    assertThat(run.out()).contains("http://127.0.0.1:8667/mcp");
  }

  private Run bridge(String lines) throws IOException {
    install("claude", "--name", "ada");
    var run = reveille().env("REVEILLE_TOKEN", token("ada-claude")).in(lines);
    assertThat(run.exit("mcp")).as(run.err()).isZero();
    return run;
  }

  @Test
  void the_bridge_passes_requests_on_and_prints_one_line_for_each_answer() throws IOException {
    var run =
        bridge(
            INITIALIZE
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"tools/list\"}\n"
                + "not json\n");
    var lines = run.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(run.out()).contains("\"serverInfo\"").contains("\"listen\"").contains("-32700");
    assertThat(lines.stream().filter(line -> line.contains("\"id\":\"two\""))).hasSize(1);
  }

  @Test
  void the_bridge_goes_on_after_a_restart_of_the_server() throws Exception {
    install("claude", "--name", "ada");
    int port = server.webSocketUri().getPort();
    var typed = new PipedOutputStream();
    try (var in = new PipedInputStream(typed, 1 << 16);
        var out = new PipedInputStream(1 << 20);
        var printed = new PrintStream(new PipedOutputStream(out), true, StandardCharsets.UTF_8)) {
      var said = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8));
      var access = McpAccess.token(token("ada-claude"));
      var bridge = new McpBridge(URI.create(url()), access, printed);
      var running = Thread.ofVirtual().start(() -> bridge.run(in));
      typed.write(INITIALIZE.getBytes(StandardCharsets.UTF_8));
      assertThat(said.readLine()).contains("serverInfo");
      server.close();
      typed.write(call(2, "read", "{\"what\":\"channels\"}").getBytes(StandardCharsets.UTF_8));
      server = start(Integer.toString(port));
      var answer = said.readLine();
      while (!answer.contains("\"id\":2")) answer = said.readLine();
      assertThat(answer).contains("#general").doesNotContain("\"error\"");
      typed.close();
      running.join();
      bridge.close();
    }
  }

  private static String call(int id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}\n"
        .formatted(id, tool, arguments);
  }

  @Test
  void the_bridge_signs_with_the_key_of_an_identity() {
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    var run = reveille();
    var join =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"join\",\"arguments\":{}}}\n";
    run.in(INITIALIZE + join);
    assertThat(run.exit("mcp", "--identity", "ada")).as(run.err()).isZero();
    var answers = run.out().lines().toList();
    assertThat(answers).hasSize(2);
    assertThat(answers.getLast()).contains("\\\"you\\\":\\\"ada\\\"");
    assertThat(run.out() + run.err()).doesNotContain("rvm_").doesNotContain("PRIVATE");
  }

  @Test
  void the_bridge_wants_a_key_or_a_token_and_not_both() {
    var run = reveille();
    assertThat(run.exit("mcp", "--identity", "ada", "--token-file", "x")).isEqualTo(2);
    assertThat(run.err()).contains("give only one");
    var unknown = reveille();
    assertThat(unknown.exit("mcp", "--identity", "nobody")).isNotZero();
  }

  @Test
  void the_bridge_says_what_to_do_without_a_token() {
    var run = reveille();
    assertThat(run.exit("mcp")).isEqualTo(Exit.USAGE.code());
    assertThat(run.err()).contains("reveille mcp install");
  }
}
