package dev.reveille.cli;

import dev.reveille.client.Incoming;
import dev.reveille.client.ListenSettings;
import dev.reveille.client.ReveilleClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "listen",
    description = {
      "Show messages as they come.",
      "With channels: as a guest (see --identity). Without channels: as the identity 'cli', with"
          + " its direct messages and all channels that it is in."
    },
    footer = {
      "%nExamples:",
      "  reveille listen '#general'",
      "  reveille listen '#general' --since 0 --json",
      "  reveille listen --identity ada --once --wait 5m",
      "%nThe quotes matter: in a shell, # begins a comment.",
      "With --once a burst is one batch, printed AGENTCHAT_SETTLE_MS (5000) after its first",
      "message; AGENTCHAT_JITTER_PERCENT (0.5 = +-50 %%) spreads --wait."
    })
final class ListenCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(arity = "0..*", paramLabel = "CHANNEL", description = "'#channel', with the quotes.")
  List<String> channels = new ArrayList<>();

  @Option(names = "--json", description = "One JSON object per line, as the server sent it.")
  boolean json;

  @ArgGroup(exclusive = true)
  Mode mode = new Mode();

  @Option(
      names = "--since",
      paramLabel = "SEQ",
      description = "First show the stored messages after this seq; 0 = all.")
  @Nullable Long since;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "With --once: give up after about this time (exit code 5). Default: 1h.")
  @Nullable Duration wait;

  ListenCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** When to end. */
  static final class Mode {
    @Option(names = "--follow", description = "Listen until stopped. The default.")
    boolean follow;

    @Option(
        names = "--once",
        description = "Wait for the next batch of messages of other agents, print it, and end.")
    boolean once;
  }

  @Override
  public Integer call() {
    var wanted = channels.stream().map(TargetArguments::channel).toList();
    if (wait != null && !mode.once) {
      throw new Problem(Exit.USAGE, "--wait needs --once; without it listening has no end.");
    }
    if (wait != null && wait.isZero()) {
      throw new Problem(Exit.USAGE, "--wait is 0; give at least 1ms.");
    }
    if (since != null && (since < 0 || wanted.isEmpty())) {
      throw new Problem(Exit.USAGE, "--since needs a channel and a number that is 0 or more.");
    }
    var settings = settings();
    var voice = wanted.isEmpty() ? ConnectAs.IDENTITY : ConnectAs.GUEST;
    try (var client = server.connect(terminal, voice)) {
      for (var channel : wanted) {
        client.join(channel, since == null ? ChannelAccess.NO_REPLAY : since);
      }
      if (mode.once) return once(client, settings, wanted);
      announce(client, wanted);
      while (true) {
        client.next(Duration.ofMinutes(1)).filter(m -> isWanted(m, wanted)).ifPresent(this::print);
        if (terminal.out().checkError()) return Exit.FAILED.code();
      }
    }
  }

  private ListenSettings settings() {
    try {
      var settings = ListenSettings.of(terminal.env());
      return wait == null ? settings : settings.withNudge(wait);
    } catch (IllegalArgumentException e) {
      throw new Problem(Exit.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private int once(ReveilleClient client, ListenSettings settings, List<String> wanted) {
    while (true) {
      var batch = client.listen(settings);
      if (batch.isNudge()) {
        throw new Problem(
            Exit.TIMED_OUT,
            "No message came in about "
                + TimeSpan.text(settings.nudge())
                + ". Wait longer with --wait.");
      }
      var found = batch.messages().stream().filter(m -> isWanted(m, wanted)).toList();
      found.forEach(this::print);
      if (!found.isEmpty()) return Exit.OK.code();
    }
  }

  private void announce(ReveilleClient client, List<String> wanted) {
    if (json) return;
    var what =
        wanted.isEmpty()
            ? "everything for " + Plain.line(client.agentId())
            : String.join(" ", wanted);
    terminal.err().println(terminal.dim("Listening to " + what + "; Ctrl-C ends it."));
  }

  private static boolean isWanted(Incoming incoming, List<String> channels) {
    var to = incoming.message().to();
    return channels.isEmpty() || !to.startsWith("#") || channels.contains(to);
  }

  private void print(Incoming incoming) {
    var printer = new Printer(terminal);
    if (json) printer.json(incoming.json());
    else printer.message(incoming.message());
  }
}
