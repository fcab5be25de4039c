package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.Sent;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "send",
    description = "Send a message to a channel or an agent, and wait until it is stored.",
    footer = {
      "%nExamples:",
      "  reveille send '#general' 'hello'",
      "  reveille send @ada 'can you look at this?'",
      "  git log -5 | reveille send '#general' -",
      "  reveille send --json --tag build '#agents' 'the build is green'",
      "  reveille send '#general' -- '-5 degrees outside'",
      "%nThe quotes matter: in a shell, # begins a comment."
    })
final class SendCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "TO", description = "'#channel', @id or @name.")
  String to = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "The text; - reads it from standard input.")
  List<String> text = new ArrayList<>();

  @Option(names = "--tag", paramLabel = "WORD", description = "A topic word; may be repeated.")
  List<String> tags = new ArrayList<>();

  @Option(names = "--reply-to", paramLabel = "MSG_ID", description = "The message this answers.")
  @Nullable String replyTo;

  @Option(names = "--json", description = "Print what was stored as JSON.")
  boolean json;

  SendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var message =
        new ClientMessage.Msg(
            TargetArguments.channelOrAgent(to),
            content(),
            null,
            replyTo == null ? null : JsonText.quote(replyTo),
            tags,
            UUID.randomUUID().toString());
    var builder = server.client(terminal, ConnectAs.IDENTITY);
    var markers = Markers.find(message.content()).markers();
    // Callbacks that are not durable would end with this short connection.
    boolean later = markers.stream().anyMatch(Marker.Callback.class::isInstance);
    if (later) builder.durableCallbacks();
    try (var client = server.connect(terminal, builder)) {
      print(message, send(client, message));
      ReceivedMail.show(client, terminal);
    }
    if (markers.stream().anyMatch(Marker.Sleep.class::isInstance)) {
      terminal.warn(
          "The sleep had no effect: it ends with the connection, and this command disconnects.");
    }
    return Exit.OK.code();
  }

  private String content() {
    if (!text.equals(List.of("-"))) return String.join(" ", text);
    try {
      var bytes = terminal.in().readNBytes(ClientMessages.MAX_FRAME + 1);
      if (bytes.length > ClientMessages.MAX_FRAME) {
        throw new Problem(Exit.FAILED, "Standard input is longer than 2 MiB; send it in parts.");
      }
      return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read standard input.", e);
    }
  }

  private static Sent send(ReveilleClient client, ClientMessage.Msg message) {
    try {
      return client.send(message);
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.NOT_INVITED) || !message.to().startsWith("#")) throw e;
      client.join(message.to(), ChannelAccess.NO_REPLAY);
      return client.send(message);
    }
  }

  private void print(ClientMessage.Msg message, Sent sent) {
    var echo = sent.echo();
    if (json) {
      var out = new JsonText().field("to", echo.map(m -> m.to()).orElse(message.to()));
      echo.ifPresent(m -> out.field("seq", m.seq()).field("msg_id", m.msgId()).field("ts", m.ts()));
      terminal.out().println(out.field("client_msg_id", sent.clientMsgId()).text());
    } else {
      terminal
          .out()
          .println(
              echo.map(m -> Plain.line(m.to()) + " seq " + m.seq())
                  .orElse("accepted; it held only markers, so nobody receives it"));
    }
  }
}
