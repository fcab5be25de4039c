package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.Sent;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
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
    description = {
      "Send a message to a channel or an agent, and wait until it is stored.",
      "Another program may be connected with the same identity: it stays, and gets its mail itself."
    },
    footer = {
      "%nExamples:",
      "  reveille send '#general' 'hello'",
      "  reveille send @ada 'can you look at this?'",
      "  reveille send @ada --receipt --priority high 'the build is red'",
      "  git log -5 | reveille send '#general' -",
      "  reveille send --json --tag build '#agents' 'the build is green'",
      "  reveille send '#general' -- '-5 degrees outside'",
      "%nThe quotes matter: in a shell, # begins a comment. A word without # and @ is a channel.",
      "@name means the agent of that name that is connected, else the one that was last seen under",
      "it, else the identity of this machine that has it."
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

  @Option(
      names = "--priority",
      paramLabel = "WORD",
      converter = PriorityWord.class,
      completionCandidates = PriorityWord.Words.class,
      description = "low, normal or high. Default: normal.")
  Priority priority = Priority.NORMAL;

  @Option(
      names = "--receipt",
      description =
          "To an agent: let the server tell what becomes of it. 'reveille receipt' shows it.")
  boolean receipt;

  @Option(names = "--json", description = "Print what was stored as JSON.")
  boolean json;

  SendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var target = TargetArguments.channelOrAgent(to);
    if (receipt && !target.startsWith("@")) {
      throw new Problem(
          Exit.USAGE,
          "--receipt is for agents. Ask about a channel message with: reveille receipt");
    }
    var message =
        new ClientMessage.Msg(
            target,
            content(),
            null,
            replyTo == null ? null : JsonText.quote(replyTo),
            tags,
            UUID.randomUUID().toString(),
            priority,
            receipt);
    var markers = Markers.find(message.content()).markers();
    try (var client = connect()) {
      print(message, send(client, message));
      if (markers.stream().anyMatch(Marker.Callback.class::isInstance)) {
        RefusedCallback.look(client);
      }
    }
    return Exit.OK.code();
  }

  /** A guest that speaks must be there: a side session without a key only reads. */
  private ReveilleClient connect() {
    return server.agent.ephemeral
        ? server.body(terminal, ConnectAs.GUEST)
        : server.side(terminal, ConnectAs.IDENTITY);
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

  private Sent send(ReveilleClient client, ClientMessage.Msg message) {
    try {
      return client.send(message);
    } catch (ClientException.Refused e) {
      if (e.is(ErrorCode.NOT_INVITED) && message.to().startsWith("#")) {
        client.join(message.to(), ChannelAccess.NO_REPLAY);
        return client.send(message);
      }
      if (!NamedAgent.isUnknown(e)) throw e;
      var local = NamedAgent.ofThisMachine(terminal, message.to());
      if (local.isEmpty()) throw e;
      return sendHere(client, message.withTo(local.get()));
    }
  }

  /** Sends to an identity of this machine, also if the server does not know it yet. */
  private Sent sendHere(ReveilleClient client, ClientMessage.Msg message) {
    try {
      return client.send(message);
    } catch (ClientException.Refused e) {
      if (!NamedAgent.isUnknown(e)) throw e;
      server.introduce(terminal, to.substring(1));
      return client.send(message);
    }
  }

  private void print(ClientMessage.Msg message, Sent sent) {
    var echo = sent.echo();
    if (json) {
      var out = new JsonText().field("to", echo.map(m -> m.to()).orElse(message.to()));
      echo.map(SendCommand::name).filter(n -> !n.isEmpty()).ifPresent(n -> out.field("to_name", n));
      echo.ifPresent(m -> out.field("seq", m.seq()).field("msg_id", m.msgId()).field("ts", m.ts()));
      terminal.out().println(out.field("client_msg_id", sent.clientMsgId()).text());
    } else {
      terminal
          .out()
          .println(
              echo.map(this::line).orElse("accepted; it held only markers, so nobody receives it"));
    }
  }

  private String line(ServerMessage.Msg echo) {
    var name = name(echo);
    return Plain.line(echo.to())
        + (name.isEmpty() ? "" : " (" + Plain.line(name) + ")")
        + " seq "
        + echo.seq()
        + (receipt ? " msg_id " + Plain.line(String.valueOf(echo.msgId())) : "");
  }

  /** Returns the name of the agent that a name meant; empty if the message named an id. */
  private static String name(ServerMessage.Msg echo) {
    return Json.read("{" + echo.extras() + "}").orElseThrow().path("to_name").asString("");
  }
}
