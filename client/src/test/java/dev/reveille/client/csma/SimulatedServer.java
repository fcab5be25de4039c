package dev.reveille.client.csma;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;

/** A chat server as its agents see it: channels, direct messages, callbacks and floors. */
final class SimulatedServer implements ClientTime {
  private record Event(long at, long order, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  final Map<String, CsmaAgent> agents = new HashMap<>();
  private final Map<String, List<ServerMessage.Msg>> log = new HashMap<>();
  final Map<String, String> floors = new HashMap<>();

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now = 1_000_000;
  private long order;

  /** The most messages of a page, whatever is asked for. */
  int page = 1_000;

  @Override
  public long millis() {
    return now;
  }

  @Override
  public void sleep(long millis) {
    now += millis;
  }

  @Override
  public void await(Condition signal, long atMostMillis) {
    throw new AssertionError("nobody waits here");
  }

  void after(long millis, Runnable what) {
    events.add(new Event(now + millis, order++, what));
  }

  /** Lets so much time pass. */
  void run(Duration length) {
    long end = now + length.toMillis();
    while (!events.isEmpty() && events.peek().at() <= end) {
      var next = events.remove();
      now = Math.max(now, next.at());
      next.what().run();
    }
    now = Math.max(now, end);
  }

  /** Something is said in a channel; all agents hear it before any time passes. */
  ServerMessage.Msg post(String from, String channel, String content, String extras) {
    var message = store(from, channel, content, extras);
    agents.values().forEach(agent -> after(0, () -> agent.csma.hear(incoming(message, ""))));
    return message;
  }

  ServerMessage.Msg post(String from, String channel, String content) {
    return post(from, channel, content, "");
  }

  /** In the history, but on its way to nobody yet. */
  ServerMessage.Msg store(String from, String channel, String content, String extras) {
    var messages = log.computeIfAbsent(channel, _ -> new ArrayList<>());
    long seq = messages.size() + 1L;
    boolean server = from.equals(Names.SERVER);
    var message =
        new ServerMessage.Msg(
            now,
            from,
            from.substring(1),
            channel,
            content,
            seq,
            server ? null : channel + seq,
            server ? null : false,
            extras);
    messages.add(message);
    return message;
  }

  /** Stores an entry of a type that a newer server may have; all agents hear it. */
  ServerMessage.Msg postReaction(String from, String channel) {
    var messages = log.computeIfAbsent(channel, _ -> new ArrayList<>());
    long seq = messages.size() + 1L;
    var reaction =
        new ServerMessage.Msg(
            "REACTION",
            now,
            from,
            from.substring(1),
            channel,
            "",
            seq,
            channel + seq,
            false,
            "\"emoji\":\"+1\"");
    messages.add(reaction);
    agents.values().forEach(agent -> after(0, () -> agent.csma.hear(incoming(reaction, ""))));
    return reaction;
  }

  List<ServerMessage.Msg> log(String channel) {
    return log.getOrDefault(channel, List.of());
  }

  /** The channel is made anew. */
  void forget(String channel) {
    log.remove(channel);
  }

  /** A message with further fields as JSON text without braces. */
  static Incoming incoming(ServerMessage.Msg message, String fields) {
    var json = new String(ServerMessages.write(message, message.ts()), UTF_8);
    var all = fields.isEmpty() ? json : json.substring(0, json.length() - 1) + "," + fields + "}";
    return new Incoming(message, all.contains("\"replay\":true"), all, 0);
  }

  /** Something that the server says to one agent or a channel. */
  static Incoming fromServer(String to, String content, String fields) {
    var message = new ServerMessage.Msg(7, Names.SERVER, "server", to, content, 0, null, null, "");
    return incoming(message, fields);
  }

  static Incoming fire(String to, String origin, String payload) {
    var fields = "\"cb_id\":\"cb_1_a\",\"cb_origin\":" + JsonText.quote(origin);
    return fromServer(to, "@@cb-fire@@" + payload, fields);
  }
}
