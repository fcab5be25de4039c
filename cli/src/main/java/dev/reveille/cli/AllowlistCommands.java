package dev.reveille.cli;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PublicKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands that change and show the allowlist. */
final class AllowlistCommands {
  private static final long MAX_KEY = 4096;

  private AllowlistCommands() {}

  private static String pem(Path file) {
    try {
      if (Files.size(file) <= MAX_KEY) {
        var text = Files.readString(file);
        if (PublicKey.parse(text).isPresent()) return text;
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the key in " + file + ".", e);
    }
    throw new Problem(
        Exit.FAILED, file + " holds no Ed25519 public key in PEM form (BEGIN PUBLIC KEY).");
  }

  @Command(
      name = "approve",
      description = "Put an agent's public key on the allowlist.",
      footer = {
        "%nExamples:",
        "  reveille admin approve ada.pem --note 'ada, build farm'",
        "  reveille admin approve --identity ada",
        "%nThe file's text must be exactly what the agent sends: its id is made of it."
      })
  static final class Approve implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @ArgGroup(exclusive = true, multiplicity = "1")
    Source source = new Source();

    @Option(names = "--note", paramLabel = "TEXT", description = "A note for the list.")
    @Nullable String note;

    /** The key: in a file, or of an identity. */
    static final class Source {
      @Parameters(paramLabel = "FILE", description = "A public key in PEM form.")
      @Nullable Path file;

      @Option(
          names = {"-i", "--identity"},
          paramLabel = "NAME",
          description = "The key of an identity of this machine.")
      @Nullable String identity;
    }

    Approve(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var key = key();
      return admin.run(
          terminal,
          new AdminOrder.Approve(key, note),
          "@" + PublicKey.agentId(key) + " is approved.");
    }

    private String key() {
      if (source.file != null) return pem(source.file);
      var name = source.identity == null ? IdentityOption.DEFAULT_IDENTITY : source.identity;
      return IdentityFile.load(ConfigFolder.identities(terminal.env()), name)
          .identity()
          .publicKey()
          .pem();
    }
  }

  @Command(
      name = "revoke",
      description = "Take a key off the allowlist. Agents that are connected stay connected.",
      footer = {
        "%nExamples:",
        "  reveille admin revoke @3f2a9c1d4b5e6f70",
        "  reveille admin revoke ada.pem"
      })
  static final class Revoke implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(paramLabel = "AGENT|FILE", description = "An agent's id, or its public key.")
    String what = "";

    Revoke(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var bare = what.startsWith("@") ? what.substring(1) : what;
      var identifier = Names.isName(bare) ? bare : pem(Path.of(what));
      return admin.run(terminal, new AdminOrder.Revoke(identifier), what + " is revoked.");
    }
  }

  @Command(
      name = "list",
      description = "Show the allowlist.",
      footer = {"%nExamples:", "  reveille admin list", "  reveille admin list --json"})
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text = AdminOptions.json(admin.order(terminal, new AdminOrder.ListAllowed()));
      if (admin.json) {
        terminal.out().println(text);
        return Exit.OK.code();
      }
      var list = Json.read(text).orElseThrow();
      var rows = new ArrayList<List<String>>();
      for (var entry : list.path("entries")) rows.add(row(entry));
      new Printer(terminal).table(List.of("AGENT", "APPROVED", "NOTE"), rows);
      terminal
          .err()
          .println(
              terminal.dim(
                  list.path("strict").asBoolean(false)
                      ? "(strict: only these come in)"
                      : "(not strict: others come in too, unverified)"));
      return Exit.OK.code();
    }

    private static List<String> row(JsonNode entry) {
      return List.of(
          entry.path("agentId").asString(""),
          entry.path("approvedAt").asString(""),
          entry.path("note").asString(""));
    }
  }
}
