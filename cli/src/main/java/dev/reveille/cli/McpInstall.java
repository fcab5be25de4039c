package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenMessages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Makes an identity and a token, and writes the configuration of a coding agent. */
@Command(
    name = "install",
    description =
        "Make a coding agent a member of the swarm: its identity, token and configuration.",
    footer = {
      "%nExamples:",
      "  reveille mcp install claude",
      "  reveille mcp install codex --name ada --user",
      "  reveille mcp install gemini --print",
      "%nIt asks before it changes a file, and keeps the old one beside it. reveille mcp uninstall"
          + " undoes it. It needs the admin key, as reveille token does."
    })
final class McpInstall implements Callable<Integer> {
  /** The port for programs whose HTTP refuses that of the chat, as Node's does. */
  private static final int WEB_PORT = 8667;

  private static final int CHAT_PORT = 6667;

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
      "clientInfo":{"name":"reveille mcp install","version":"1"}}}""";

  private final Terminal terminal;

  @Mixin HarnessOptions options = new HarnessOptions();

  @Option(
      names = "--print",
      description = "Print the configuration, and change no file of the client.")
  boolean print;

  @Option(
      names = "--stdio",
      description = "Let the client start 'reveille mcp' instead of using HTTP.")
  boolean stdio;

  @Option(
      names = "--http-url",
      paramLabel = "URL",
      description = "The server's address for HTTP. Default: that of --url; port 8667 for 6667.")
  @Nullable String httpUrl;

  McpInstall(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var harness = options.harness();
    if (!Names.isName(options.agent())) throw IdentityFile.notAnAgentName(options.agent());
    var place = options.place(terminal);
    var file = options.file(terminal);
    if (!print
        && !options.yes
        && !Question.isAgreed(
            terminal,
            "Add the server reveille to "
                + file.path()
                + (Files.exists(file.path())
                    ? " (the old file stays as " + file.backup() + ")"
                    : "")
                + "?")) {
      terminal.err().println("Nothing was changed. --print shows what would be added.");
      return Exit.FAILED.code();
    }
    var tokenFile = options.tokenFile(terminal);
    var token = token(tokenFile);
    var server = server(harness, place, token, tokenFile);
    if (print) {
      terminal.out().print(file.shown(server));
    } else {
      file.install(server);
      terminal.out().println(harness.shown() + " is set up in " + file.path() + ".");
      if (!stdio) check(token);
    }
    if (!stdio && harness.isShared(place) && harness.byVariable(url()).isPresent()) {
      terminal
          .out()
          .println(
              "The file may be given to others, so the token is not in it. Start "
                  + harness.shown()
                  + " with: export REVEILLE_TOKEN=\"$(cat '"
                  + tokenFile
                  + "')\"");
    }
    return Exit.OK.code();
  }

  /** Returns the entry. The token is in the file itself only if no other way is left. */
  private ObjectNode server(Harness harness, Harness.Place place, String token, Path tokenFile) {
    if (stdio) return harness.stdio(program(), tokenFile);
    var byFile = harness.byFile(url(), tokenFile);
    if (byFile.isPresent()) return byFile.get();
    var byVariable = harness.byVariable(url());
    if (harness.isShared(place) && byVariable.isPresent()) return byVariable.get();
    return harness.http(url(), token);
  }

  /** Says so if the server does not answer a client with this token. */
  private void check(String token) {
    if (!ClientBuilder.mayCarryToken(options.admin.url.uri(terminal.env()))) return;
    var server = URI.create(url());
    var headers =
        Map.of(
            "Authorization", "Bearer " + token,
            "Accept", "application/json, text/event-stream",
            "Content-Type", "application/json");
    String problem;
    try (var http = new BridgeHttp(server);
        var answer = http.send(server.getRawPath(), headers, INITIALIZE)) {
      if (answer.status() == 200) return;
      problem = "it answered with HTTP " + answer.status();
    } catch (IOException e) {
      problem = "it cannot be reached";
    }
    terminal.warn(
        "The entry is written, but the server does not serve MCP at "
            + server
            + ": "
            + problem
            + ". Start it with: reveille up, or give its address with --http-url.");
  }

  private String program() {
    var launcher = terminal.env().getOrDefault("REVEILLE_LAUNCHER", "");
    return launcher.isEmpty() ? "reveille" : launcher;
  }

  private String url() {
    if (httpUrl != null) return httpUrl.endsWith("/mcp") ? httpUrl : httpUrl + "/mcp";
    var chat = options.admin.url.uri(terminal.env());
    int port = chat.getPort() == CHAT_PORT ? WEB_PORT : chat.getPort();
    var scheme = chat.getScheme().equals("wss") ? "https" : "http";
    var authority = port < 0 ? chat.getHost() : chat.getHost() + ":" + port;
    return URI.create(scheme + "://" + authority + "/mcp").toString();
  }

  /** Returns the token of the agent; makes it, and the identity, if there is none yet. */
  private String token(Path file) {
    try {
      // An empty file was left by a run that was killed.
      if (Files.exists(file) && Files.size(file) == 0) Files.delete(file);
      if (Files.exists(file)) return TokenSource.find(terminal, file).orElseThrow();
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot use " + file + ".", e);
    }
    try (var secret = SecretFile.create(file)) {
      var name = options.agent();
      var order =
          new TokenMessages.NewToken(
              "mcp-" + options.harness().word(), scopes(), name, !isKept(name), 0);
      var made = Json.read(AdminOptions.json(options.admin.order(terminal, order))).orElseThrow();
      var token = made.path("token").asString("");
      secret.write(token + "\n");
      terminal
          .err()
          .println(
              terminal.dim(
                  "(%s is %s; its token is in %s)"
                      .formatted(name, made.path("agent_id").asString(""), file)));
      return token;
    }
  }

  private static Set<Scope> scopes() {
    return EnumSet.of(Scope.OBSERVE, Scope.SEND, Scope.TASK, Scope.SEAT);
  }

  /** True if the server keeps an identity of this name already. */
  private boolean isKept(String name) {
    var list = AdminOptions.json(options.admin.order(terminal, new TokenMessages.ListTokens()));
    for (var each : Json.read(list).orElseThrow().path("identities")) {
      if (each.path("name").asString("").equals(name) && !each.has("revoked_at")) return true;
    }
    return false;
  }
}
