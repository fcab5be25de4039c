package dev.reveille.cli.watch;

import dev.reveille.client.Incoming;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessage.AgentSummary;
import dev.reveille.protocol.ServerMessage.ChannelSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that the screen shows. Changed by one thread only.
 *
 * <p>Rooms are bounded in number and in lines: a stranger can open conversations at will.
 */
final class Board {
  private static final int MAX_ROOMS = 500;

  final InputLine input = new InputLine();
  private final Map<String, Room> rooms = new LinkedHashMap<>();
  private final ReadMarks marks;
  private Room current;
  private String selfId;
  private String selfName;
  private String notice = "";
  private boolean online = true;

  Board(String selfId, String selfName, String first) {
    this.selfId = selfId;
    this.selfName = selfName;
    this.marks = new ReadMarks(selfId);
    this.current = new Room(first);
    rooms.put(first, current);
  }

  ReadMarks marks() {
    return marks;
  }

  Room current() {
    return current;
  }

  List<Room> rooms() {
    return List.copyOf(rooms.values());
  }

  String selfId() {
    return selfId;
  }

  String selfName() {
    return selfName;
  }

  String notice() {
    return notice;
  }

  boolean isOnline() {
    return online;
  }

  /** The connection's state, and the id, which a guest gets anew with every connection. */
  void connection(boolean up, String id) {
    if (online && !up) notice = "The connection is lost; trying again.";
    if (!online && up) notice = "Connected again.";
    online = up;
    selfId = id;
  }

  void say(String text) {
    notice = text;
  }

  /** The room of that name, made if there is none; the current one if there are too many. */
  Room room(String name) {
    var known = rooms.get(name);
    if (known != null) return known;
    if (rooms.size() >= MAX_ROOMS) return current;
    var made = new Room(name);
    rooms.put(name, made);
    return made;
  }

  void show(String name) {
    current = room(name);
    current.unread = 0;
    current.mentioned = false;
    current.scroll = 0;
  }

  /** The next room of the list, or the one before. */
  void step(int by) {
    var names = new ArrayList<>(rooms.keySet());
    int at = Math.floorMod(names.indexOf(current.name) + by, names.size());
    show(names.get(at));
  }

  void close(String name) {
    if (rooms.size() == 1) return;
    if (current.name.equals(name)) step(-1);
    var room = rooms.get(name);
    if (room != null && room.isChannel()) room.joined = false;
    else rooms.remove(name);
  }

  void channels(List<ChannelSummary> list) {
    list.forEach(c -> room(c.name()));
  }

  void members(String channel, List<AgentSummary> list) {
    var now = new TreeMap<String, String>();
    list.forEach(a -> now.put(a.id(), a.name()));
    room(channel).members(now);
  }

  /** Returns the room of a message. */
  private String roomOf(ServerMessage.Msg message) {
    boolean own = message.from().equals(selfId);
    return message.to().startsWith("#") || own ? message.to() : message.from();
  }

  void hear(Incoming incoming) {
    var m = incoming.message();
    boolean own = m.from().equals(selfId);
    boolean toChannel = m.to().startsWith("#");
    var room = room(roomOf(m));
    marks.hear(m, room.name);
    if (!toChannel && !own) room.title = "@" + m.fromName();
    var kind =
        m.from().equals(Names.SERVER)
            ? Room.Kind.NOTICE
            : own ? Room.Kind.OWN : isMentioned(m) ? Room.Kind.MENTION : Room.Kind.SAID;
    room.add(new Room.Entry(m.ts(), m.seq(), kind, m.fromName(), EntryText.of(m)));
    // Mail that is not confirmed comes again, and is still unread.
    boolean old = incoming.replay() && toChannel;
    if (room == current || old || kind == Room.Kind.OWN) return;
    if (kind == Room.Kind.NOTICE && toChannel) return;
    room.unread++;
    room.mentioned |= kind == Room.Kind.MENTION || !toChannel;
  }

  private boolean isMentioned(ServerMessage.Msg message) {
    if (!message.isMsg()) return false;
    var lower = message.content().toLowerCase(Locale.ROOT);
    return lower.contains("@" + selfName.toLowerCase(Locale.ROOT)) || lower.contains(selfId);
  }

  void hear(ServerMessage news) {
    switch (news) {
      case ServerMessage.AgentJoined(var channel, var agent, var name, var _) ->
          room(channel).entered(agent, name);
      case ServerMessage.AgentLeft(var channel, var agent, var _) -> room(channel).left(agent);
      case ServerMessage.NickChanged(var agent, var _, var name) -> {
        rooms.values().forEach(r -> r.renamed(agent, name));
        var talk = rooms.get(agent);
        if (talk != null) talk.title = "@" + name;
        if (agent.equals(selfId)) selfName = name;
      }
      default -> {
        // nothing that the screen shows
      }
    }
  }
}
