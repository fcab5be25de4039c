package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "identity",
    description = "Make, show, list, change and revoke the keys that agents connect with.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille identity new ada",
      "  reveille identity show ada",
      "  reveille identity list",
      "  reveille identity rotate ada",
      "  reveille identity revoke ada",
      "%nKept in $$XDG_CONFIG_HOME/reveille/identities (default ~/.config), for you alone."
    })
final class IdentityCommand {
  private IdentityCommand() {}

  /** The group itself does nothing: without a subcommand it shows its help. */
  static CommandLine group(Terminal terminal) {
    return new CommandLine(new IdentityCommand())
        .addSubcommand(new New(terminal))
        .addSubcommand(new Show(terminal))
        .addSubcommand(new IdentityListing(terminal))
        .addSubcommand(new IdentityRotate(terminal))
        .addSubcommand(new IdentityRevoke(terminal));
  }

  @Command(
      name = "new",
      description = "Make a key pair.",
      footer = {"%nExample:", "  reveille identity new ada"})
  static final class New implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "NAME", description = "1-32 letters, digits, _ or -.")
    String identity = "";

    @Option(names = "--name", description = "The agent's name. Default: the name of the identity.")
    @Nullable String name;

    New(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var folder = ConfigFolder.identities(terminal.env());
      var made = IdentityFile.create(folder, identity, name == null ? identity : name);
      terminal.out().println("@" + made.identity().agentId() + "  " + made.path());
      return Exit.OK.code();
    }
  }

  @Command(
      name = "show",
      description = "Show an identity without its private key.",
      footer = {"%nExamples:", "  reveille identity show", "  reveille identity show ada --json"})
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Default: cli.")
    String identity = IdentityOption.DEFAULT_IDENTITY;

    @Option(names = "--json", description = "Print the identity as JSON.")
    boolean json;

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var file = IdentityFile.load(ConfigFolder.identities(terminal.env()), identity);
      var key = file.identity().publicKey();
      if (json) {
        terminal
            .out()
            .println(
                new JsonText()
                    .field("name", file.name())
                    .field("agent_id", file.identity().agentId())
                    .field("public_key", key.pem())
                    .field("rotations", file.identity().rotation().size())
                    .field("created", file.created())
                    .field("path", file.path().toString())
                    .text());
      } else {
        terminal.out().println(terminal.bold("name     ") + Plain.line(file.name()));
        terminal.out().println(terminal.bold("agent    ") + "@" + file.identity().agentId());
        int rotations = file.identity().rotation().size();
        if (rotations > 0) {
          terminal.out().println(terminal.bold("key      ") + "changed " + times(rotations));
        }
        terminal.out().println(terminal.bold("created  ") + Plain.line(file.created()));
        terminal.out().println(terminal.bold("file     ") + file.path());
        terminal.out().print(Plain.text(key.pem()));
      }
      return Exit.OK.code();
    }

    private static String times(int count) {
      return count == 1 ? "once" : count + " times";
    }
  }
}
