package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public conformance suite of MCP and the inspector, against the packaged program. Runs with
 * {@code ./reveille test --harness} only, because it installs both.
 *
 * <p>These scenarios do not apply, because the server has nothing of the kind: it completes no
 * arguments (completion-complete), its tools answer with text only (tools-call-image, -audio,
 * -embedded-resource, -mixed-content), it asks neither the client's model nor its user
 * (tools-call-sampling, -elicitation, elicitation-sep1034-defaults, -sep1330-enums), its resources
 * and prompts are texts (resources-read-binary, prompts-get-embedded-resource, -with-image), and an
 * answer is not resumed but asked for again (server-sse-polling).
 */
class McpConformanceTest {
  private static final String SUITE = "@modelcontextprotocol/conformance@0.1.16";
  private static final String INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
  private static final String NODE = "node@24";

  private final Path folder;

  McpConformanceTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void onlyWhenAskedFor() {
    CodingAgent.onlyWhenAskedFor();
  }

  /** Starts a server for the suite and makes its token. */
  private ServerProcess start() {
    var token = folder.resolve("suite.token");
    var server =
        ServerProcess.start(folder.resolve("data"), Map.of("MCP_CONFORMANCE", token.toString()));
    var made =
        new Cli(folder)
            .with("DATA_DIR", server.data().toString())
            .with("REVEILLE_URL", server.uri().toString())
            .run(
                "token",
                "new",
                "--name",
                "suite",
                "--scopes",
                "observe,send",
                "--new-identity",
                "suite",
                "--out",
                token.toString());
    assertThat(made.exit()).as(made.err()).isZero();
    return server;
  }

  private static Path tools() throws IOException {
    var tools = CodingAgent.folder("mcp");
    if (!Files.exists(tools.resolve("node_modules/.bin/mcp-inspector"))) {
      CodingAgent.install(tools, SUITE, INSPECTOR, NODE);
    }
    return tools.resolve("node_modules");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server-initialize",
        "logging-set-level",
        "ping",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-with-logging",
        "tools-call-error",
        "tools-call-with-progress",
        "json-schema-2020-12",
        "server-sse-multiple-streams",
        "resources-list",
        "resources-read-text",
        "resources-templates-read",
        "resources-subscribe",
        "resources-unsubscribe",
        "prompts-list",
        "prompts-get-simple",
        "prompts-get-with-args",
        "dns-rebinding-protection"
      })
  void the_scenario_passes(String scenario) throws IOException {
    var modules = tools();
    try (var server = start()) {
      var run =
          Machine.run(
              modules.resolve("node/bin/node").toString(),
              modules.resolve("@modelcontextprotocol/conformance/dist/index.js").toString(),
              "server",
              "--url",
              "http://127.0.0.1:" + server.port() + "/mcp",
              "--scenario",
              scenario);
      assertThat(run.ok()).as(run.text()).isTrue();
      assertThat(run.text()).doesNotContain(" 0 passed");
    }
  }

  @Test
  void the_inspector_lists_the_tools_and_calls_one() throws IOException {
    var modules = tools();
    try (var server = start()) {
      var token = Files.readString(folder.resolve("suite.token")).strip();
      var run =
          Machine.run(
              modules.resolve("node/bin/node").toString(),
              modules.resolve(".bin/mcp-inspector").toString(),
              "--cli",
              "http://127.0.0.1:" + server.port() + "/mcp",
              "--transport",
              "http",
              "--header",
              "Authorization: Bearer " + token,
              "--method",
              "tools/call",
              "--tool-name",
              "read",
              "--tool-arg",
              "what=channels");
      assertThat(run.ok()).as(run.text()).isTrue();
      assertThat(run.text()).contains("#general");
    }
  }
}
