package dev.reveille.server.task;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.skill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.channel.AddMember;
import dev.reveille.server.identity.SaveKey;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.skills.ReplaceSkills;
import dev.reveille.server.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskAudienceTest {
  private static final int MOST = 200;

  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final List<Write> writes = new ArrayList<>();

  /** Adds agents to a channel; the keys of the first ones are revoked. */
  private void members(int all, int revoked) {
    for (int i = 0; i < all; i++) {
      var id = "@%016x".formatted(i);
      var key = StoredKey.fresh(id, id, "key " + i, T);
      writes.add(new SaveKey(i < revoked ? key.revoked(T, "lost") : key));
      writes.add(new AddMember("#crew", id, T));
      writes.add(new ReplaceSkills(id, T, List.of(skill("java", null, null))));
      if (i % 50 == 0) commit();
    }
    commit();
  }

  private void commit() {
    store.submit(
        new Committer.Submission(
            new CellId("test", "test"), 1, Unit.required(writes, List.of(), List.of())));
    store.commitAll();
    writes.clear();
  }

  private TaskAudience load(String target) {
    return TaskAudience.load(target, MOST, store, new MapPresence());
  }

  @Test
  void a_member_that_cannot_come_back_takes_nobodys_place() {
    members(300, 1);
    for (var target : List.of("#crew", "skill:Java")) {
      assertThat(load(target).agents()).as("too many, also without the originator").hasSize(202);
      assertThat(load(target).complete()).isFalse();
    }
  }

  @Test
  void all_who_can_come_back_are_found_behind_those_who_cannot() {
    members(900, 750);
    for (var target : List.of("#crew", "skill:JAVA")) {
      assertThat(load(target).agents()).hasSize(150).contains("@%016x".formatted(899));
      assertThat(load(target).complete()).isTrue();
    }
    assertThat(load("skill:rust").agents()).isEmpty();
  }

  @Test
  void a_target_with_more_agents_than_can_be_looked_at_is_not_taken_for_a_small_one() {
    members(10_050, 10_050);
    assertThat(load("#crew").complete()).isFalse();
  }
}
