package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.ServerMessage.PendingCallback;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "callbacks",
    description = "Set, list and cancel callbacks: messages that the server sends later.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille callbacks set --in 30m 'look at the build'",
      "  reveille callbacks list",
      "  reveille callbacks cancel cb_1700000000000_a1b2c3"
    })
final class CallbacksCommand {
  private CallbacksCommand() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new CallbacksCommand())
        .addSubcommand(new Set(terminal))
        .addSubcommand(new Pending(terminal))
        .addSubcommand(new Cancel(terminal));
  }

  private static String moment(PendingCallback callback) {
    return Instant.ofEpochMilli(callback.fireAt()).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  @Command(
      name = "set",
      description = {
        "Ask the server to send a text later.",
        "The text goes to this identity, which gets it when it listens, or to a channel. It survives",
        "the end of this command and a restart of the server."
      },
      footer = {
        "%nExamples:",
        "  reveille callbacks set --in 30m 'look at the build'",
        "  reveille callbacks set --in 7d --channel '#general' 'who is stuck?'",
        "%nThe server refuses a time that is too long (more than 30 days by default)."
      })
  static final class Set implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(
        names = "--in",
        required = true,
        paramLabel = "TIME",
        converter = TimeSpan.class,
        description = "When: 90, 500ms, 30s, 2m, 1h, 7d.")
    Duration delay = Duration.ZERO;

    @Option(
        names = "--channel",
        paramLabel = "'#CHANNEL'",
        description = "Send it to the members of this channel.")
    @Nullable String channel;

    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "The text.")
    List<String> text = new ArrayList<>();

    Set(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (server.agent.ephemeral) {
        throw new Problem(
            Exit.USAGE, "Callbacks of a guest end with this command; use an identity.");
      }
      var target = channel == null ? null : TargetArguments.channel(channel);
      var marker = new Marker.Callback(delay, target, String.join(" ", text)).text();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        if (target != null) client.join(target, ChannelAccess.NO_REPLAY);
        var before = client.callbacks();
        var _ = client.send(ClientMessage.Msg.of(client.agentId(), marker));
        var added = client.callbacks().stream().filter(c -> !before.contains(c)).findFirst();
        RefusedCallback.look(client);
        if (added.isEmpty()) terminal.out().println("set; it has fired already");
        else confirm(client, added.get());
      }
      return Exit.OK.code();
    }

    /** Cancels the callback if the server shortened its time, which is not what was asked for. */
    private void confirm(ReveilleClient client, PendingCallback callback) {
      var granted = Duration.ofMillis(callback.fireAt() - callback.createdAt());
      if (granted.compareTo(delay) < 0) {
        client.cancelCallback(callback.cbId());
        throw new Problem(
            Exit.REFUSED,
            "Not set: this server allows at most %s, not %s."
                .formatted(inWords(granted), inWords(delay)));
      }
      terminal
          .out()
          .println("set " + Plain.line(callback.cbId()) + ", fires at " + moment(callback));
    }

    private static String inWords(Duration time) {
      return time.toSeconds() + " s";
    }
  }

  @Command(name = "list", description = "List the durable callbacks that are pending.")
  static final class Pending implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    Pending(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        var pending = client.callbacks();
        if (json) pending.forEach(c -> terminal.out().println(json(c)));
        else {
          new Printer(terminal)
              .table(
                  List.of("CALLBACK", "FIRES", "TO", "TEXT"),
                  pending.stream().map(Pending::row).toList());
        }
      }
      return Exit.OK.code();
    }

    private static String json(PendingCallback callback) {
      return new JsonText()
          .field("cb_id", callback.cbId())
          .field("to", callback.to())
          .field("payload", callback.payload())
          .field("fire_at", callback.fireAt())
          .field("created_at", callback.createdAt())
          .text();
    }

    private static List<String> row(PendingCallback callback) {
      return List.of(callback.cbId(), moment(callback), callback.to(), callback.payload());
    }
  }

  @Command(name = "cancel", description = "Cancel a durable callback.")
  static final class Cancel implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CALLBACK", description = "Its id, as 'callbacks list' shows it.")
    String id = "";

    Cancel(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        client.cancelCallback(id);
        terminal.out().println("cancelled " + Plain.line(id));
      }
      return Exit.OK.code();
    }
  }
}
