package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ReceiptMessages.Receipt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "receipt",
    description = {
      "Show what became of a message that this identity sent.",
      "A message to an agent is stored, then offered (it was sent to the agent), then retrieved (the"
          + " agent confirmed it). For a message to a channel: how many agents have read it."
    },
    footer = {
      "%nExamples:",
      "  reveille receipt 1794801600123-k3",
      "  reveille receipt 1794801600123-k3 --json --identity ada",
      "%n'send --receipt' and 'send --json' print the id of a message."
    })
final class ReceiptCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "MSG_ID", description = "The id of the message.")
  String msgId = "";

  @Option(names = "--json", description = "Print the answer as JSON.")
  boolean json;

  ReceiptCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
      var receipt = client.inbox().receipt(msgId);
      terminal.out().println(json ? json(receipt) : line(receipt));
    }
    return Exit.OK.code();
  }

  private static String line(Receipt receipt) {
    var to = Plain.line(receipt.to());
    var read = receipt.retrieved();
    if (read != null) return to + " read by " + read + (read == 1 ? " agent" : " agents");
    var when =
        receipt.at() > 0
            ? " " + Instant.ofEpochMilli(receipt.at()).truncatedTo(ChronoUnit.SECONDS)
            : "";
    var held =
        receipt.held().isEmpty()
            ? ""
            : ", not woken now: " + Plain.line(String.join(", ", receipt.held()));
    return to + " " + Plain.line(String.valueOf(receipt.level())) + when + held;
  }

  private static String json(Receipt receipt) {
    var text = new JsonText().field("msg_id", receipt.msgId()).field("to", receipt.to());
    if (receipt.level() != null) text.field("level", receipt.level());
    if (receipt.at() > 0) text.field("at", receipt.at());
    if (receipt.retrieved() != null) text.field("retrieved", receipt.retrieved());
    if (!receipt.held().isEmpty()) text.field("held", receipt.held());
    return text.text();
  }
}
