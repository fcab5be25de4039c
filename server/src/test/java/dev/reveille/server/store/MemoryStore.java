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
  private boolean unreadable;
  private boolean effectsRun;
  private @Nullable AssertionError wrongRead;
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

  /** Every read comes through here. */
  private MemoryTables read() {
    if (effectsRun && wrongRead == null) {
      wrongRead = new AssertionError("The store is read on the thread of the effects");
    }
    if (unreadable) throw new StoreException("Not read: the server's disk does not answer.");
    return tables;
  }

  /** From now on, or no longer, every read fails. */
  public void unreadable(boolean now) {
    unreadable = now;
  }

  /** Says that effects are run from now on, or no longer: they must not wait for a disk. */
  public void effectsRun(boolean now) {
    effectsRun = now;
  }

  /** Throws if an effect read the store. */
  public void checkReads() {
    if (wrongRead != null) throw wrongRead;
  }

  @Override
  public Optional<StoredAgent> agent(String id) {
    return Optional.ofNullable(read().agents.get(id));
  }

  @Override
  public Optional<StoredKey> key(String id) {
    var key = read().keys.get(id);
    return key != null ? Optional.of(key) : onlyKey(id);
  }

  @Override
  public List<StoredKey> keys(String agent) {
    var keys =
        new ArrayList<>(
            read().keys.values().stream()
                .filter(k -> k.agent().equals(agent) || k.id().equals(agent))
                .toList());
    if (!read().keys.containsKey(agent)) onlyKey(agent).ifPresent(keys::addFirst);
    return keys;
  }

  private Optional<StoredKey> onlyKey(String id) {
    var agent = read().agents.get(id);
    return agent == null || agent.pubkey() == null
        ? Optional.empty()
        : Optional.of(StoredKey.fresh(id, id, agent.pubkey(), agent.firstSeen()));
  }

  @Override
  public long agentsWithKey() {
    return read().agents.values().stream().filter(a -> a.pubkey() != null).count();
  }

  @Override
  public List<StoredAgent> lastSeenAs(String name, int limit) {
    return read().agents.values().stream()
        .filter(a -> a.name().equals(name) && a.pubkey() != null)
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public List<Abandoned> abandoned() {
    return read().channels.keySet().stream()
        .filter(tables::isAbandoned)
        .sorted()
        .map(c -> new Abandoned(c, head(c).lastSeq()))
        .toList();
  }

  @Override
  public List<StoredAgent> lastSeen(int limit) {
    return read().agents.values().stream()
        .sorted(
            Comparator.comparingLong(StoredAgent::lastSeen)
                .thenComparing(StoredAgent::id)
                .reversed())
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public Optional<StoredChannel> channel(String name) {
    return Optional.ofNullable(read().channels.get(name));
  }

  @Override
  public List<StoredChannel> channels() {
    return List.copyOf(read().channels.values());
  }

  @Override
  public List<String> memberships(String agent) {
    return read().members.entrySet().stream()
        .filter(e -> e.getKey().agent().equals(agent))
        .sorted(Map.Entry.comparingByValue())
        .map(e -> e.getKey().channel())
        .toList();
  }

  @Override
  public Set<String> invited(String channel) {
    return new TreeSet<>(read().invitations.getOrDefault(channel, Set.of()));
  }

  @Override
  public StreamHead head(String name) {
    var stream = read().streams.get(name);
    if (stream == null || stream.lastSeq() == 0) {
      return StreamHead.EMPTY;
    }
    long lastTs =
        stream.messages.isEmpty() ? stream.removedTs : stream.messages.getLast().message().ts();
    return new StreamHead(stream.removedSeq + 1, stream.lastSeq(), lastTs);
  }

  @Override
  public List<StoredMessage> after(String name, long seq, int limit) {
    var stream = read().streams.getOrDefault(name, new MemoryTables.Stream());
    int size = stream.messages.size();
    int from = (int) Math.min(size, Math.max(seq, stream.removedSeq) - stream.removedSeq);
    return page(messages(stream, from, (int) Math.min(size, (long) from + limit)));
  }

  @Override
  public List<StoredMessage> before(String name, long seq, int limit) {
    var stream = read().streams.getOrDefault(name, new MemoryTables.Stream());
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
    return read().mailboxes.getOrDefault(agent, MailboxState.NEW);
  }

  @Override
  public StoredAttention attention(String agent) {
    var subscriptions =
        read().subscriptions.getOrDefault(agent, Map.of()).entrySet().stream()
            .map(e -> new StoredAttention.Subscription(e.getKey(), e.getValue()))
            .toList();
    return new StoredAttention(subscriptions, muted(agent), read().gags.get(agent));
  }

  @Override
  public List<String> muted(String agent) {
    return List.copyOf(read().mutes.getOrDefault(agent, Set.of()));
  }

  @Override
  public Optional<Long> slowMode(String channel) {
    return Optional.ofNullable(read().slowModes.get(channel));
  }

  @Override
  public List<ClientKey> clientKeys(String sender, int limit) {
    return read().streams.values().stream()
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
    for (var registered : List.copyOf(read().skills.values()).reversed()) {
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
  public SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit) {
    var seen =
        skills(wanted, Integer.MAX_VALUE, Integer.MAX_VALUE).first().stream()
            .filter(s -> s.agent().equals(agent))
            .toList();
    return new SkillsFound(seen.subList(0, Math.min(limit, seen.size())), seen.size());
  }

  @Override
  public List<StoredCallback> callbacks(String agent) {
    return read().callbacks.values().stream().filter(c -> c.agent().equals(agent)).toList();
  }

  @Override
  public List<StoredCallback> callbacksAfter(String id, int limit) {
    return read().callbacks.values().stream()
        .filter(c -> c.id().compareTo(id) > 0)
        .sorted(Comparator.comparing(StoredCallback::id))
        .limit(limit)
        .toList();
  }

  @Override
  public List<StoredEvent> events(long afterId, int limit) {
    var room = PageRoom.ofEvents();
    return read().log.tailMap(afterId, false).values().stream()
        .limit(limit)
        .takeWhile(room::takes)
        .toList();
  }

  @Override
  public FoundMessages messages(List<Long> ids) {
    var all = new HashMap<Long, StoredMessage>();
    for (var stream : read().streams.values()) {
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
                read().log.values().stream()
                    .filter(e -> e.at() <= moment)
                    .mapToLong(StoredEvent::id)
                    .max()
                    .orElse(0))
        .toList();
  }

  @Override
  public List<StoredEvent> eventsBefore(long beforeId, int limit) {
    var newestFirst = read().log.headMap(beforeId, false).descendingMap().values();
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
    return List.copyOf(read().bans.values());
  }

  @Override
  public List<StoredApproval> approvals() {
    return List.copyOf(read().approvals.values());
  }

  @Override
  public Optional<ListFile> listFile(String name) {
    return Optional.ofNullable(read().listFiles.get(name));
  }

  @Override
  public Map<String, Long> sizes() {
    long messages = read().streams.values().stream().mapToLong(s -> s.messages.size()).sum();
    long invitations = read().invitations.values().stream().mapToLong(Set::size).sum();
    long skills = read().skills.values().stream().mapToLong(s -> s.skills().size()).sum();
    var sizes = new TreeMap<String, Long>();
    sizes.put("agents", (long) read().agents.size());
    sizes.put("approvals", (long) read().approvals.size());
    sizes.put("bans", (long) read().bans.size());
    sizes.put("callbacks", (long) read().callbacks.size());
    sizes.put("channels", (long) read().channels.size());
    sizes.put("events", read().log.size() - messages);
    sizes.put("invitations", invitations);
    sizes.put("keys", (long) read().keys.size());
    sizes.put("mailboxes", (long) read().mailboxes.size());
    sizes.put("members", (long) read().members.size());
    sizes.put("messages", messages);
    sizes.put("skills", skills);
    sizes.put("streams", tables.streams.values().stream().filter(s -> s.lastSeq() > 0).count());
    return sizes;
  }

  @Override
  public Optional<Long> lastAgeMark() {
    return Optional.ofNullable(tables.ages.isEmpty() ? null : tables.ages.lastKey());
  }

  @Override
  public void forgetAgeMarks() {
    tables.ages.clear();
  }

  @Override
  public long prune(Retention retention, long nowMillis, Predicate<String> isPresent) {
    boolean byAge = !retention.age().isZero();
    long oldest = byAge ? nowMillis - retention.age().toMillis() : Long.MIN_VALUE;
    if (retention.needsTime()) mark(nowMillis);
    var before = byAge ? tables.ages.lowerEntry(oldest) : null;
    long oldId = before == null ? 0 : before.getValue();
    long gone = pruneStreams(retention.messagesPerStream(), oldest, oldId);
    gone += pruneEvents(retention.messagesPerStream(), oldest, oldId);
    if (retention.absence().isZero()) return gone;
    long away = nowMillis - retention.absence().toMillis();
    var known = tables.ages.lowerEntry(away);
    return gone + pruneAgents(away, known == null ? 0 : known.getValue(), nowMillis, isPresent);
  }

  private void mark(long now) {
    tables.ages.tailMap(now, false).clear();
    var last = tables.ages.floorKey(now);
    if (last != null && now - last < 3_600_000) return;
    tables.ages.put(now, tables.lastId);
  }

  private long pruneAgents(long oldest, long oldId, long now, Predicate<String> isPresent) {
    long gone = 0;
    tables.agents.replaceAll(
        (_, a) ->
            a.lastSeen() > now + 86_400_000
                ? new StoredAgent(a.id(), a.name(), a.pubkey(), a.firstSeen(), now)
                : a);
    tables.agents.replaceAll(
        (id, a) ->
            isPresent.test(id) && a.lastSeen() < now - (now - oldest) / 10
                ? new StoredAgent(a.id(), a.name(), a.pubkey(), a.firstSeen(), now)
                : a);
    for (var agent : List.copyOf(tables.agents.values())) {
      var id = agent.id();
      if (agent.lastSeen() >= oldest || isPresent.test(id) || returnsFor(id, now)) continue;
      tables.agents.remove(id);
      tables.members.keySet().removeIf(m -> m.agent().equals(id));
      tables.invitations.values().forEach(i -> i.remove(id));
      tables.skills.remove(id);
      tables.subscriptions.remove(id);
      tables.mutes.remove(id);
      tables.gags.remove(id);
      if (!tables.streams.containsKey(id)) tables.mailboxes.remove(id);
      gone++;
    }
    for (var name : List.copyOf(tables.streams.keySet())) {
      if (!name.startsWith("@") || tables.agents.containsKey(name) || isPresent.test(name))
        continue;
      var stream = tables.streams.getOrDefault(name, new MemoryTables.Stream());
      if (stream.lastSeq() == 0) continue;
      if (!stream.messages.isEmpty()) {
        var newest = stream.messages.getLast();
        if (newest.message().ts() >= oldest && newest.id() > oldId) continue;
      }
      while (!stream.messages.isEmpty()) {
        tables.removeOldest(stream);
        gone++;
      }
      tables.streams.remove(name);
      tables.mailboxes.remove(name);
      gone++;
    }
    return gone;
  }

  private boolean returnsFor(String id, long now) {
    return tables.keys.values().stream().anyMatch(k -> k.agent().equals(id) || k.id().equals(id))
        || !callbacks(id).isEmpty()
        || tables.channels.values().stream()
            .anyMatch(
                c -> id.equals(c.createdBy()) || (c.inviteOnly() && invited(c.name()).contains(id)))
        || tables.bans.containsKey(id)
        || tables.approvals.values().stream().anyMatch(a -> a.agent().equals(id))
        || tables.gags.getOrDefault(id, new StoredGag(0, "")).until() > now
        || after(id, mailbox(id).delivered(), 1).size() > 0;
  }

  private long pruneStreams(long keep, long oldest, long oldId) {
    long gone = 0;
    for (var entry : tables.streams.entrySet()) {
      var stream = entry.getValue();
      long mostByCount = keep <= 0 ? 0 : stream.lastSeq() - keep;
      long mostAtAll =
          agent(entry.getKey()).isPresent() ? mailbox(entry.getKey()).delivered() : Long.MAX_VALUE;
      while (!stream.messages.isEmpty()) {
        var first = stream.messages.getFirst();
        var message = first.message();
        boolean goes = message.seq() <= mostByCount || message.ts() < oldest || first.id() <= oldId;
        if (!goes || message.seq() > mostAtAll) {
          break;
        }
        tables.removeOldest(stream);
        gone++;
      }
    }
    return gone;
  }

  private long pruneEvents(long keep, long oldest, long oldId) {
    var old = new ArrayList<Long>();
    long events = tables.log.values().stream().filter(e -> !e.kind().equals("message")).count();
    long mostByCount = keep <= 0 ? 0 : events - keep;
    for (var event : tables.log.values()) {
      if (event.kind().equals("message")) {
        continue;
      }
      if (event.at() >= oldest && event.id() > oldId && old.size() >= mostByCount) {
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
