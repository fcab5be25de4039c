package dev.reveille.cli;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.FindMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskLogEntry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import java.io.IOException;
import java.util.List;

/** Puts one text everywhere that a server could put text of its own or of others. */
final class HostileReplies {
  private final String text;
  private final TinySocket socket;

  HostileReplies(String text, TinySocket socket) {
    this.text = text;
    this.socket = socket;
  }

  /** Returns the body of any page. */
  String page() {
    return new JsonText()
        .raw("agents", "[" + strange() + "]")
        .raw("connections", "[" + strange() + "]")
        .field("status", text)
        .field("version", text)
        .text();
  }

  /** Any field that some page or answer has. */
  private String strange() {
    var object = new JsonText();
    for (var field :
        List.of("id", "name", "presence", "agent_id", "ip", "user_agent", "agentId", "note")) {
      object.field(field, text);
    }
    return object.field("channels", List.of(text)).text();
  }

  /** True if the message has its answer. */
  boolean answer(ClientMessage message, String id, String name) throws IOException {
    var said = new ServerMessage.Msg(7, text, text, text, text, 7, text, false, "");
    switch (message) {
      case ClientMessage.Join(var channel, var _) when channel.equals("#nowhere") ->
          socket.write(
              new JsonText()
                  .field("type", "ERROR")
                  .field("code", text)
                  .field("message", text)
                  .bytes());
      case ClientMessage.Join(var channel, var _) -> {
        socket.reply(new ServerMessage.Joined(channel, List.of(), 0, 0));
        socket.reply(said);
      }
      case ClientMessage.Msg msg when msg.to().equals("@kicker") ->
          socket.reply(new ServerMessage.Kicked(text));
      case ClientMessage.Msg msg when msg.content().contains("_ft") -> {
        var tid = Json.read(msg.content()).orElseThrow().path("tid").asString("");
        var echo = new ServerMessage.Msg(7, id, name, text, "", 7, "m", false, "");
        var ack =
            new JsonText()
                .field("_ft", "ack")
                .field("tid", tid)
                .field("ok", false)
                .field("error", text)
                .text();
        var given = JsonText.quote(String.valueOf(msg.clientMsgId()));
        socket.write(JsonText.with(ServerMessages.write(echo, 1), "client_msg_id", given));
        socket.reply(new ServerMessage.Msg(7, text, text, id, ack, 8, "m", false, ""));
      }
      case ClientMessage.Msg msg -> {
        var given = JsonText.quote(String.valueOf(msg.clientMsgId()));
        socket.reply(new ServerMessage.Msg(7, text, text, id, text, 7, "m", false, ""));
        socket.write(JsonText.with(ServerMessages.write(said, 1), "client_msg_id", given));
      }
      case ClientMessage.History(var channel, var _, var _, var _) ->
          socket.reply(new ServerMessage.HistoryPage(channel, List.of(said), 1, 1, true));
      case ClientMessage.ListChannels() ->
          socket.reply(
              new ServerMessage.Channels(
                  List.of(new ServerMessage.ChannelSummary(text, 2, false))));
      case ClientMessage.ListAgents(var channel) ->
          socket.reply(
              new ServerMessage.Agents(
                  channel,
                  List.of(
                      new ServerMessage.AgentSummary(text, text, text, text, false),
                      new ServerMessage.AgentSummary(text, "ada", text, text, false))));
      case ClientMessage.RegisterSkills _ ->
          socket.reply(new ServerMessage.SkillsRegistered(text, 1, 1));
      case ClientMessage.SearchSkills(var query, var queryId) -> {
        var fields = new JsonText();
        for (var f : List.of("capability", "rate", "currency", "description", text)) {
          fields.field(f, text);
        }
        var skill = new ServerMessage.FoundSkill(text, fields.fields(), 1);
        socket.reply(new ServerMessage.SearchResults(queryId, query.json(), List.of(skill), 5));
      }
      case ClientMessage.VerifyRequest(var target, var _) -> {
        socket.reply(new ServerMessage.ProofPending("r", target));
        socket.reply(new ServerMessage.NotProven("r", target, text));
      }
      case FindMessages.FindAgent(var named) ->
          socket.reply(new FindMessages.FoundAgent(named, text));
      case ClientMessage.Callbacks() ->
          socket.reply(
              new ServerMessage.Callbacks(
                  List.of(new ServerMessage.PendingCallback(text, text, text, 1, 1))));
      case InboxMessages.AskPending _ ->
          socket.reply(
              new InboxMessages.Pending(
                  List.of(new InboxMessages.PendingEntry(said, text)), text, 0, 1, true));
      case ConfirmMessages.Confirm(var _, var _, var cursor) ->
          socket.reply(new ConfirmMessages.Confirmed(cursor, text, 1, List.of(), false));
      case InboxMessages.AskUnread() ->
          socket.reply(
              new InboxMessages.Unread(
                  1,
                  List.of(new InboxMessages.KindCounts(text, 0, 1, 0)),
                  1,
                  List.of(new InboxMessages.UnreadChannel(text, 1, false, 1, 1, 0))));
      case SeatMessages.GetMemory _ -> socket.reply(memory(text));
      case RouteMessages.ListRoutes asked -> socket.reply(routes(asked.type(), text));
      case RouteMessages.WishRoute asked -> socket.reply(routes(asked.type(), text));
      case RouteMessages.DropRoute asked -> socket.reply(routes(asked.type(), text));
      case ReceiptMessages.AskReceipt(var msgId) ->
          socket.reply(new ReceiptMessages.Receipt(msgId, text, text, 1, null));
      case RetractionMessages.Retract(var msgId) ->
          socket.reply(new RetractionMessages.Retracted(msgId, text, text, 1));
      case TaskMessages.Tasks _ -> socket.reply(new TaskAnswers.Page(List.of(task(text)), text));
      case TaskMessages.Create create ->
          socket.reply(
              new TaskAnswers.Answer("TASK_CREATE", true, null, create.clientMsgId(), task(text)));
      case TaskMessages.Move move ->
          socket.reply(
              new TaskAnswers.Answer(
                  move.type(),
                  move.move() != TaskMove.CLAIM,
                  text,
                  move.clientMsgId(),
                  task(move.taskId())));
      case TaskMessages.Get(var taskId, var _) -> socket.reply(shown("TASK_GET", taskId));
      case TaskMessages.Watch(var taskId, var _, var _) ->
          socket.reply(shown("TASK_WATCH", taskId));
      case ClientMessage.CancelCallback _ ->
          socket.reply(new ServerMessage.Failure(ErrorCode.INVALID_MSG, text));
      case ClientMessage.Admin _ ->
          socket.reply(
              new ServerMessage.AdminResult(
                  text,
                  true,
                  new JsonText()
                      .raw("entries", "[" + strange() + "]")
                      .rawFields(seats())
                      .rawFields(memory(text).fields())
                      .rawList(
                          "routes",
                          routes("", text).list().stream().map(RouteMessages::json).toList())
                      .field("secret", text)
                      .fields()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private String seats() {
    var seat =
        new JsonText()
            .field("name", text)
            .field("agent_id", text)
            .field("harness", text)
            .field("state", text)
            .field("why", text)
            .field("actor", text)
            .field("evidence", text)
            .field("event", text);
    var one = "{" + seat.fields() + "}";
    return new JsonText()
        .raw("seats", "[" + one + "]")
        .field("harnesses", List.of(text))
        .raw("seat", one)
        .raw("definition", "{" + new JsonText().field("command", List.of(text)).fields() + "}")
        .raw("log", "[" + one + "]")
        .field("not_started", text)
        .fields();
  }

  private static RouteMessages.Routes routes(String request, String text) {
    var wish =
        new RouteMessages.Wish(
            text, Priority.HIGH, List.of(text), List.of(text), text, text, text, 5);
    return new RouteMessages.Routes(
        request, List.of(new RouteMessages.ShownRoute(1, wish, text, text, text)));
  }

  private static SeatAnswers.Memory memory(String text) {
    return new SeatAnswers.Memory(
        text,
        List.of(new SeatAnswers.Session(text, text, text, 1, null, null, null, text, null, null)),
        List.of(
            new SeatAnswers.HandedOff(
                1, text, 1, text, new SeatMessages.Note(text, text, text, List.of(text)))),
        List.of(new SeatAnswers.WorkedOn(text, text, 1)));
  }

  private TaskView task(String id) {
    return TinyTasks.view(id, text, text, text, TaskState.COMPLETED, text);
  }

  private TaskAnswers.Answer shown(String request, String id) {
    var parts = List.<TaskPart>of(new TaskPart.Text(text), new TaskPart.File(text, text, text));
    var row =
        new TaskLogEntry(
            1,
            1,
            text,
            null,
            TaskState.COMPLETED,
            text,
            text,
            parts,
            List.of(new TaskArtifact(text, text, parts)),
            null);
    var content = new TaskContent(parts, null, null, null, List.of(row), false);
    return new TaskAnswers.Answer(request, true, null, null, task(id).with(content));
  }

  void offer(String id) throws IOException {
    var file = new JsonText().field("name", text).field("size", 1);
    var bad =
        new JsonText()
            .field("_ft", "offer")
            .field("tid", "t")
            .rawList("files", List.of(file.bytes()));
    socket.reply(new ServerMessage.Msg(7, text, text, id, bad.text(), 1, "m", false, ""));
  }
}
