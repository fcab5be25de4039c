package dev.reveille.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code mcp install} and {@code mcp uninstall}. */
final class HarnessOptions {
  @Mixin final AdminOptions admin = new AdminOptions();

  @Parameters(paramLabel = "CLIENT", description = "claude, codex, gemini, opencode or cursor.")
  String client = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the agent. Default: the client's.")
  @Nullable String name;

  @ArgGroup(exclusive = true)
  Scope scope = new Scope();

  @Option(names = "--yes", description = "Change the file without asking.")
  boolean yes;

  /** For which projects the configuration is. */
  static final class Scope {
    @Option(names = "--project", description = "For the project in this folder. The default.")
    boolean project;

    @Option(names = "--user", description = "For all your projects.")
    boolean user;
  }

  Harness harness() {
    return Stream.of(Harness.values())
        .filter(each -> each.word().equals(client.toLowerCase(Locale.ROOT)))
        .findAny()
        .orElseThrow(
            () ->
                new Problem(
                    Exit.USAGE,
                    "There is no client '"
                        + client
                        + "'; use "
                        + String.join(
                            ", ", List.of(Harness.values()).stream().map(Harness::word).toList())
                        + "."));
  }

  Harness.Place place(Terminal terminal) {
    var folder = Path.of(terminal.env().getOrDefault("PWD", "")).toAbsolutePath().normalize();
    return new Harness.Place(terminal.env(), folder, scope.user);
  }

  HarnessFile file(Terminal terminal) {
    var place = place(terminal);
    return new HarnessFile(harness().file(place), harness().path(place));
  }

  String agent() {
    return name == null ? harness().word() : name;
  }

  Path tokenFile(Terminal terminal) {
    return ConfigFolder.tokens(terminal.env()).resolve(agent() + "-" + harness().word() + ".token");
  }
}
