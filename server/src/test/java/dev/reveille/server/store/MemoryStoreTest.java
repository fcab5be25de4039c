package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends OpenStore {
  private MemoryStore memory = new MemoryStore(AllMemoryTables.make(), () -> {});

  @Override
  protected Store open() {
    return memory;
  }

  @Override
  protected Store reopen() {
    memory.close();
    memory = memory.takenOver(() -> {});
    return memory;
  }

  @Override
  protected Store takeOver() {
    return memory.takenOver(() -> {});
  }

  @Override
  protected void breakDisk() {
    memory.breakDisk();
  }

  @Override
  protected void mendDisk() {
    memory.mendDisk();
  }

  @Test
  void a_crash_loses_what_is_queued_and_keeps_what_is_settled() {
    var submissions = new AtomicInteger();
    var before = new MemoryStore(AllMemoryTables.make(), submissions::incrementAndGet);
    var fate = new Settlements(before);
    fate.required("a", 1, message("#a", 1));
    fate.required("a", 1, message("#a", 2));
    assertThat(submissions.get()).isEqualTo(2);
    assertThat(before.commitSome(1)).isEqualTo(1);
    var after = before.crash(() -> {});

    assertThat(before.pending()).isZero();
    assertThat(seqs(after.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 1));
  }

  @Test
  void a_single_write_can_be_made_to_fail() {
    memory.failNext(1);
    units.barrier("a", 1);
    units.required("a", 1, message("#a", 1));
    units.required("b", 1, message("#a", 1));

    assertThat(units.outcome()).isEqualTo("srs");
  }
}
