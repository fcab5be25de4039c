package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the command line inside the test, with its own environment and streams. */
final class Run {
  private final Map<String, String> env = new HashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Supplier<ServerLauncher> server = EmbeddedServer::new;
  private String in = "";
  private boolean colour;

  Run(Path home, String url) {
    env.put("HOME", home.toString());
    env.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    env.put("REVEILLE_URL", url);
  }

  Run env(String name, String value) {
    env.put(name, value);
    return this;
  }

  Run in(String text) {
    in = text;
    return this;
  }

  Run colour() {
    colour = true;
    return this;
  }

  Run server(ServerLauncher launcher) {
    server = () -> launcher;
    return this;
  }

  int exit(String... args) {
    return Main.run(
        args,
        new Terminal(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            env,
            colour),
        server);
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }
}
