package dev.reveille.server.store;

import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoreWrite.AddChannel;
import dev.reveille.server.store.StoreWrite.AddInvitation;
import dev.reveille.server.store.StoreWrite.AddMember;
import dev.reveille.server.store.StoreWrite.AppendEvent;
import dev.reveille.server.store.StoreWrite.AppendMessage;
import dev.reveille.server.store.StoreWrite.MailDelivered;
import dev.reveille.server.store.StoreWrite.MailOffered;
import dev.reveille.server.store.StoreWrite.MailRanges;
import dev.reveille.server.store.StoreWrite.RemoveApproval;
import dev.reveille.server.store.StoreWrite.RemoveBan;
import dev.reveille.server.store.StoreWrite.RemoveCallback;
import dev.reveille.server.store.StoreWrite.RemoveChannel;
import dev.reveille.server.store.StoreWrite.RemoveMember;
import dev.reveille.server.store.StoreWrite.ReplaceSkills;
import dev.reveille.server.store.StoreWrite.SaveAgent;
import dev.reveille.server.store.StoreWrite.SaveApproval;
import dev.reveille.server.store.StoreWrite.SaveBan;
import dev.reveille.server.store.StoreWrite.SaveCallback;
import dev.reveille.server.store.StoreWrite.SaveKey;
import dev.reveille.server.store.StoreWrite.SaveListFile;
import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetMute;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import dev.reveille.server.store.StoreWrite.SetSubscription;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a {@link MemoryStore} would have on disk. Outlives the stores that are opened on it. */
final class MemoryTables {

  /** What is kept contradicts what was to be written. */
  static final class Contradiction extends Exception {
    Contradiction(String message) {
      super(message);
    }
  }

  private static final AtomicLong MADE = new AtomicLong();

  final String identity = "memory-" + MADE.incrementAndGet();

  record Kept(long id, StoredMessage message) {}

  record Membership(String channel, String agent) {}

  /** A channel or a mailbox. */
  static final class Stream {
    final List<Kept> messages = new ArrayList<>();
    long removedSeq;
    long removedTs;

    long lastSeq() {
      return removedSeq + messages.size();
    }
  }

  final Map<String, Stream> streams = new LinkedHashMap<>();
  final TreeMap<Long, StoredEvent> log = new TreeMap<>();
  final Map<String, StoredAgent> agents = new TreeMap<>();
  final Map<String, StoredKey> keys = new LinkedHashMap<>();
  final Map<String, StoredChannel> channels = new LinkedHashMap<>();
  final Map<Membership, Long> members = new HashMap<>();
  final Map<String, Set<String>> invitations = new HashMap<>();
  final Map<String, MailboxState> mailboxes = new HashMap<>();

  /** By agent, earliest registration first. */
  final Map<String, ReplaceSkills> skills = new LinkedHashMap<>();

  final Map<String, Map<String, String>> subscriptions = new HashMap<>();
  final Map<String, Set<String>> mutes = new HashMap<>();
  final Map<String, StoredGag> gags = new HashMap<>();
  final Map<String, Long> slowModes = new HashMap<>();
  final Map<String, StoredBan> bans = new LinkedHashMap<>();
  final Map<String, StoredApproval> approvals = new LinkedHashMap<>();
  final Map<String, ListFile> listFiles = new HashMap<>();
  final Map<String, StoredCallback> callbacks = new LinkedHashMap<>();
  final TreeMap<Long, Long> ages = new TreeMap<>();
  final Set<String> msgIds = new HashSet<>();
  long epoch;
  long lastId;

  /** All writes of the unit, or none. */
  void apply(Unit unit) throws Contradiction {
    var undo = new ArrayDeque<Runnable>();
    long idBefore = lastId;
    try {
      for (var write : unit.writes()) {
        apply((StoreWrite) write, undo);
      }
    } catch (Contradiction e) {
      undo.forEach(Runnable::run);
      lastId = idBefore;
      throw e;
    }
  }

  private void apply(StoreWrite write, Deque<Runnable> undo) throws Contradiction {
    switch (write) {
      case AppendMessage(var m) -> append(m, undo);
      case AppendEvent e -> {
        long id = ++lastId;
        log.put(id, new StoredEvent(id, e.at(), e.kind(), e.agent(), e.channel(), e.detail()));
        undo.push(() -> log.remove(id));
      }
      case MailOffered(var who, var upTo) ->
          change(
              mailboxes,
              who,
              MailboxState.NEW,
              s ->
                  new MailboxState(
                      Math.max(s.offered(), upTo), s.delivered(), s.ahead(), s.unshown()),
              undo);
      case MailDelivered(var who, var upTo) ->
          change(
              mailboxes,
              who,
              MailboxState.NEW,
              s ->
                  new MailboxState(
                      s.offered(), Math.max(s.delivered(), upTo), s.ahead(), s.unshown()),
              undo);
      case MailRanges(var who, var ahead, var unshown) ->
          change(
              mailboxes,
              who,
              MailboxState.NEW,
              s -> new MailboxState(s.offered(), s.delivered(), ahead, unshown),
              undo);
      case SaveAgent(var a) -> {
        var key = keys.get(a.id());
        if (key == null || key.agent().equals(a.id())) {
          change(
              agents,
              a.id(),
              a,
              old -> new StoredAgent(a.id(), a.name(), old.pubkey(), old.firstSeen(), a.lastSeen()),
              undo);
        }
      }
      case SaveKey(var k) -> save(k, undo);
      case AddChannel(var c) -> {
        lastId++;
        if (channels.putIfAbsent(c.name(), c) != null) {
          throw new Contradiction("channel " + c.name() + " exists");
        }
        undo.push(() -> channels.remove(c.name()));
      }
      case RemoveChannel(var name) -> {
        if (!channels.containsKey(name) || !isAbandoned(name)) {
          throw new Contradiction("somebody keeps " + name);
        }
        remove(channels, name, undo);
        remove(invitations, name, undo);
        remove(slowModes, name, undo);
        for (var each : subscriptions.values()) remove(each, name, undo);
        var stream = streams.get(name);
        if (stream != null) {
          remove(streams, name, undo);
          for (var kept : stream.messages) remove(log, kept.id(), undo);
        }
      }
      case AddMember(var in, var who, _) -> {
        long place = ++lastId;
        change(members, new Membership(in, who), place, old -> old, undo);
      }
      case RemoveMember(var in, var who) -> {
        var membership = new Membership(in, who);
        var place = members.remove(membership);
        if (place != null) {
          undo.push(() -> members.put(membership, place));
        }
      }
      case AddInvitation(var to, var who, _, _) -> {
        if (invitations.computeIfAbsent(to, _ -> new TreeSet<>()).add(who)) {
          undo.push(() -> invitations.getOrDefault(to, Set.of()).remove(who));
        }
      }
      case ReplaceSkills replaced -> {
        lastId += replaced.skills().size();
        var before = new LinkedHashMap<>(skills);
        undo.push(
            () -> {
              skills.clear();
              skills.putAll(before);
            });
        skills.remove(replaced.agent());
        skills.put(replaced.agent(), replaced);
      }
      case SetSubscription(var who, var channel, var filter) ->
          set(subscriptions.computeIfAbsent(who, _ -> new TreeMap<>()), channel, filter, undo);
      case SetMute(var who, var muted, var on, _) -> {
        var set = mutes.computeIfAbsent(who, _ -> new TreeSet<>());
        if (on && set.add(muted)) undo.push(() -> set.remove(muted));
        else if (!on && set.remove(muted)) undo.push(() -> set.add(muted));
      }
      case SetGag(var who, var until, var reason) ->
          set(gags, who, until == 0 ? null : new StoredGag(until, reason), undo);
      case SetSlowMode(var channel, var seconds) -> set(slowModes, channel, seconds, undo);
      case SaveBan(var ban) -> {
        lastId++;
        put(bans, ban.agent(), ban, undo);
      }
      case RemoveBan(var who) -> remove(bans, who, undo);
      case SaveApproval(var approval) -> {
        lastId++;
        put(approvals, approval.pubkey(), approval, undo);
      }
      case RemoveApproval(var key) -> remove(approvals, key, undo);
      case SaveListFile(var file) -> put(listFiles, file.name(), file, undo);
      case SaveCallback(var callback) -> {
        if (callbacks.containsKey(callback.id())) {
          throw new Contradiction("callback " + callback.id() + " exists");
        }
        lastId++;
        put(callbacks, callback.id(), callback, undo);
      }
      case RemoveCallback(var id) -> remove(callbacks, id, undo);
    }
  }

  /** No member is stored, and nothing that an agent said is kept. */
  boolean isAbandoned(String channel) {
    return members.keySet().stream().noneMatch(m -> m.channel().equals(channel))
        && streams.getOrDefault(channel, new Stream()).messages.stream()
            .map(Kept::message)
            .allMatch(m -> m.sender().equals("@server") && m.extras().isEmpty());
  }

  private void save(StoredKey k, Deque<Runnable> undo) throws Contradiction {
    lastId++;
    var known = keys.get(k.id());
    boolean taken =
        known == null
            ? agents.containsKey(k.id()) && !k.id().equals(k.agent())
            : !known.agent().equals(k.agent());
    if (taken) throw new Contradiction(k.id() + " is another agent's key");
    change(
        keys,
        k.id(),
        k,
        old ->
            new StoredKey(
                old.id(),
                old.agent(),
                old.pubkey(),
                old.since(),
                old.until() == null ? k.until() : old.until(),
                old.revoked() == null ? k.revoked() : old.revoked(),
                old.reason() == null ? k.reason() : old.reason()),
        undo);
  }

  private static <T> void set(
      Map<String, T> map, String key, @Nullable T value, Deque<Runnable> undo) {
    var old = value == null ? map.remove(key) : map.put(key, value);
    undo.push(
        () -> {
          if (old == null) map.remove(key);
          else map.put(key, old);
        });
  }

  private void append(StoredMessage m, Deque<Runnable> undo) throws Contradiction {
    var stream = streams.computeIfAbsent(m.stream(), _ -> new Stream());
    if (m.seq() != stream.lastSeq() + 1) {
      throw new Contradiction(
          "the next of %s is %d, not %d".formatted(m.stream(), stream.lastSeq() + 1, m.seq()));
    }
    if (m.msgId() != null && !msgIds.add(m.msgId())) {
      throw new Contradiction("message " + m.msgId() + " exists");
    }
    long id = ++lastId;
    stream.messages.add(new Kept(id, m));
    log.put(
        id, new StoredEvent(id, m.ts(), "message", m.sender(), m.stream(), Long.toString(m.seq())));
    undo.push(
        () -> {
          stream.messages.removeLast();
          log.remove(id);
          if (m.msgId() != null) {
            msgIds.remove(m.msgId());
          }
        });
  }

  /* The whole map is put back, because the order of its entries is part of what it says. */
  private static <K, V> void put(Map<K, V> map, K key, V value, Deque<Runnable> undo) {
    var before = new LinkedHashMap<>(map);
    undo.push(() -> restore(map, before));
    map.put(key, value);
  }

  private static <K, V> void remove(Map<K, V> map, K key, Deque<Runnable> undo) {
    var before = new LinkedHashMap<>(map);
    undo.push(() -> restore(map, before));
    map.remove(key);
  }

  private static <K, V> void restore(Map<K, V> map, Map<K, V> before) {
    map.clear();
    map.putAll(before);
  }

  private static <K, V> void change(
      Map<K, V> map, K key, V first, UnaryOperator<V> next, Deque<Runnable> undo) {
    var old = map.get(key);
    if (old == null) {
      undo.push(() -> map.remove(key));
      // The first value may itself need the rule: a cursor starts from zero.
      map.put(key, first instanceof MailboxState ? next.apply(first) : first);
    } else {
      undo.push(() -> map.put(key, old));
      map.put(key, next.apply(old));
    }
  }

  /** Removes the oldest message of a stream. */
  void removeOldest(Stream stream) {
    var gone = stream.messages.removeFirst();
    stream.removedSeq = gone.message().seq();
    stream.removedTs = gone.message().ts();
    log.remove(gone.id());
    if (gone.message().msgId() != null) {
      msgIds.remove(gone.message().msgId());
    }
  }
}
