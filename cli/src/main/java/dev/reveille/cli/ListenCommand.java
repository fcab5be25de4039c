package dev.reveille.cli;

import dev.reveille.client.ListenSettings;
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
      "Show messages as they come, or give them to a program.",
      "With channels: as a guest (see --identity). Without channels: as the identity 'cli', with"
          + " its direct messages, its mentions and all channels that it is in.",
      "An identity misses nothing: a message counts as read only when it was written out, or when"
          + " the program of --exec exited with 0. What is not read comes again."
    },
    footer = {
      "%nExamples:",
      "  reveille listen '#general'",
      "  reveille listen '#general' --since 0 --json",
      "  reveille listen --identity ada --once --wait 5m",
      "  reveille listen --identity ada --inbox --exec './turn.sh'",
      "%nThe quotes matter: in a shell, # begins a comment.",
      "With --once and --exec a burst is one batch, handed over AGENTCHAT_SETTLE_MS (5000) after its",
      "first message; AGENTCHAT_JITTER_PERCENT (0.5 = +-50 %%) spreads --wait.",
      "The program of --exec finds the number of the try in $$REVEILLE_TRY. A batch that fails too",
      "often is a dead letter: reveille mail dead list"
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

  @Option(
      names = "--inbox",
      description = "Only what concerns this agent: direct messages, mentions, callbacks.")
  boolean inbox;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "With --once or --exec: at most so many messages, 1 to 200. Default: 50.")
  @Nullable Integer limit;

  @Mixin PendingFilter filter = new PendingFilter();
  @Mixin ExecOption handler = new ExecOption();

  ListenCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The condition that ends the command. */
  static final class Mode {
    @Option(names = "--follow", description = "Listen until stopped. The default.")
    boolean follow;

    @Option(
        names = "--once",
        description = {
          "End after one batch of messages of other agents: everything that is not read yet, also"
              + " what came before. Wait for something if there is nothing."
        })
    boolean once;
  }

  @Override
  public Integer call() throws InterruptedException {
    var wanted = channels.stream().map(TargetArguments::channel).toList();
    var usual = wanted.isEmpty() ? ConnectAs.IDENTITY : ConnectAs.GUEST;
    boolean guest = server.agent.isGuest(terminal, usual);
    check(wanted, guest);
    var settings = settings();
    boolean batches = mode.once || handler.isSet();
    if (guest) {
      try (var client = server.body(terminal, usual)) {
        return new LiveListening(this, terminal, client, wanted).run(settings);
      }
    }
    return batches
        ? new BatchListening(this, terminal, wanted).run(settings)
        : new InboxFollowing(this, terminal, wanted).run();
  }

  private void check(List<String> wanted, boolean guest) {
    handler.check();
    boolean batches = mode.once || handler.isSet();
    if (wait != null && !mode.once) {
      throw new Problem(Exit.USAGE, "--wait needs --once; without it listening has no end.");
    }
    if (wait != null && wait.isZero()) {
      throw new Problem(Exit.USAGE, "--wait is 0; give at least 1ms.");
    }
    if (since != null && (since < 0 || wanted.isEmpty())) {
      throw new Problem(Exit.USAGE, "--since needs a channel and a number that is 0 or more.");
    }
    if (since != null && batches && !guest) {
      throw new Problem(
          Exit.USAGE,
          "--since is for guests and --follow: an identity gets what it has not read by itself."
              + " See: reveille history --after");
    }
    if (inbox && !wanted.isEmpty()) {
      throw new Problem(Exit.USAGE, "--inbox leaves out channels: give one of the two.");
    }
    if (limit != null && (limit < 1 || limit > dev.reveille.protocol.InboxMessages.MAX_PENDING)) {
      throw new Problem(Exit.USAGE, "--limit is " + limit + "; give a number from 1 to 200.");
    }
    if (!batches && (limit != null || filter.isSet())) {
      throw new Problem(
          Exit.USAGE, "--limit, --from, --keyword and --priority need --once or --exec.");
    }
    if (guest && (inbox || limit != null || handler.isSet() || filter.isSet())) {
      throw new Problem(
          Exit.USAGE,
          "A guest has no inbox: --inbox, --limit, --exec, --from, --keyword and --priority need"
              + " --identity.");
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

  /** Says what is listened to, for a person. */
  void announce(String agentId, List<String> wanted) {
    if (json) return;
    var what =
        wanted.isEmpty() ? "everything for " + Plain.line(agentId) : String.join(" ", wanted);
    terminal.err().println(terminal.dim("Listening to " + what + "; Ctrl-C ends it."));
  }

  Problem nothingCame(ListenSettings settings) {
    return new Problem(
        Exit.TIMED_OUT,
        "No message came in about "
            + TimeSpan.text(settings.nudge())
            + ". Wait longer with --wait.");
  }
}
