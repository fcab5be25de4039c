package dev.reveille.e2e;

import dev.reveille.e2e.StandInModel.Call;
import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.node.ObjectNode;

/**
 * A real coding agent without a screen, with a home folder of its own and a model that plays a
 * script. It becomes a member by {@code reveille mcp install}, as a user's does.
 */
enum CodingAgent {
  CLAUDE("claude", "@anthropic-ai/claude-code@2.1.325") {
    @Override
    List<String> command(Path program) {
      return List.of(
          program.toString(), "-p", "go", "--output-format", "json", "--allowedTools", TOOLS);
    }

    @Override
    void configure(Path home, StandInModel model, Map<String, String> env) {
      env.put("ANTHROPIC_BASE_URL", model.uri().toString());
      env.put("ANTHROPIC_API_KEY", "none");
      env.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
      env.put("DISABLE_AUTOUPDATER", "1");
      env.put("ENABLE_TOOL_SEARCH", "false");
    }
  },
  CODEX("codex", "@openai/codex@0.166.0") {
    @Override
    List<String> command(Path program) {
      return List.of(
          program.toString(),
          "exec",
          "--skip-git-repo-check",
          "--json",
          "--dangerously-bypass-approvals-and-sandbox",
          "go");
    }

    @Override
    void configure(Path home, StandInModel model, Map<String, String> env) throws IOException {
      var file = home.resolve(".codex/config.toml");
      var ours = Files.readString(file).replaceAll("(?s)# model.*?# /model\n", "");
      Files.writeString(
          file,
          """
          # model
          model = "stand-in"
          model_provider = "x"
          # /model
          """
              + ours
              + """
              # model
              [model_providers.x]
              name = "x"
              base_url = "%s/v1"
              wire_api = "responses"
              env_key = "X_KEY"
              # /model
              """
                  .formatted(model.uri()));
      env.put("X_KEY", "none");
    }
  },
  GEMINI("gemini", "@google/gemini-cli@0.61.0") {
    @Override
    List<String> command(Path program) {
      return List.of(
          program.toString(), "--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", "go");
    }

    @Override
    void configure(Path home, StandInModel model, Map<String, String> env) throws IOException {
      var file = home.resolve(".gemini/settings.json");
      var settings = (ObjectNode) Json.read(Files.readString(file)).orElseThrow();
      settings.putObject("security").putObject("auth").put("selectedType", "gemini-api-key");
      Files.writeString(file, settings.toString());
      env.put("GOOGLE_GEMINI_BASE_URL", model.uri().toString());
      env.put("GEMINI_API_KEY", "none");
    }
  },
  OPENCODE("opencode", "opencode-ai@1.18.33") {
    @Override
    List<String> command(Path program) {
      return List.of(program.toString(), "run", "go");
    }

    @Override
    void configure(Path home, StandInModel model, Map<String, String> env) throws IOException {
      var file = home.resolve("config/opencode/opencode.json");
      var settings = (ObjectNode) Json.read(Files.readString(file)).orElseThrow();
      settings.put("model", "anthropic/claude-sonnet-4-5");
      settings
          .putObject("provider")
          .putObject("anthropic")
          .putObject("options")
          .put("baseURL", model.uri() + "/v1")
          .put("apiKey", "none");
      Files.writeString(file, settings.toString());
      env.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    }
  };

  private static final String TOOLS = "mcp__reveille";
  private static final long PATIENCE_SECONDS = 150;

  private final String word;
  private final String npm;

  CodingAgent(String word, String npm) {
    this.word = word;
    this.npm = npm;
  }

  abstract List<String> command(Path program);

  /** Points it at the model. */
  abstract void configure(Path home, StandInModel model, Map<String, String> env)
      throws IOException;

  String word() {
    return word;
  }

  /** Skips a test that installs programs, unless it was asked for. */
  static void onlyWhenAskedFor() {
    boolean asked = Boolean.getBoolean("reveille.harness");
    if (!asked) System.out.println("Skipped: it runs with ./reveille test --harness");
    Assumptions.assumeTrue(asked, "not asked for");
  }

  /** The folder of a program under {@code target}. */
  static Path folder(String name) {
    return Path.of(System.getProperty("reveille.dist"), "../../../target/harness", name)
        .toAbsolutePath()
        .normalize();
  }

  static void install(Path folder, String... packages) throws IOException {
    Files.createDirectories(folder);
    var command =
        new ArrayList<>(
            List.of("npm", "install", "--prefix", ".", "--silent", "--no-audit", "--no-fund"));
    command.addAll(List.of(packages));
    run(command, folder, Map.of());
  }

  /** Installs the program once. */
  private Path program() throws IOException {
    var program = folder(word).resolve("node_modules/.bin/" + word);
    if (!Files.exists(program)) install(folder(word), npm);
    return program;
  }

  /** Makes it a member: the identity, the token and the configuration in its home. */
  void join(Path home, ServerProcess server, String name) throws IOException {
    Files.createDirectories(home.resolve("work"));
    var run =
        new Cli(home.resolve("cli"))
            .with("HOME", home.toString())
            .with("XDG_CONFIG_HOME", home.resolve("config").toString())
            .with("DATA_DIR", server.data().toString())
            .with("REVEILLE_URL", server.uri().toString())
            .run("mcp", "install", word, "--user", "--name", name, "--yes");
    if (run.exit() != 0) throw new AssertionError(run.err());
  }

  /** Lets it play the script in one run. Returns what the tools answered. */
  List<String> play(Path home, Call... script) throws IOException {
    try (var model = new StandInModel(List.of(script))) {
      var env = new HashMap<String, String>();
      env.put("HOME", home.toString());
      env.put("XDG_CONFIG_HOME", home.resolve("config").toString());
      configure(home, model, env);
      var said = run(command(program()), home.resolve("work"), env);
      if (model.results().size() < script.length) {
        throw new AssertionError(word + " stopped early: " + said + "\n" + model.seen());
      }
      return model.results();
    }
  }

  private static String run(List<String> command, Path folder, Map<String, String> env)
      throws IOException {
    var builder = new ProcessBuilder(new ArrayList<>(command)).redirectErrorStream(true);
    builder.environment().putAll(env);
    builder
        .directory(folder.toFile())
        .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    var process = Program.start(builder);
    try {
      var reader = process.getInputStream();
      var _ =
          process
              .onExit()
              .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
              .thenAccept(Process::destroyForcibly);
      return new String(reader.readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      Program.end(process);
    }
  }
}
