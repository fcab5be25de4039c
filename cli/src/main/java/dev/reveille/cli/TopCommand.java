package dev.reveille.cli;

import dev.reveille.cli.watch.AgentListing;
import dev.reveille.cli.watch.Top;
import dev.reveille.cli.watch.TopChoice;
import dev.reveille.cli.watch.TopOrder;
import dev.reveille.client.ClientException;
import dev.reveille.protocol.JsonText;
import java.io.Console;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    description =
        "Watch all agents in this terminal: who sleeps, for how long, what waits, who is away.",
    footer = {
      "%nExamples:",
      "  reveille top",
      "  reveille top --once",
      "  reveille top --sort callback --filter '#builds' --no-away",
      "  reveille top --json | jq -r .name",
      "%nKeys: arrows, PageUp, PageDown, Home and End move the table; / types a filter (Enter keeps",
      "it, Esc clears it), s takes the next order, r reverses it, a hides and shows those that are",
      "away; q leaves.",
      "✓ marks agents that are verified. Into a pipe or a file the table is printed once.",
      "A server that others can reach wants a token: REVEILLE_TOKEN or --token-file."
    })
final class TopCommand implements Callable<Integer> {
  private static final int MAX_TOKEN_FILE = 4096;

  private final Terminal terminal;

  @Mixin final UrlOption url = new UrlOption();

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description =
          "wake: the next to wake first, those away last. name. buffered: most first. callback: the"
              + " next due first. seen: the last that came or left first. Default: wake.")
  TopOrder order = TopOrder.wake;

  @Option(names = "--reverse", description = "The last of that order first.")
  boolean reversed;

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description = "Only agents with this in their name, id, presence or channels.")
  String filter = "";

  @Option(names = "--no-away", description = "Without agents that are not connected.")
  boolean noAway;

  @Option(names = "--once", description = "Print the table once and end.")
  boolean once;

  @Option(names = "--json", description = "As --once, but a line of JSON for each agent.")
  boolean json;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Where the viewer's or the admin's token is. Default: $$REVEILLE_TOKEN.")
  @Nullable Path tokenFile;

  @Mixin final TimeoutOption timeout = new TimeoutOption();

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    TimeoutOption.requirePositive(timeout.timeout);
    var server = url.uri(terminal.env());
    try (var dashboard = new Dashboards(server, token(), timeout.value())) {
      return once || json || !hasScreen() ? print(dashboard) : watch(server, dashboard);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Problem(Exit.FAILED, "Interrupted while waiting.", e);
    }
  }

  private boolean hasScreen() {
    var type = terminal.env().getOrDefault("TERM", "");
    return !type.isEmpty()
        && !type.equals("dumb")
        && Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private TopChoice choice() {
    return new TopChoice(order, reversed, !noAway, filter);
  }

  private int watch(URI server, Dashboards dashboard) throws InterruptedException {
    var first = dashboard.agents(); // what is wrong is said before the screen is taken
    var table = new AgentListing(dashboard.words());
    try {
      return Top.run(server.getAuthority(), table, choice(), () -> ask(dashboard), first);
    } catch (IOException | IllegalStateException e) {
      throw new Problem(Exit.FAILED, "The terminal cannot be used: " + e.getMessage() + ".", e);
    }
  }

  private static Top.Answer ask(Dashboards dashboard) throws InterruptedException {
    try {
      return new Top.Answer.Heard(dashboard.agents());
    } catch (ClientException e) {
      return new Top.Answer.Silent(String.valueOf(e.getMessage()));
    } catch (Problem e) {
      var why = String.valueOf(e.getMessage());
      return e.exit() == Exit.REFUSED ? new Top.Answer.Refused(why) : new Top.Answer.Silent(why);
    }
  }

  private int print(Dashboards dashboard) throws InterruptedException {
    var agents = choice().of(dashboard.agents());
    if (json) {
      agents.forEach(a -> terminal.out().println(JsonText.of(a)));
    } else {
      var table = new AgentListing(dashboard.words());
      var rows = table.rows(agents, System.currentTimeMillis(), ZoneId.systemDefault());
      new Printer(terminal).table(table.heads(), rows);
    }
    return Exit.OK.code();
  }

  private Optional<String> token() {
    if (tokenFile == null) {
      return Optional.ofNullable(terminal.env().get("REVEILLE_TOKEN"))
          .map(String::strip)
          .filter(t -> !t.isEmpty());
    }
    try {
      if (Files.size(tokenFile) <= MAX_TOKEN_FILE) {
        var token = Files.readString(tokenFile).strip();
        if (!token.isEmpty()) return Optional.of(token);
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the token file " + tokenFile + ".", e);
    }
    throw new Problem(Exit.FAILED, "There is no token in " + tokenFile + ".");
  }
}
