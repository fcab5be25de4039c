package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "wait",
    description = {
      "Wait until something concerns an identity, and say what it is.",
      "Returns at once if something is not read yet. It reads nothing: the message stays for"
          + " 'listen'. Another program may listen with the same identity meanwhile."
    },
    footer = {
      "%nExamples:",
      "  reveille wait --identity ada",
      "  reveille wait '#build' --keyword red --from @ci --for 10m",
      "  reveille wait --which; [ $$? = 11 ] && echo 'somebody mentioned me'",
      "%nPrints why and the message: dm, mention or channel, then the message as 'listen' shows it.",
      "Exit codes with --which: 10 a direct message, 11 a mention, 12 a message of a channel,",
      "13 something else. Without it: 0. In both cases 5 if nothing came in time."
    })
final class WaitCommand implements Callable<Integer> {
  private static final long PAUSE_MILLIS = 500;

  private final Terminal terminal;

  /** Messages of channels that did not match until now. */
  private long passedOver;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "CHANNEL",
      description = "Wait for messages of this channel too. The identity must be in it.")
  List<String> channels = new ArrayList<>();

  @Mixin PendingFilter filter = new PendingFilter();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "Give up after this time (exit code 5). Default: 1h.")
  Duration patience = Duration.ofHours(1);

  @Option(names = "--which", description = "Tell by the exit code what came.")
  boolean which;

  @Option(names = "--confirm", description = "Mark what is printed as read.")
  boolean confirm;

  @Option(names = "--json", description = "Print the message as JSON, with the field because.")
  boolean json;

  WaitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var wanted = channels.stream().map(TargetArguments::channel).toList();
    if (server.agent.ephemeral) {
      throw new Problem(Exit.USAGE, "A guest has no inbox; use an identity.");
    }
    if (filter.isSet() && wanted.isEmpty()) {
      throw new Problem(Exit.USAGE, "--from, --keyword and --priority need a channel.");
    }
    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
      // One message: a cursor confirms everything that its answer contained.
      var page = await(client, filter.question(client, terminal, 1, wanted));
      var entry = page.entries().getFirst();
      if (print(entry) && confirm) {
        client.inbox().read(page.cursor());
        if (!json) LostEntries.passedOver(terminal, passedOver);
      }
      return which ? code(entry.because()) : Exit.OK.code();
    }
  }

  /** Goes on behind what did not match, because nothing is read meanwhile. */
  private InboxMessages.Pending await(ReveilleClient client, InboxMessages.AskPending first) {
    long end = System.nanoTime() + patience.toNanos();
    var question = first;
    while (true) {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      int wait = Math.clamp(left, 0, InboxMessages.MAX_WAIT_MS);
      long asked = System.nanoTime();
      var page = client.inbox().pending(question.waiting(wait));
      LostEntries.warn(terminal, page.lost());
      passedOver += page.passedOver();
      if (!page.entries().isEmpty()) return page;
      if (left <= 0) {
        throw new Problem(
            Exit.TIMED_OUT,
            "Nothing came in " + TimeSpan.text(patience) + ". Wait longer with --for.");
      }
      pauseAfter(asked);
      if (!page.cursor().isEmpty()) question = question.after(page.cursor());
    }
  }

  /** A server takes a limited number of frames, also of one that gets an answer at once. */
  private static void pauseAfter(long asked) {
    long rest = PAUSE_MILLIS - Duration.ofNanos(System.nanoTime() - asked).toMillis();
    try {
      if (rest > 0) Thread.sleep(rest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Problem(Exit.FAILED, "The wait was interrupted.", e);
    }
  }

  /** Returns false if nobody reads the output. */
  private boolean print(InboxMessages.PendingEntry entry) {
    var item = PendingBatch.Item.of(entry);
    var printer = new Printer(terminal);
    if (json) {
      printer.json(item.json());
    } else {
      terminal.out().print(Plain.line(entry.because()) + " ");
      printer.message(item.message());
    }
    return !terminal.out().checkError();
  }

  private static int code(String because) {
    return switch (because) {
      case "dm" -> 10;
      case "mention" -> 11;
      case "channel" -> 12;
      default -> 13;
    };
  }
}
