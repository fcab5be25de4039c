package dev.reveille.server.skills;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.skill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every store about skills. */
class SkillTableTest extends TableContract {
  @Test
  void skills_are_found_latest_registration_first_and_each_in_its_agents_order() {
    units.required(
        "a",
        1,
        new ReplaceSkills("@ann", T, List.of(skill("a", 1.5, null), skill("b", null, "e"))));
    units.required("b", 1, new ReplaceSkills("@bob", T, List.of(skill("c", 0.0, null))));
    units.required("a", 1, new ReplaceSkills("@cat", T - 5, List.of(skill("d", null, null))));
    units.await();
    assertThat(found(store.reads(SkillReads.class).skills(_ -> true, 10, 10)))
        .containsExactly("@cat d", "@bob c", "@ann a", "@ann b");

    units.required(
        "a",
        1,
        new ReplaceSkills("@ann", T, List.of(skill("e", 2.0, null), skill("a", 1.5, null))));
    units.required("b", 1, new ReplaceSkills("@bob", T, List.of()));
    units.await();
    reopenStore();
    assertThat(found(store.reads(SkillReads.class).skills(_ -> true, 10, 10)))
        .containsExactly("@ann e", "@ann a", "@cat d");
    assertThat(store.sizes()).containsEntry("skills", 3L);
    assertThat(found(store.reads(SkillReads.class).skillsOf("@ann", _ -> true, 10)))
        .containsExactly("@ann e", "@ann a");
    assertThat(store.reads(SkillReads.class).skillsOf("@ann", t -> t.rate() != null, 1).total())
        .isEqualTo(2);
    assertThat(store.reads(SkillReads.class).skillsOf("@bob", _ -> true, 10))
        .isEqualTo(new SkillsFound(List.of(), 0));
  }

  @Test
  void a_search_looks_at_no_more_than_it_may_counts_all_that_fit_and_gives_the_first() {
    for (int i = 1; i <= 20; i++) {
      units.required(
          "a",
          1,
          new ReplaceSkills("@a" + i, T, List.of(skill("x", i % 2 == 0 ? 5.0 : null, "eur"))));
    }
    units.await();
    var even = store.reads(SkillReads.class).skills(t -> t.rate() != null, 10, 3);
    assertThat(found(even)).containsExactly("@a20 x", "@a18 x", "@a16 x");
    assertThat(even.total()).isEqualTo(5);
    assertThat(store.reads(SkillReads.class).skills(t -> "eur".equals(t.currency()), 100, 0))
        .isEqualTo(new SkillsFound(List.of(), 20));
    assertThat(store.reads(SkillReads.class).skills(_ -> true, 0, 5))
        .isEqualTo(new SkillsFound(List.of(), 0));
  }

  @Test
  void all_who_offer_a_skill_are_found_page_after_page_each_once() {
    for (int i = 11; i <= 20; i++) {
      var twice = List.of(skill("x", 1.0, null), skill("y", 1.0, null), skill("x", 2.0, null));
      units.required("a", 1, new ReplaceSkills("@a" + i, T, twice));
    }
    units.required("a", 1, new ReplaceSkills("@b", T, List.of(skill("z", 1.0, null))));
    units.await();
    var reads = store.reads(SkillReads.class);
    assertThat(reads.holders("x", "", 3)).containsExactly("@a11", "@a12", "@a13");
    assertThat(reads.holders("x", "@a18", 3)).containsExactly("@a19", "@a20");
    assertThat(reads.holders("w", "", 3)).isEmpty();
  }

  private static List<String> found(SkillsFound found) {
    return found.first().stream()
        .map(s -> s.agent() + " " + s.fields().substring(14, s.fields().length() - 1))
        .toList();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(SkillTable.SKILL_FIELDS, SkillTable.HOLDERS);
    assertWalked(SkillTable.SKILLS);
  }
}
