package dev.reveille.server.seat;

import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes boot prompts from what the store has. What cannot be read is unknown, and said so. */
final class BootPrompts {
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

  String of(HarnessWork work) {
    return prompt(work).text();
  }

  BootPrompt prompt(HarnessWork work) {
    var identity = work.seat().identity();
    var missing = new ArrayList<String>();
    var memory = store.reads(MemoryReads.class);
    var name =
        read("your name", missing, () -> store.reads(AgentReads.class).agent(identity))
            .map(agent -> agent.name())
            .orElse(null);
    var origin = work.origin();
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
        work.reason(),
        work.session(),
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
