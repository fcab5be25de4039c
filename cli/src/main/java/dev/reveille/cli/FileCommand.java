package dev.reveille.cli;

import dev.reveille.client.ClientTime;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.file.FileLink;
import dev.reveille.client.file.FileReceiver;
import dev.reveille.client.file.FileSender;
import dev.reveille.client.file.PackedFiles;
import dev.reveille.client.file.Shelf;
import dev.reveille.client.file.TransferException;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "file",
    description = "Send files to an agent, and receive them.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille file send @ada report.pdf data.csv",
      "  reveille file receive --dir inbox",
      "%nUp to 100 files and 50 MB at once. Both sides must be connected; the server stores nothing."
    })
final class FileCommand {
  private FileCommand() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new FileCommand())
        .addSubcommand(new Send(terminal))
        .addSubcommand(new Receive(terminal));
  }

  @Command(
      name = "send",
      description =
          "Offer files to an agent, send them when it accepts, and wait until they arrived.",
      footer = {"%nExample:", "  reveille file send @ada report.pdf data.csv"})
  static final class Send implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "AGENT", description = "@id or @name.")
    String to = "";

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "FILE",
        description = "The files to send.")
    List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print what was sent as JSON.")
    boolean json;

    Send(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
      var target = TargetArguments.agent(to);
      try (var packed = PackedFiles.of(files)) {
        var sender = new CompletableFuture<FileSender>();
        var builder = server.bodyClient(terminal, ConnectAs.IDENTITY);
        var patience = server.timeout.or(FileSender.PATIENCE);
        // Print this first: connecting takes a while if another command has the same identity.
        if (!json) {
          terminal
              .err()
              .println(
                  terminal.dim(
                      "Offering to "
                          + target
                          + "; waiting up to "
                          + TimeSpan.text(patience)
                          + " until it accepts (--timeout). Ctrl-C ends it."));
        }
        builder.listener(m -> sender.join().hear(m));
        try (var client = server.connect(terminal, builder)) {
          var own =
              new FileSender(
                  FileLink.of(client), ClientTime.system(), new SecureRandom(), patience);
          sender.complete(own);
          var offer = packed.offer("-", client.welcome().name());
          try {
            own.send(
                target,
                packed,
                client.welcome().name(),
                new TransferBar(terminal, "sent", offer.totalSize()));
          } finally {
            TransferMail.confirm(client, (_, _) -> false);
          }
          terminal
              .out()
              .println(
                  json
                      ? new JsonText()
                          .field("to", target)
                          .field("files", offer.files().stream().map(f -> f.name()).toList())
                          .field("bytes", offer.totalSize())
                          .field("sha256", offer.sha256())
                          .text()
                      : target + " has " + names(offer));
        }
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "receive",
      description = "Wait for an offer of files, ask whether to accept it, and save the files.",
      footer = {
        "%nExamples:",
        "  reveille file receive",
        "  reveille file receive --from @8addfe276526c9f6 --dir inbox --yes",
        "%nNo file is overwritten: a name that is taken gets a number. Anybody can use any name:",
        "with --yes, give the sender by its @id."
      })
  static final class Receive implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(
        names = "--from",
        paramLabel = "AGENT",
        description = "Accept only offers of this @id or @name; decline others.")
    @Nullable String from;

    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description = "Where to save; created if it is missing. Default: this folder.")
    Path dir = Path.of("");

    @Option(
        names = {"-y", "--yes"},
        description = "Accept without asking.")
    boolean yes;

    @Option(names = "--force", description = "Overwrite files of the same name.")
    boolean force;

    @Option(
        names = "--wait",
        paramLabel = "TIME",
        converter = TimeSpan.class,
        description = "Give up if no offer comes in this time (exit code 5). Default: 30m.")
    Duration wait = Duration.ofMinutes(30);

    @Option(names = "--json", description = "Print what was saved as JSON.")
    boolean json;

    Receive(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
      var wanted = from == null ? null : TargetArguments.agent(from);
      makeFolder();
      var receiver = new CompletableFuture<FileReceiver>();
      var builder =
          server
              .bodyClient(terminal, ConnectAs.IDENTITY)
              .listener(m -> receiver.join().hear(m))
              .news(
                  n -> {
                    if (n instanceof ServerMessage.FileChunk chunk) receiver.join().hear(chunk);
                  });
      try (var client = server.connect(terminal, builder)) {
        var own =
            new FileReceiver(
                FileLink.of(client),
                ClientTime.system(),
                InstantSource.system(),
                server.timeout.or(FileReceiver.PATIENCE));
        receiver.complete(own);
        try {
          return await(own, client, wanted);
        } finally {
          TransferMail.confirm(client, own::isOver);
        }
      }
    }

    private void makeFolder() {
      try {
        Files.createDirectories(dir.toAbsolutePath());
      } catch (IOException e) {
        throw new Problem(Exit.FAILED, "Cannot make the folder '" + dir + "'.", e);
      }
      if (!Files.isWritable(dir.toAbsolutePath())) {
        throw new Problem(Exit.FAILED, "Cannot write into the folder '" + dir + "'.");
      }
    }

    private int await(FileReceiver receiver, ReveilleClient client, @Nullable String wanted)
        throws InterruptedException {
      if (!json) {
        terminal
            .err()
            .println(
                terminal.dim(
                    "Waiting for files as " + Plain.line(client.agentId()) + "; Ctrl-C ends it."));
      }
      while (true) {
        var offered =
            receiver
                .nextOffer(wait)
                .orElseThrow(
                    () ->
                        new Problem(
                            Exit.TIMED_OUT,
                            "Nobody offered a file within "
                                + TimeSpan.text(wait)
                                + ". Wait longer with --wait."));
        var offer = offered.offer();
        var sender = Plain.line(offered.from() + " (" + offered.fromName() + ")");
        var objection = offer.objection();
        if (objection.isPresent()) {
          terminal.warn("An offer of " + sender + " is refused: " + objection.get() + ".");
          receiver.refuse(offered);
        } else if (wanted != null
            && !wanted.equals(offered.from())
            && !wanted.equals("@" + offered.fromName())) {
          terminal.warn("An offer of " + sender + " is refused: it is not from " + wanted + ".");
          receiver.refuse(offered);
        } else if (!yes && !agrees(sender, offered)) {
          receiver.refuse(offered);
          throw new Problem(Exit.FAILED, "Declined; nothing was received.");
        } else {
          var bar = new TransferBar(terminal, "received", offer.totalSize());
          try {
            print(offered, receiver.receive(offered, new Shelf(dir, force), bar));
            return Exit.OK.code();
          } catch (TransferException e) {
            // The sender gave up; another offer may come.
            if (e.reason() != TransferException.Reason.DECLINED) throw e;
            terminal.warn(e.getMessage() + " Waiting for another offer.");
          }
        }
      }
    }

    private boolean agrees(String sender, FileReceiver.Offered offered) {
      var offer = offered.offer();
      terminal.err().println(sender + " offers " + names(offer) + ":");
      for (var file : offer.files()) {
        terminal
            .err()
            .println("  " + Plain.line(file.name()) + "  " + TransferBar.size(file.size()));
      }
      terminal.err().print("Take it? [y/N] ");
      terminal.err().flush();
      try {
        var in = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
        var answer = in.readLine();
        return answer != null
            && answer.strip().toLowerCase(java.util.Locale.ROOT).matches("y(es)?");
      } catch (IOException e) {
        throw new Problem(Exit.FAILED, "Cannot read the answer; --yes takes it unasked.", e);
      }
    }

    private void print(FileReceiver.Offered offered, List<Path> saved) {
      if (json) {
        terminal
            .out()
            .println(
                new JsonText()
                    .field("from", offered.from())
                    .field("files", saved.stream().map(Path::toString).toList())
                    .field("bytes", offered.offer().totalSize())
                    .field("sha256", offered.offer().sha256())
                    .text());
      } else {
        saved.forEach(path -> terminal.out().println(Plain.line(path.toString())));
      }
    }
  }

  private static String names(dev.reveille.client.file.FileOffer offer) {
    var names =
        offer.files().stream().limit(5).map(f -> Plain.line(f.name())).collect(Collectors.toList());
    if (offer.files().size() > 5) names.add("and " + (offer.files().size() - 5) + " more");
    return String.join(", ", names) + " (" + TransferBar.size(offer.totalSize()) + ")";
  }
}
