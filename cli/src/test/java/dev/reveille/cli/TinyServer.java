package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A chat server of one afternoon for the commands to talk to: one list of messages, no rules. */
final class TinyServer implements AutoCloseable {
  private static final long FIRE_AT = 1_700_000_000_000L;
  private static final Duration LONGEST = Duration.ofHours(8);

  private final ServerSocket door;
  private final List<Guest> guests = new ArrayList<>();
  private final List<ServerMessage.Msg> stored = new ArrayList<>();
  private final List<ServerMessage.PendingCallback> callbacks = new ArrayList<>();
  private final Map<String, ServerMessage.Msg> mailbox = new ConcurrentHashMap<>();
  private volatile String hostile = "";

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

  private synchronized boolean cancel(String id) {
    return callbacks.removeIf(c -> c.cbId().equals(id));
  }

  synchronized List<ServerMessage.PendingCallback> callbacks() {
    return List.copyOf(callbacks);
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

  /** From here on this text is everywhere that a server could put text of its own or of others. */
  void turnHostile(String text) {
    hostile = text;
  }

  /** Says something in the name of another agent. */
  synchronized void say(String from, String to, String content) throws IOException {
    accept(from, ClientMessage.Msg.of(to, content));
  }

  /** What an absent agent gets when it next comes. */
  void mailFor(String agent, String content) {
    mailbox.put(agent, new ServerMessage.Msg(1, "@a1", "ada", agent, content, 1, "m", false, ""));
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
      var json = ServerMessages.write(msg, 0);
      if (guest.id.equals(from) && sent.clientMsgId() != null) {
        json = JsonText.with(json, "client_msg_id", JsonText.quote(sent.clientMsgId()));
      }
      guest.write(json);
    }
  }

  private final class Guest {
    private final Socket socket;
    private final DataInputStream in;
    private final Set<String> channels = new HashSet<>(Set.of("#general"));
    private String id = "@guest";
    private String name = "";
    private String pubkey = "";
    private boolean durable;

    private Guest(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    private void serve() {
      try (socket) {
        var request = line();
        String key = "";
        for (var h = line(); !h.isEmpty(); h = line()) {
          if (h.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) key = h.substring(18).strip();
        }
        if (!hostile.isEmpty() && key.isEmpty()) {
          page(
              new JsonText()
                  .raw("agents", "[" + strange() + "]")
                  .raw("connections", "[" + strange() + "]")
                  .field("status", hostile)
                  .field("version", hostile)
                  .text());
          return;
        }
        if (request.startsWith("GET /health")) {
          health();
          return;
        }
        http(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + ("Sec-WebSocket-Accept: " + proof(key) + "\r\n\r\n"));
        for (var text = frame(); !text.isEmpty(); text = frame()) {
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

    private void health() throws IOException {
      page(
          new JsonText()
              .field("status", "healthy")
              .field("version", "9.9")
              .field("timestamp", Instant.now().toString())
              .text());
    }

    private void page(String body) throws IOException {
      http(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
              + (body.getBytes(UTF_8).length + "\r\nConnection: close\r\n\r\n"));
      socket.getOutputStream().write(body.getBytes(UTF_8));
    }

    private void http(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    /** Any field that some page or answer has. */
    private String strange() {
      var object = new JsonText();
      for (var field :
          List.of("id", "name", "presence", "agent_id", "ip", "user_agent", "agentId", "note")) {
        object.field(field, hostile);
      }
      return object.field("channels", List.of(hostile)).text();
    }

    /** True if the message has its answer. */
    private boolean isAnsweredWithHostility(ClientMessage message) throws IOException {
      var said =
          new ServerMessage.Msg(7, hostile, hostile, hostile, hostile, 7, hostile, false, "");
      switch (message) {
        case ClientMessage.Join(var channel, var _) when channel.equals("#nowhere") ->
            write(
                new JsonText()
                    .field("type", "ERROR")
                    .field("code", hostile)
                    .field("message", hostile)
                    .bytes());
        case ClientMessage.Join(var channel, var _) -> {
          reply(new ServerMessage.Joined(channel, List.of(), 0, 0));
          reply(said);
        }
        case ClientMessage.Msg msg when msg.to().equals("@kicker") ->
            reply(new ServerMessage.Kicked(hostile));
        case ClientMessage.Msg msg when msg.content().contains("_ft") -> {
          var tid = Json.read(msg.content()).orElseThrow().path("tid").asString("");
          var echo = new ServerMessage.Msg(7, id, name, hostile, "", 7, "m", false, "");
          var ack =
              new JsonText()
                  .field("_ft", "ack")
                  .field("tid", tid)
                  .field("ok", false)
                  .field("error", hostile)
                  .text();
          var given = JsonText.quote(String.valueOf(msg.clientMsgId()));
          write(JsonText.with(ServerMessages.write(echo, 1), "client_msg_id", given));
          reply(new ServerMessage.Msg(7, hostile, hostile, id, ack, 8, "m", false, ""));
        }
        case ClientMessage.Msg msg -> {
          var given = JsonText.quote(String.valueOf(msg.clientMsgId()));
          reply(new ServerMessage.Msg(7, hostile, hostile, id, hostile, 7, "m", false, ""));
          write(JsonText.with(ServerMessages.write(said, 1), "client_msg_id", given));
        }
        case ClientMessage.History(var channel, var _, var _, var _) ->
            reply(new ServerMessage.HistoryPage(channel, List.of(said), 1, 1, true));
        case ClientMessage.ListChannels() ->
            reply(
                new ServerMessage.Channels(
                    List.of(new ServerMessage.ChannelSummary(hostile, 2, false))));
        case ClientMessage.ListAgents(var channel) ->
            reply(
                new ServerMessage.Agents(
                    channel,
                    List.of(
                        new ServerMessage.AgentSummary(hostile, hostile, hostile, hostile, false),
                        new ServerMessage.AgentSummary(hostile, "ada", hostile, hostile, false))));
        case ClientMessage.RegisterSkills _ ->
            reply(new ServerMessage.SkillsRegistered(hostile, 1, 1));
        case ClientMessage.SearchSkills(var query, var queryId) -> {
          var fields = new JsonText();
          for (var f : List.of("capability", "rate", "currency", "description", hostile)) {
            fields.field(f, hostile);
          }
          var skill = new ServerMessage.FoundSkill(hostile, fields.fields(), 1);
          reply(new ServerMessage.SearchResults(queryId, query.json(), List.of(skill), 5));
        }
        case ClientMessage.VerifyRequest(var target, var _) -> {
          reply(new ServerMessage.ProofPending("r", target));
          reply(new ServerMessage.NotProven("r", target, hostile));
        }
        case ClientMessage.Callbacks() ->
            reply(
                new ServerMessage.Callbacks(
                    List.of(new ServerMessage.PendingCallback(hostile, hostile, hostile, 1, 1))));
        case ClientMessage.CancelCallback _ ->
            reply(new ServerMessage.Failure(ErrorCode.INVALID_MSG, hostile));
        case ClientMessage.Admin _ ->
            reply(
                new ServerMessage.AdminResult(
                    hostile, true, new JsonText().raw("entries", "[" + strange() + "]").fields()));
        default -> {
          return false;
        }
      }
      return true;
    }

    private void answer(ClientMessage message) throws IOException {
      if (!hostile.isEmpty() && isAnsweredWithHostility(message)) return;
      switch (message) {
        case ClientMessage.Identify(var wanted, var key, var _, var keep, var _) -> {
          name = wanted;
          durable = keep;
          pubkey = key == null ? "" : key;
          if (key == null) welcome();
          else reply(new ServerMessage.Challenge("c1", "00", 1));
        }
        case ClientMessage.VerifyIdentity(var challenge, var signature, var timestamp) -> {
          var key = PublicKey.parse(pubkey).orElseThrow();
          var text = "AGENTCHAT_AUTH|00|" + challenge + "|" + timestamp;
          id = "@" + key.agentId();
          if (key.verifies(text, signature)) welcome();
          else reply(new ServerMessage.Failure(ErrorCode.VERIFICATION_FAILED, "Invalid signature"));
        }
        case ClientMessage.Join(var channel, var since) -> join(channel, since == null ? 0 : since);
        case ClientMessage.Msg msg when msg.content().startsWith("@@cb:") -> remember(msg);
        case ClientMessage.Msg msg -> {
          if (msg.to().startsWith("#") && !channels.contains(msg.to())) {
            reply(new ServerMessage.Failure(ErrorCode.NOT_INVITED, "Not a member of " + msg.to()));
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
          reply(new ServerMessage.HistoryPage(channel, page, 1, page.size(), false));
        }
        case ClientMessage.ListChannels() ->
            reply(
                new ServerMessage.Channels(
                    List.of(new ServerMessage.ChannelSummary("#general", 2, false))));
        case ClientMessage.ListAgents(var channel) ->
            reply(
                new ServerMessage.Agents(
                    channel,
                    List.of(
                        new ServerMessage.AgentSummary(
                            "@a1", "ada\u001b[31m", "busy", "at work", false))));
        case ClientMessage.Callbacks() -> reply(new ServerMessage.Callbacks(callbacks()));
        case ClientMessage.CancelCallback(var cancelled) -> {
          boolean known = cancel(cancelled);
          reply(
              known
                  ? new ServerMessage.CallbackCancelled(cancelled)
                  : new ServerMessage.Failure(ErrorCode.INVALID_MSG, "No durable callback"));
        }
        default -> reply(new ServerMessage.Pong());
      }
    }

    /**
     * Keeps the callback of an agent that asked for that, for eight hours at most; a long text and
     * a delay of years are refused.
     */
    private void remember(ClientMessage.Msg msg) throws IOException {
      if (!durable || msg.content().length() > 100) {
        var why = JsonText.quote(durable ? "PAYLOAD_TOO_LONG" : "NOT_DURABLE");
        var refusal =
            new ServerMessage.Msg(1, "@server", "server", id, "@@cb-error@@", 0, null, null, "");
        write(JsonText.with(ServerMessages.write(refusal, 1), "cb_error", why));
        return;
      }
      var asked = ((Marker.Callback) Markers.find(msg.content()).markers().getFirst()).delay();
      if (asked.compareTo(Duration.ofDays(365)) > 0) {
        var refusal =
            new ServerMessage.Msg(
                1,
                "@server",
                "server",
                id,
                "@@cb-error@@DELAY_TOO_LONG",
                0,
                null,
                null,
                "\"cb_error\":\"DELAY_TOO_LONG\",\"cb_max_s\":28800");
        reply(refusal);
        return;
      }
      long millis = Math.min(asked.toMillis(), LONGEST.toMillis());
      synchronized (TinyServer.this) {
        callbacks.add(
            new ServerMessage.PendingCallback(
                "cb_" + callbacks.size(), msg.to(), msg.content(), FIRE_AT, FIRE_AT - millis));
      }
    }

    private void welcome() throws IOException {
      if (!hostile.isEmpty()) id = hostile + "~";
      reply(new ServerMessage.Welcome(id, name, "tiny", null, null, null, null));
      synchronized (TinyServer.this) {
        guests.add(this);
      }
      var mail = mailbox.remove(id);
      if (mail != null) reply(mail);
      if (!hostile.isEmpty()) offer();
    }

    private void offer() throws IOException {
      var file = new JsonText().field("name", hostile).field("size", 1);
      var bad =
          new JsonText()
              .field("_ft", "offer")
              .field("tid", "t")
              .rawList("files", List.of(file.bytes()));
      reply(new ServerMessage.Msg(7, hostile, hostile, id, bad.text(), 1, "m", false, ""));
    }

    private void join(String channel, long since) throws IOException {
      if (channel.equals("#secret") || channel.equals("#nowhere")) {
        var code = channel.equals("#secret") ? ErrorCode.NOT_INVITED : ErrorCode.CHANNEL_NOT_FOUND;
        reply(new ServerMessage.Failure(code, "No entry to " + channel));
        return;
      }
      channels.add(channel);
      var all = stored().stream().filter(m -> m.to().equals(channel)).toList();
      reply(new ServerMessage.Joined(channel, List.of(), 1, all.size()));
      for (var m : all) {
        if (m.seq() > since) write(JsonText.with(ServerMessages.write(m, 0), "replay", "true"));
      }
    }

    private void reply(ServerMessage message) throws IOException {
      write(ServerMessages.write(message, 1));
    }

    private synchronized void write(byte[] payload) throws IOException {
      var out = new ByteArrayOutputStream();
      out.write(0x81);
      if (payload.length < 126) {
        out.write(payload.length);
      } else {
        out.write(126);
        out.write(payload.length >> 8);
        out.write(payload.length);
      }
      out.write(payload);
      socket.getOutputStream().write(out.toByteArray());
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
        if (c != '\r') line.append((char) c);
      }
      return line.toString();
    }

    private String frame() throws IOException {
      while (true) {
        int opcode = in.readUnsignedByte() & 0x0F;
        int length = in.readUnsignedByte() & 0x7F;
        if (length == 126) length = in.readUnsignedShort();
        else if (length == 127) length = (int) in.readLong();
        var mask = in.readNBytes(4);
        var payload = in.readNBytes(length);
        for (int i = 0; i < payload.length; i++) payload[i] ^= mask[i % 4];
        if (opcode == 8) return "";
        if (opcode == 1) return new String(payload, UTF_8);
      }
    }
  }

  private static String proof(String key) {
    try {
      var text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
      var hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
