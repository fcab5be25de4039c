package dev.reveille.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A channel or a conversation with one agent. */
final class Room {
  static final int MAX_LINES = 1000;
  private static final int MAX_MEMBERS = 10_000;

  /**
   * Something to read in it; {@code seq} 0 = it has no place of its own and stays where it came.
   */
  record Entry(long ts, long seq, Kind kind, String who, String text) {}

  enum Kind {
    SAID,
    OWN,
    MENTION,
    NOTICE
  }

  final String name;

  /** The title in the list; the name of the agent for a conversation. */
  String title;

  boolean joined;
  int unread;
  boolean mentioned;

  /** Lines that are below the part that is shown. */
  int scroll;

  private final List<Entry> entries = new ArrayList<>();
  private final TreeMap<String, String> members = new TreeMap<>();

  Room(String name) {
    this.name = name;
    this.title = name;
  }

  boolean isChannel() {
    return name.startsWith("#");
  }

  /** Old messages may come after new ones: each goes to the place that its seq says. */
  void add(Entry entry) {
    int at = entries.size();
    if (entry.seq() > 0) {
      while (at > 0 && entries.get(at - 1).seq() > entry.seq()) at--;
    }
    entries.add(at, entry);
    if (entries.size() > MAX_LINES) entries.removeFirst();
  }

  List<Entry> entries() {
    return entries;
  }

  void members(Map<String, String> now) {
    members.clear();
    members.putAll(now);
  }

  void entered(String id, String agent) {
    if (members.size() < MAX_MEMBERS) members.put(id, agent);
  }

  void left(String id) {
    members.remove(id);
  }

  void renamed(String id, String agent) {
    members.computeIfPresent(id, (_, _) -> agent);
  }

  /** Names, in their order. */
  List<String> memberNames() {
    return members.values().stream().sorted(String.CASE_INSENSITIVE_ORDER).toList();
  }
}
