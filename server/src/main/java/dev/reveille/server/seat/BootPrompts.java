package dev.reveille.server.seat;

import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.inbox.UnreadCount;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.TaskReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes boot prompts from what the store has. What cannot be read is unknown, and said so. */
public final class BootPrompts {
  /** Counts something of an agent. Empty = unknown. What it throws counts as unknown. */
  interface Count {
    Optional<Long> of(String identity);
  }

  private final Store store;
  private final Count unread;
  private final Count openTasks;

  BootPrompts(Store store, Count unread, Count openTasks) {
    this.store = store;
    this.unread = unread;
    this.openTasks = openTasks;
  }

  /** Returns the prompts of a server. */
  public static BootPrompts of(ChatParts parts) {
    var mail = new UnreadCount(parts);
    return new BootPrompts(
        parts.store(),
        identity -> Optional.of(mail.of(identity).total()),
        identity -> Optional.of(parts.store().reads(TaskReads.class).openFor(identity)));
  }

  String of(HarnessWork work) {
    return prompt(work).text();
  }

  /**
   * Returns the text for an agent that asks for it itself: the one that its present session was
   * started with, and what waits now. It reads the store, so it may block.
   */
  public String present(String identity) {
    var missing = new ArrayList<String>();
    var session =
        read(
                "your session",
                missing,
                () ->
                    store
                        .reads(SeatReads.class)
                        .seat(identity)
                        .map(seat -> seat.progress().session())
                        .flatMap(store.reads(MemoryReads.class)::session)
                        .filter(SeatSession::isOpen))
            .orElse(null);
    return (session == null
            ? prompt(identity, null, null, null, missing)
            : prompt(identity, session.reason(), session.id(), session.origin(), missing))
        .text();
  }

  BootPrompt prompt(HarnessWork work) {
    return prompt(
        work.seat().identity(), work.reason(), work.session(), work.origin(), new ArrayList<>());
  }

  private BootPrompt prompt(
      String identity,
      @Nullable StartReason reason,
      @Nullable String session,
      @Nullable String origin,
      List<String> missing) {
    var memory = store.reads(MemoryReads.class);
    var name =
        read("your name", missing, () -> store.reads(AgentReads.class).agent(identity))
            .map(agent -> agent.name())
            .orElse(null);
    @Nullable SeatSession before =
        origin == null
            ? null
            : read("the origin session", missing, () -> memory.session(origin)).orElse(null);
    @Nullable Handoff handoff =
        read(
                "handoffs",
                missing,
                () -> memory.handoffs(identity, Long.MAX_VALUE, 1).stream().findFirst())
            .orElse(null);
    return new BootPrompt(
        identity,
        name,
        reason,
        session,
        before,
        handoff,
        read("unread mail", missing, () -> unread.of(identity)),
        read("open tasks", missing, () -> openTasks.of(identity)),
        missing);
  }

  private static <T> Optional<T> read(
      String what, List<String> missing, Supplier<Optional<T>> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      missing.add(what + ", because the store could not be read");
      return Optional.empty();
    }
  }
}
