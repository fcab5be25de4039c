package dev.reveille.cli;

import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "retract",
    description = {
      "Take back a message that this identity sent.",
      "The server replaces its text by [retracted], in the history and where it still waits. Answers"
          + " to it stay. Who has read the message has read it."
    },
    footer = {
      "%nExamples:",
      "  reveille retract 1794801600123-k3",
      "  reveille retract 1794801600123-k3 --json --identity ada",
      "%n'send --json' and 'history --json' print the id of a message."
    })
final class RetractCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "MSG_ID", description = "The id of the message.")
  String msgId = "";

  @Option(names = "--json", description = "Print the server's answer.")
  boolean json;

  RetractCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
      var done = client.retract(msgId);
      if (json) {
        var text = ServerMessages.write(done, System.currentTimeMillis());
        terminal.out().println(new String(text, StandardCharsets.UTF_8));
      } else {
        terminal.out().println("retracted " + Plain.line(done.to()) + " " + done.seq());
      }
    }
    return Exit.OK.code();
  }
}
