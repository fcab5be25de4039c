package dev.reveille.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The coding agents whose configuration can be written, and the form that each wants. */
enum Harness {
  CLAUDE("Claude Code") {
    @Override
    Path file(Place place) {
      return place.home().resolve(".claude.json");
    }

    @Override
    String[] path(Place place) {
      return place.user()
          ? new String[] {"mcpServers"}
          : new String[] {"projects", place.folder().toString(), "mcpServers"};
    }

    @Override
    ObjectNode http(String url, String bearer) {
      return loaded(headers(object().put("type", "http").put("url", url), bearer));
    }

    @Override
    ObjectNode stdio(String program, Path tokenFile) {
      return loaded(super.stdio(program, tokenFile));
    }

    // It begins only when these tools are there, and does not make its model search for them.
    private static ObjectNode loaded(ObjectNode server) {
      return server.put("alwaysLoad", true);
    }
  },
  CODEX("Codex") {
    @Override
    Path file(Place place) {
      var own = place.env().getOrDefault("CODEX_HOME", "");
      if (place.user() && !own.isEmpty()) return Path.of(own).resolve("config.toml");
      return base(place).resolve(".codex").resolve("config.toml");
    }

    @Override
    ObjectNode http(String url, String bearer) {
      var server = object().put("url", url);
      server.putObject("http_headers").put("Authorization", "Bearer " + bearer);
      return server;
    }

    @Override
    Optional<ObjectNode> byVariable(String url) {
      return Optional.of(
          object().put("url", url).put("bearer_token_env_var", TokenSource.VARIABLE));
    }
  },
  GEMINI("Gemini CLI") {
    @Override
    Path file(Place place) {
      return base(place).resolve(".gemini").resolve("settings.json");
    }

    @Override
    ObjectNode http(String url, String bearer) {
      return headers(object().put("httpUrl", url), bearer);
    }

    @Override
    Optional<ObjectNode> byVariable(String url) {
      return Optional.of(http(url, "$" + TokenSource.VARIABLE));
    }
  },
  OPENCODE("opencode") {
    @Override
    Path file(Place place) {
      return place.user()
          ? place.config().resolve("opencode").resolve("opencode.json")
          : place.folder().resolve("opencode.json");
    }

    @Override
    String[] path(Place place) {
      return new String[] {"mcp"};
    }

    @Override
    ObjectNode http(String url, String bearer) {
      return headers(object().put("type", "remote").put("url", url).put("enabled", true), bearer);
    }

    @Override
    ObjectNode stdio(String program, Path tokenFile) {
      var server = object().put("type", "local").put("enabled", true);
      server.putArray("command").add(program).add("mcp").add("--token-file").add(tokenFile + "");
      return server;
    }

    @Override
    Optional<ObjectNode> byFile(String url, Path tokenFile) {
      return Optional.of(http(url, "{file:" + tokenFile + "}"));
    }
  },
  CURSOR("Cursor") {
    @Override
    Path file(Place place) {
      return base(place).resolve(".cursor").resolve("mcp.json");
    }

    @Override
    ObjectNode http(String url, String bearer) {
      return headers(object().put("url", url), bearer);
    }

    @Override
    Optional<ObjectNode> byVariable(String url) {
      return Optional.of(http(url, "${env:" + TokenSource.VARIABLE + "}"));
    }
  };

  /**
   * The place of the configuration.
   *
   * @param user true for all projects of the user, false for the folder
   */
  record Place(Map<String, String> env, Path folder, boolean user) {
    Path home() {
      var home = env.getOrDefault("HOME", "");
      return Path.of(home.isEmpty() ? System.getProperty("user.home", ".") : home);
    }

    Path config() {
      return ConfigFolder.config(env);
    }
  }

  private final String shown;

  Harness(String shown) {
    this.shown = shown;
  }

  /** Returns the name for people. */
  String shown() {
    return shown;
  }

  String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Returns the file that it reads. */
  abstract Path file(Place place);

  /** Returns where in the file the servers stand. */
  String[] path(Place place) {
    return new String[] {"mcpServers"};
  }

  /**
   * Returns the entry of a server over HTTP.
   *
   * @param bearer the token, or the form in which the harness finds the token
   */
  abstract ObjectNode http(String url, String bearer);

  /** Returns the entry of a server that it starts itself. */
  ObjectNode stdio(String program, Path tokenFile) {
    var server = object().put("command", program);
    server.putArray("args").add("mcp").add("--token-file").add(tokenFile.toString());
    return server;
  }

  /** Returns the entry of a server over HTTP with the token in the environment, if it can. */
  Optional<ObjectNode> byVariable(String url) {
    return Optional.empty();
  }

  /** Returns the entry of a server over HTTP with the token in a file, if it can. */
  Optional<ObjectNode> byFile(String url, Path tokenFile) {
    return Optional.empty();
  }

  /** True if a file of the project may be given to others, so that no token belongs into it. */
  boolean isShared(Place place) {
    return !place.user() && this != CLAUDE;
  }

  private static Path base(Place place) {
    return place.user() ? place.home() : place.folder();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode headers(ObjectNode server, String bearer) {
    server.putObject("headers").put("Authorization", "Bearer " + bearer);
    return server;
  }
}
