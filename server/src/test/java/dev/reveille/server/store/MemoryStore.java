package dev.reveille.server.store;

import dev.reveille.server.kernel.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store for simulations: everything happens when its owner says so, on the caller's thread.
 *
 * <p>{@link #submit} only queues. {@link #commitSome} settles the oldest queued units as one batch.
 * {@link #crash} loses the queue and leaves what was settled. Its disk can be {@link #breakDisk
 * broken}.
 */
public final class MemoryStore implements Store {
  private static final String BROKEN =
      "Not stored: the server's disk is full. Free some space there; it goes on by itself.";
  private static final String FENCED =
      "Not stored: another process owns the store now. Stop this one, or that one and start this"
          + " one again.";
  private static final String CLOSED =
      "Not stored: the server is stopping. Try again when it is back.";

  private final MemoryTables tables;
  private final Runnable onSubmit;
  private final long epoch;
  private final RefusedOwners refusedOwners = new RefusedOwners();
  private final ArrayDeque<Submission> queue = new ArrayDeque<>();
  private @Nullable Listener listener;
  private @Nullable String trouble;
  private boolean broken;
  private Runnable committed = () -> {};
  private int failures;
  private boolean crashed;
  private boolean closed;

  @Override
  public String identity() {
    return tables.identity;
  }

  /**
   * An empty store.
   *
   * @param onSubmit told after every submission, so that a scheduler can decide when to commit
   */
  public MemoryStore(Runnable onSubmit) {
    this(new MemoryTables(), onSubmit);
  }

  private MemoryStore(MemoryTables tables, Runnable onSubmit) {
    this.tables = tables;
    this.onSubmit = onSubmit;
    this.epoch = ++tables.epoch;
  }

  /** Another process opens the same store: this one is refused from now on. */
  public MemoryStore takenOver(Runnable newOnSubmit) {
    return new MemoryStore(tables, newOnSubmit);
  }

  /** The process dies: what was not settled is lost and nobody is told. Then it starts again. */
  public MemoryStore crash(Runnable newOnSubmit) {
    crashed = true;
    queue.clear();
    return takenOver(newOnSubmit);
  }

  /** From now on no write succeeds. */
  public void breakDisk() {
    broken = true;
  }

  public void mendDisk() {
    broken = false;
  }

  /** The next so many units that have writes fail. */
  public void failNext(int units) {
    failures = units;
  }

  public int pending() {
    return queue.size();
  }

  /**
   * Settles up to {@code most} of the oldest units and tells the listener once.
   *
   * @return how many
   */
  public int commitSome(int most) {
    var batch = new ArrayList<Submission>();
    while (batch.size() < most && !queue.isEmpty()) {
      batch.add(queue.poll());
    }
    if (batch.isEmpty()) {
      return 0;
    }
    var settled = new ArrayList<Settled>();
    for (var submission : batch) {
      settled.add(new Settled(submission, commit(submission)));
    }
    refusedOwners.settled(batch);
    tell(settled);
    return batch.size();
  }

  /** Settles until nothing is queued, including what the listener submits meanwhile. */
  public void commitAll() {
    while (!queue.isEmpty()) {
      commitSome(queue.size());
    }
  }

  private @Nullable Refusal commit(Submission submission) {
    if (tables.epoch != epoch) {
      trouble = FENCED;
      return new Refusal(FENCED);
    }
    if (refusedOwners.bar(submission)) {
      return new Refusal(RefusedOwners.BY_ASSOCIATION);
    }
    if (submission.unit().writes().isEmpty()) {
      return null;
    }
    try {
      if (broken || failures > 0) {
        failures = Math.max(0, failures - 1);
        trouble = BROKEN;
        return refuse(submission, BROKEN);
      }
      tables.apply(submission.unit());
      committed.run();
      trouble = null;
      return null;
    } catch (MemoryTables.Contradiction e) {
      return refuse(submission, "Not stored: it contradicts what is stored: " + e.getMessage());
    }
  }

  private @Nullable Refusal refuse(Submission submission, String why) {
    if (!submission.unit().required()) {
      return null;
    }
    refusedOwners.add(submission);
    return new Refusal(why);
  }

  private void tell(List<Settled> settled) {
    if (listener != null) {
      listener.settled(Collections.unmodifiableList(settled));
    }
  }

  @Override
  public void listener(Listener newListener) {
    listener = newListener;
  }

  @Override
  public void submit(Submission submission) {
    if (crashed) {
      return;
    }
    if (closed) {
      tell(List.of(new Settled(submission, new Refusal(CLOSED))));
      return;
    }
    queue.add(submission);
    onSubmit.run();
  }

  @Override
  public void close() {
    commitAll();
    closed = true;
  }

  @Override
  public Optional<StoredAgent> agent(String id) {
    return Optional.ofNullable(tables.agents.get(id));
  }

  @Override
  public Optional<StoredKey> key(String id) {
    var key = tables.keys.get(id);
    return key != null ? Optional.of(key) : onlyKey(id);
  }

  @Override
  public List<StoredKey> keys(String agent) {
    var keys =
        new ArrayList<>(
            tables.keys.values().stream()
                .filter(k -> k.agent().equals(agent) || k.id().equals(agent))
                .toList());
    if (!tables.keys.containsKey(agent)) onlyKey(agent).ifPresent(keys::addFirst);
    return keys;
  }

  private Optional<StoredKey> onlyKey(String id) {
    var agent = tables.agents.get(id);
    return agent == null || agent.pubkey() == null
        ? Optional.empty()
        : Optional.of(StoredKey.fresh(id, id, agent.pubkey(), agent.firstSeen()));
  }

  @Override
  public long agentsWithKey() {
    return tables.agents.values().stream().filter(a -> a.pubkey() != null).count();
  }

  @Override
  public List<StoredAgent> lastSeen(int limit) {
    return tables.agents.values().stream()
        .sorted(
            Comparator.comparingLong(StoredAgent::lastSeen)
                .thenComparing(StoredAgent::id)
                .reversed())
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public Optional<StoredChannel> channel(String name) {
    return Optional.ofNullable(tables.channels.get(name));
  }

  @Override
  public List<StoredChannel> channels() {
    return List.copyOf(tables.channels.values());
  }

  @Override
  public List<String> memberships(String agent) {
    return tables.members.entrySet().stream()
        .filter(e -> e.getKey().agent().equals(agent))
        .sorted(Map.Entry.comparingByValue())
        .map(e -> e.getKey().channel())
        .toList();
  }

  @Override
  public Set<String> invited(String channel) {
    return new TreeSet<>(tables.invitations.getOrDefault(channel, Set.of()));
  }

  @Override
  public StreamHead head(String name) {
    var stream = tables.streams.get(name);
    if (stream == null || stream.lastSeq() == 0) {
      return StreamHead.EMPTY;
    }
    long lastTs =
        stream.messages.isEmpty() ? stream.removedTs : stream.messages.getLast().message().ts();
    return new StreamHead(stream.removedSeq + 1, stream.lastSeq(), lastTs);
  }

  @Override
  public List<StoredMessage> after(String name, long seq, int limit) {
    var stream = tables.streams.getOrDefault(name, new MemoryTables.Stream());
    int size = stream.messages.size();
    int from = (int) Math.min(size, Math.max(seq, stream.removedSeq) - stream.removedSeq);
    return page(messages(stream, from, (int) Math.min(size, (long) from + limit)));
  }

  @Override
  public List<StoredMessage> before(String name, long seq, int limit) {
    var stream = tables.streams.getOrDefault(name, new MemoryTables.Stream());
    long end = Math.min(Math.max(seq, stream.removedSeq + 1), stream.lastSeq() + 1);
    int to = (int) (end - 1 - stream.removedSeq);
    return page(messages(stream, Math.max(0, to - limit), to).reversed()).reversed();
  }

  private static List<StoredMessage> page(List<StoredMessage> all) {
    var room = PageRoom.ofMessages();
    return all.stream().takeWhile(room::takes).toList();
  }

  private static List<StoredMessage> messages(MemoryTables.Stream stream, int from, int to) {
    return stream.messages.subList(from, to).stream().map(MemoryTables.Kept::message).toList();
  }

  @Override
  public MailboxState mailbox(String agent) {
    return tables.mailboxes.getOrDefault(agent, MailboxState.NEW);
  }

  @Override
  public StoredAttention attention(String agent) {
    var subscriptions =
        tables.subscriptions.getOrDefault(agent, Map.of()).entrySet().stream()
            .map(e -> new StoredAttention.Subscription(e.getKey(), e.getValue()))
            .toList();
    return new StoredAttention(subscriptions, muted(agent), tables.gags.get(agent));
  }

  @Override
  public List<String> muted(String agent) {
    return List.copyOf(tables.mutes.getOrDefault(agent, Set.of()));
  }

  @Override
  public Optional<Long> slowMode(String channel) {
    return Optional.ofNullable(tables.slowModes.get(channel));
  }

  @Override
  public List<ClientKey> clientKeys(String sender, int limit) {
    return tables.streams.values().stream()
        .flatMap(stream -> stream.messages.stream())
        .filter(kept -> kept.message().sender().equals(sender))
        .filter(kept -> kept.message().clientMsgId() != null)
        .sorted((a, b) -> Long.compare(b.id(), a.id()))
        .limit(limit)
        .map(MemoryTables.Kept::message)
        .map(m -> new ClientKey(String.valueOf(m.clientMsgId()), m.stream(), m.seq()))
        .toList();
  }

  @Override
  public SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit) {
    var seen = new ArrayList<SkillsFound.Registered>();
    int looked = 0;
    for (var registered : List.copyOf(tables.skills.values()).reversed()) {
      for (var skill : registered.skills()) {
        if (looked++ >= scan || !wanted.test(skill.terms())) continue;
        seen.add(new SkillsFound.Registered(registered.agent(), registered.at(), skill.fields()));
      }
    }
    var room = new PageRoom<SkillsFound.Registered>(found -> found.fields().length());
    var first = seen.stream().limit(limit).takeWhile(room::takes).toList();
    return new SkillsFound(first, seen.size());
  }

  @Override
  public List<StoredCallback> callbacks(String agent) {
    return tables.callbacks.values().stream().filter(c -> c.agent().equals(agent)).toList();
  }

  @Override
  public List<StoredCallback> callbacksAfter(String id, int limit) {
    return tables.callbacks.values().stream()
        .filter(c -> c.id().compareTo(id) > 0)
        .sorted(Comparator.comparing(StoredCallback::id))
        .limit(limit)
        .toList();
  }

  @Override
  public List<StoredEvent> events(long afterId, int limit) {
    var room = PageRoom.ofEvents();
    return tables.log.tailMap(afterId, false).values().stream()
        .limit(limit)
        .takeWhile(room::takes)
        .toList();
  }

  @Override
  public FoundMessages messages(List<Long> ids) {
    var all = new HashMap<Long, StoredMessage>();
    for (var stream : tables.streams.values()) {
      for (var kept : stream.messages) all.put(kept.id(), kept.message());
    }
    var room = PageRoom.ofMessages();
    var found = new HashMap<Long, StoredMessage>();
    for (int i = 0; i < ids.size(); i++) {
      var message = all.get(ids.get(i));
      if (message == null) continue;
      if (!room.takes(message)) return new FoundMessages(found, i);
      found.put(ids.get(i), message);
    }
    return new FoundMessages(found, ids.size());
  }

  @Override
  public List<Long> eventsAt(List<Long> moments) {
    return moments.stream()
        .map(
            moment ->
                tables.log.values().stream()
                    .filter(e -> e.at() <= moment)
                    .mapToLong(StoredEvent::id)
                    .max()
                    .orElse(0))
        .toList();
  }

  @Override
  public List<StoredEvent> eventsBefore(long beforeId, int limit) {
    var newestFirst = tables.log.headMap(beforeId, false).descendingMap().values();
    var room = PageRoom.ofEvents();
    return newestFirst.stream()
        .limit(Math.max(0, limit))
        .takeWhile(room::takes)
        .toList()
        .reversed();
  }

  @Override
  public void onCommit(Runnable told) {
    committed = told;
  }

  @Override
  public List<StoredBan> bans() {
    return List.copyOf(tables.bans.values());
  }

  @Override
  public List<StoredApproval> approvals() {
    return List.copyOf(tables.approvals.values());
  }

  @Override
  public Optional<ListFile> listFile(String name) {
    return Optional.ofNullable(tables.listFiles.get(name));
  }

  @Override
  public Map<String, Long> sizes() {
    long messages = tables.streams.values().stream().mapToLong(s -> s.messages.size()).sum();
    long invitations = tables.invitations.values().stream().mapToLong(Set::size).sum();
    long skills = tables.skills.values().stream().mapToLong(s -> s.skills().size()).sum();
    var sizes = new TreeMap<String, Long>();
    sizes.put("agents", (long) tables.agents.size());
    sizes.put("approvals", (long) tables.approvals.size());
    sizes.put("bans", (long) tables.bans.size());
    sizes.put("callbacks", (long) tables.callbacks.size());
    sizes.put("channels", (long) tables.channels.size());
    sizes.put("events", tables.log.size() - messages);
    sizes.put("invitations", invitations);
    sizes.put("keys", (long) tables.keys.size());
    sizes.put("mailboxes", (long) tables.mailboxes.size());
    sizes.put("members", (long) tables.members.size());
    sizes.put("messages", messages);
    sizes.put("skills", skills);
    return sizes;
  }

  @Override
  public long prune(Retention retention, long nowMillis) {
    long oldest =
        retention.age().isZero() ? Long.MIN_VALUE : nowMillis - retention.age().toMillis();
    long gone = 0;
    for (var entry : tables.streams.entrySet()) {
      var stream = entry.getValue();
      long keep = retention.messagesPerStream();
      long mostByCount = keep <= 0 ? 0 : stream.lastSeq() - keep;
      long mostAtAll =
          agent(entry.getKey()).isPresent() ? mailbox(entry.getKey()).delivered() : Long.MAX_VALUE;
      while (!stream.messages.isEmpty()) {
        var message = stream.messages.getFirst().message();
        boolean goes = message.seq() <= mostByCount || message.ts() < oldest;
        if (!goes || message.seq() > mostAtAll) {
          break;
        }
        tables.removeOldest(stream);
        gone++;
      }
    }
    return gone + pruneEvents(retention.messagesPerStream(), oldest);
  }

  private long pruneEvents(long keep, long oldest) {
    var old = new ArrayList<Long>();
    long events = tables.log.values().stream().filter(e -> !e.kind().equals("message")).count();
    long mostByCount = keep <= 0 ? 0 : events - keep;
    for (var event : tables.log.values()) {
      if (event.kind().equals("message")) {
        continue;
      }
      if (event.at() >= oldest && old.size() >= mostByCount) {
        break;
      }
      old.add(event.id());
    }
    old.forEach(tables.log::remove);
    return old.size();
  }

  @Override
  public StoreNumbers numbers() {
    return new StoreNumbers();
  }

  @Override
  public Optional<String> trouble() {
    var now = trouble;
    if (!broken && tables.epoch == epoch) {
      trouble = null;
    }
    return Optional.ofNullable(now);
  }
}
