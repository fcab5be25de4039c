package dev.reveille.cli;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.FindMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.WakeMessages;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A chat server of one afternoon for the commands to talk to: one list of messages, no rules. */
final class TinyServer implements AutoCloseable {
  private static final long FIRE_AT = 1_700_000_000_000L;

  private final ServerSocket door;
  private final List<Guest> guests = new ArrayList<>();
  private final List<ServerMessage.Msg> stored = new ArrayList<>();
  private final TinyCallbacks callbacks = new TinyCallbacks();
  private final TinyInbox inbox = new TinyInbox();
  private final TinyTasks tasks = new TinyTasks();
  private final List<ClientMessage.Identify> arrivals = new ArrayList<>();
  private final List<ClientMessage> requests = new ArrayList<>();
  private final Set<String> visitors = new HashSet<>();
  private volatile String hostile = "";
  private volatile boolean strict;

  TinyServer() throws IOException {
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::welcomeAll);
  }

  String url() {
    return "ws://127.0.0.1:" + door.getLocalPort();
  }

  synchronized List<ServerMessage.Msg> stored() {
    return List.copyOf(stored);
  }

  List<ServerMessage.PendingCallback> callbacks() {
    return callbacks.all();
  }

  @Override
  public void close() throws IOException {
    door.close();
  }

  private void welcomeAll() {
    while (!door.isClosed()) {
      try {
        var guest = new Guest(door.accept());
        Thread.ofVirtual().start(guest::serve);
      } catch (IOException e) {
        return;
      }
    }
  }

  /** From here on it takes mail only for agents that have been here. */
  void strict() {
    strict = true;
  }

  private synchronized boolean wasHere(String agent) {
    return visitors.contains(agent);
  }

  /** From here on this text is everywhere that a server could put text of its own or of others. */
  void turnHostile(String text) {
    hostile = text;
  }

  /** Says something in the name of another agent. */
  synchronized void say(String from, String to, String content) throws IOException {
    accept(from, ClientMessage.Msg.of(to, content));
  }

  /** Keeps a message for an agent until it confirms it. A body gets it at once. */
  synchronized void mailFor(String agent, String content) throws IOException {
    var mail = inbox.add(agent, content);
    for (var guest : List.copyOf(guests)) {
      if (guest.id.equals(agent) && !guest.identify.side()) guest.socket.reply(mail);
    }
  }

  /** Wakes an agent that is connected. */
  synchronized void wake(String agent, WakeMessages.Wake wake) throws IOException {
    for (var guest : List.copyOf(guests)) {
      if (guest.id.equals(agent) && !guest.identify.side()) guest.socket.reply(wake);
    }
  }

  TinyInbox inbox() {
    return inbox;
  }

  /** Returns how sessions identified, in their order. */
  synchronized List<ClientMessage.Identify> arrivals() {
    return List.copyOf(arrivals);
  }

  /** Returns what was asked besides, in order. */
  synchronized List<ClientMessage> requests() {
    return List.copyOf(requests);
  }

  private synchronized void accept(String from, ClientMessage.Msg sent) throws IOException {
    long seq = stored.stream().filter(m -> m.to().equals(sent.to())).count() + 1;
    var msg =
        new ServerMessage.Msg(
            1_700_000_000_000L + seq,
            from,
            from.substring(1),
            sent.to(),
            sent.content(),
            seq,
            "m" + seq,
            false,
            "");
    stored.add(msg);
    for (var guest : List.copyOf(guests)) {
      if (guest.identify.side() && !guest.id.equals(from)) continue;
      var json = ServerMessages.write(msg, 0);
      if (guest.id.equals(from) && sent.clientMsgId() != null) {
        json = JsonText.with(json, "client_msg_id", JsonText.quote(sent.clientMsgId()));
      }
      guest.socket.write(json);
    }
  }

  private final class Guest {
    private final TinySocket socket;
    private final Set<String> channels = new HashSet<>(Set.of("#general"));
    private final List<InboxMessages.AskPending> late = new ArrayList<>();
    private String id = "@guest";
    private String name = "";
    private String pubkey = "";
    private ClientMessage.Identify identify = ClientMessage.Identify.of("", null);

    private Guest(Socket socket) throws IOException {
      this.socket = new TinySocket(socket);
    }

    private void serve() {
      try (socket) {
        var request = socket.request();
        if (!hostile.isEmpty() && socket.key().isEmpty()) {
          socket.page(hostileReplies().page());
          return;
        }
        if (request.startsWith("GET /health")) {
          health();
          return;
        }
        socket.upgrade();
        for (var text = socket.frame(); !text.isEmpty(); text = socket.frame()) {
          if (ClientMessages.read(text) instanceof ClientMessages.Read.Valid(var message)) {
            answer(message);
          }
        }
      } catch (EOFException | SocketException e) {
        // the guest has left
      } catch (IOException e) {
        throw new AssertionError(e);
      } finally {
        synchronized (TinyServer.this) {
          guests.remove(this);
        }
      }
    }

    private HostileReplies hostileReplies() {
      return new HostileReplies(hostile, socket);
    }

    private void health() throws IOException {
      socket.page(
          new JsonText()
              .field("status", "healthy")
              .field("version", "9.9")
              .field("timestamp", Instant.now().toString())
              .text());
    }

    private void answer(ClientMessage message) throws IOException {
      if (!hostile.isEmpty() && hostileReplies().answer(message, id, name)) return;
      note(message);
      switch (message) {
        case ClientMessage.Identify identify -> {
          name = identify.name();
          this.identify = identify;
          synchronized (TinyServer.this) {
            arrivals.add(identify);
          }
          pubkey = identify.pubkey() == null ? "" : identify.pubkey();
          if (identify.pubkey() == null) welcome();
          else socket.reply(new ServerMessage.Challenge("c1", "00", 1));
        }
        case ClientMessage.VerifyIdentity(var challenge, var signature, var timestamp) -> {
          var key = PublicKey.parse(pubkey).orElseThrow();
          var text = "AGENTCHAT_AUTH|00|" + challenge + "|" + timestamp;
          id = "@" + key.agentId();
          if (key.verifies(text, signature)) welcome();
          else {
            socket.reply(
                new ServerMessage.Failure(ErrorCode.VERIFICATION_FAILED, "Invalid signature"));
          }
        }
        case ClientMessage.Join(var channel, var since) -> join(channel, since == null ? 0 : since);
        case ClientMessage.Msg msg when msg.content().startsWith("@@cb:") -> remember(msg);
        case ClientMessage.Msg msg -> {
          if (msg.to().equals("@unknown")) {
            socket.reply(new ServerMessage.Failure(ErrorCode.AGENT_NOT_FOUND, "No agent @unknown"));
          } else if (strict && msg.to().startsWith("@") && !wasHere(msg.to())) {
            socket.reply(
                new ServerMessage.Failure(ErrorCode.AGENT_NOT_FOUND, "No agent " + msg.to()));
          } else if (msg.to().equals("@twins")) {
            socket.reply(
                new ServerMessage.Failure(
                    ErrorCode.AGENT_NOT_FOUND, "2 agents are called twins, use the id: @1, @2"));
          } else if (msg.to().startsWith("#") && !channels.contains(msg.to())) {
            socket.reply(
                new ServerMessage.Failure(ErrorCode.NOT_INVITED, "Not a member of " + msg.to()));
          } else {
            accept(id, msg);
          }
        }
        case ClientMessage.History(var channel, var after, var before, var limit) -> {
          var page =
              stored().stream()
                  .filter(m -> m.to().equals(channel))
                  .filter(m -> after == null || m.seq() > after)
                  .filter(m -> before == null || m.seq() < before)
                  .limit(limit)
                  .toList();
          socket.reply(new ServerMessage.HistoryPage(channel, page, 1, page.size(), false));
        }
        case ClientMessage.ListChannels() ->
            socket.reply(
                new ServerMessage.Channels(
                    List.of(new ServerMessage.ChannelSummary("#general", 2, false))));
        case ClientMessage.ListAgents(var channel) ->
            socket.reply(
                new ServerMessage.Agents(
                    channel,
                    List.of(
                        new ServerMessage.AgentSummary(
                            "@a1", "ada\u001b[31m", "busy", "at work", false))));
        case FindMessages.FindAgent(var named) ->
            socket.reply(
                named.equals("@ci")
                    ? new FindMessages.FoundAgent(named, "@00000000000000c1")
                    : new ServerMessage.Failure(ErrorCode.AGENT_NOT_FOUND, "No agent " + named));
        case ClientMessage.Callbacks() ->
            socket.reply(new ServerMessage.Callbacks(callbacks.all()));
        case ClientMessage.CancelCallback(var cancelled) -> {
          boolean known = callbacks.cancel(cancelled);
          socket.reply(
              known
                  ? new ServerMessage.CallbackCancelled(cancelled)
                  : new ServerMessage.Failure(ErrorCode.INVALID_MSG, "No durable callback"));
        }
        case InboxMessages.AskPending asked -> {
          late.forEach(this::pending);
          late.clear();
          if (inbox.isLate(asked)) late.add(asked);
          else Thread.ofVirtual().start(() -> pending(asked));
        }
        case WakeMessages.Started(var nonce) -> socket.reply(new WakeMessages.StartNoted(nonce));
        case InboxMessages.AskUnread() -> socket.reply(inbox.unread(id));
        case ConfirmMessages.Confirm confirm -> socket.reply(inbox.confirm(id, confirm));
        case ReceiptMessages.AskReceipt(var msgId) ->
            socket.reply(
                msgId.startsWith("#")
                    ? new ReceiptMessages.Receipt(msgId, "#general", null, 0, 2L)
                    : new ReceiptMessages.Receipt(msgId, "@a1", "offered", FIRE_AT, null));
        case ClientMessage.CreateChannel(var channel, var _, var _) ->
            socket.reply(new ServerMessage.Created(channel, id));
        case ClientMessage.Leave(var channel) -> {
          inbox.leave(channel);
          tellBody(new ServerMessage.Left(channel));
          socket.reply(new ServerMessage.Left(channel));
        }
        case ClientMessage.Ping() -> socket.reply(new ServerMessage.Pong());
        default -> {
          // The rest is accepted in silence: a PING follows.
          var answer = tasks.answer(message, id);
          if (answer.isPresent()) socket.reply(answer.get());
        }
      }
    }

    /** Keeps the callback of an agent that asked for that. */
    private void remember(ClientMessage.Msg msg) throws IOException {
      var refusal = callbacks.remember(id, msg, identify.durableCallbacks() || identify.side());
      if (refusal.isPresent()) socket.reply(refusal.get());
    }

    private void welcome() throws IOException {
      if (!hostile.isEmpty()) id = hostile + "~";
      socket.reply(
          new ServerMessage.Welcome(
              id, name, "tiny", null, null, null, null, identify.confirm(), identify.side()));
      synchronized (TinyServer.this) {
        guests.add(this);
        visitors.add(id);
      }
      if (!identify.side()) for (var mail : inbox.open(id)) socket.reply(mail);
      if (!hostile.isEmpty()) hostileReplies().offer(id);
    }

    private void note(ClientMessage message) {
      synchronized (TinyServer.this) {
        requests.add(message);
      }
    }

    /** A side session acts for the body too. */
    private void tellBody(ServerMessage news) throws IOException {
      if (!identify.side()) return;
      synchronized (TinyServer.this) {
        for (var guest : guests) {
          if (guest.id.equals(id) && !guest.identify.side()) guest.socket.reply(news);
        }
      }
    }

    private void pending(InboxMessages.AskPending asked) {
      try {
        socket.reply(inbox.answer(id, asked));
      } catch (IOException e) {
        // it has left
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void join(String channel, long since) throws IOException {
      if (channel.equals("#secret") || channel.equals("#nowhere")) {
        var code = channel.equals("#secret") ? ErrorCode.NOT_INVITED : ErrorCode.CHANNEL_NOT_FOUND;
        socket.reply(new ServerMessage.Failure(code, "No entry to " + channel));
        return;
      }
      channels.add(channel);
      inbox.join(channel);
      tellBody(new ServerMessage.Joined(channel, List.of(), 1, 1));
      var all = stored().stream().filter(m -> m.to().equals(channel)).toList();
      socket.reply(new ServerMessage.Joined(channel, List.of(), 1, all.size()));
      for (var m : all) {
        if (m.seq() > since) {
          socket.write(JsonText.with(ServerMessages.write(m, 0), "replay", "true"));
        }
      }
    }
  }
}
