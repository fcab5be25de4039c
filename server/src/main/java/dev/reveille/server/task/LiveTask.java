package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A task in the memory of its cell, which owns it. It runs ahead of the store. */
final class LiveTask {
  /** The number of keys of requests that are remembered: those of all rows that a log can have. */
  static final int MOST_KEYS = 1_024;

  private final String id;
  private final StoredTask.Facts facts;
  private final Set<String> audience;
  private final SequencedSet<String> waiters;
  private final SequencedSet<String> keys = new LinkedHashSet<>();
  private TaskProgress progress;

  /** The content of the task, for the agent that will claim it; null if it is not at hand. */
  private @Nullable String content;

  LiveTask(LoadedTask loaded) {
    id = loaded.task().id();
    facts = withoutContent(loaded.task().facts());
    audience = Set.copyOf(loaded.audience());
    waiters = new LinkedHashSet<>(loaded.waiters());
    keys.addAll(loaded.keys().reversed());
    progress = loaded.task().progress();
    if (progress.state() == TaskState.SUBMITTED) content = loaded.task().facts().content();
  }

  /** The content may be large, and only readers need it. */
  private static StoredTask.Facts withoutContent(StoredTask.Facts f) {
    return new StoredTask.Facts(
        f.originator(),
        f.target(),
        f.assignee(),
        f.title(),
        f.priority(),
        f.labels(),
        f.createdAt(),
        f.dueAt(),
        f.parent(),
        "");
  }

  /** Returns the key of an agent's request as it is remembered; empty if it has none. */
  static Optional<String> key(String actor, @Nullable String key) {
    return Optional.ofNullable(key).map(k -> actor + " " + k);
  }

  String id() {
    return id;
  }

  StoredTask.Facts facts() {
    return facts;
  }

  TaskProgress progress() {
    return progress;
  }

  TaskState state() {
    return progress.state();
  }

  boolean isBlocked() {
    return !progress.blockedBy().isEmpty();
  }

  /** Returns the tasks that wait for this one. */
  SequencedSet<String> waiters() {
    return waiters;
  }

  /** Returns what the task says and forgets it, because it may be large; null if it is not here. */
  @Nullable String takeContent() {
    var taken = content;
    content = null;
    return taken;
  }

  /** True if a request with this key changed the task already. */
  boolean isKnown(String actor, @Nullable String key) {
    return key(actor, key).filter(keys::contains).isPresent();
  }

  /** Takes over a change, and remembers the key of its request. */
  void change(TaskProgress next, String actor, @Nullable String key) {
    progress = next;
    if (next.state().isOver()) content = null;
    key(actor, key).ifPresent(keys::add);
    if (keys.size() > MOST_KEYS) keys.removeFirst();
  }

  /** True if the agent may know that the task exists. */
  boolean isSeenBy(String agent) {
    return agent.equals(facts.originator()) || agent.equals(progress.owner()) || isFor(agent);
  }

  /** True if the agent is one of those that the task was made for. */
  boolean isFor(String agent) {
    return agent.equals(facts.assignee()) || audience.contains(agent);
  }

  /** Returns the agents that the task was made for. */
  List<String> offeredTo() {
    var assignee = facts.assignee();
    return assignee == null ? audience.stream().sorted().toList() : List.of(assignee);
  }

  Set<TaskRole> roles(String agent) {
    var roles = EnumSet.noneOf(TaskRole.class);
    var owner = progress.owner();
    if (agent.equals(facts.originator())) roles.add(TaskRole.ORIGINATOR);
    if (owner == null ? agent.equals(facts.assignee()) : agent.equals(owner)) {
      roles.add(TaskRole.ASSIGNEE);
    }
    if (owner == null && audience.contains(agent)) roles.add(TaskRole.CLAIMANT);
    return roles;
  }

  /** Returns the task as the wire shows it, without its content. */
  TaskView view() {
    return view(new StoredTask(id, facts, progress));
  }

  static TaskView view(StoredTask task) {
    var facts = task.facts();
    var progress = task.progress();
    return new TaskView(
        task.id(),
        progress.state(),
        facts.title(),
        facts.originator(),
        facts.target(),
        progress.owner(),
        facts.priority(),
        facts.labels(),
        facts.createdAt(),
        progress.updatedAt(),
        facts.dueAt(),
        progress.expiresAt(),
        progress.cleanupUntil(),
        progress.seq(),
        progress.blockedBy(),
        facts.parent(),
        null);
  }
}
