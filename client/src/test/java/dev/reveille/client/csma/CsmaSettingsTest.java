package dev.reveille.client.csma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Skill;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CsmaSettingsTest {
  private static final CsmaSettings JAVA =
      CsmaSettings.DEFAULT.withSkillTags(Set.of("Java", "sql"));

  private static LongStream delays(CsmaSettings settings, List<String> tags) {
    var random = new Random(11);
    return LongStream.generate(() -> settings.delay(tags, random).toMillis()).limit(20_000);
  }

  private static void assertRange(CsmaSettings settings, List<String> tags, long from, long to) {
    var seen = delays(settings, tags).summaryStatistics();
    assertThat(seen.getMin()).isBetween(from, from + (to - from) / 100);
    assertThat(seen.getMax()).isBetween(to - (to - from) / 100, to);
  }

  @Test
  void no_registered_skills_mean_a_uniform_delay_of_2_to_8_s() {
    assertRange(CsmaSettings.DEFAULT, List.of("java"), 2_000, 8_000);
    var counts = new int[6];
    delays(CsmaSettings.DEFAULT, List.of()).forEach(d -> counts[(int) Math.min(5, d / 1000 - 2)]++);
    for (int count : counts) assertThat(count).isBetween(3_100, 3_570);
  }

  @Test
  void high_overlap_means_a_shorter_delay_of_2_to_4_s() {
    assertRange(JAVA, List.of("java"), 2_000, 4_000);
    assertRange(JAVA, List.of("JAVA", "deploy"), 2_000, 4_000);
  }

  @Test
  void low_overlap_means_a_longer_delay_of_5_to_8_s() {
    assertRange(JAVA, List.of("css"), 5_000, 8_000);
    assertRange(JAVA, List.of("java", "css", "html"), 5_000, 8_000);
  }

  @Test
  void a_tag_that_is_said_twice_counts_once() {
    assertRange(JAVA, List.of("java", "Java", "JAVA", "css", "html"), 5_000, 8_000);
  }

  @Test
  void a_message_without_tags_says_nothing_about_its_topic() {
    assertRange(JAVA, List.of(), 2_000, 8_000);
  }

  @Test
  void every_delay_lies_in_its_part_of_the_range() {
    for (long seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      long min = random.nextLong(3_600_001);
      long max = random.nextLong(min, 3_600_001);
      var tuned = new CsmaSettings(Duration.ofMillis(min), Duration.ofMillis(max), Set.of("a"));
      long high = tuned.delay(List.of("a", "b"), random).toMillis();
      long low = tuned.delay(List.of("b"), random).toMillis();
      long whole = tuned.delay(List.of(), random).toMillis();
      long span = max - min;
      assertThat(high).as("seed %d", seed).isBetween(min, min + span / 3);
      assertThat(low).as("seed %d", seed).isBetween(max - span / 2, max);
      assertThat(whole).as("seed %d", seed).isBetween(min, max);
    }
  }

  @Test
  void a_range_of_one_value_is_that_value() {
    var still = new CsmaSettings(Duration.ofMillis(7), Duration.ofMillis(7), Set.of("a"));
    for (var tags : List.of(List.<String>of(), List.of("a"), List.of("b"))) {
      assertThat(still.delay(tags, new Random(1))).isEqualTo(Duration.ofMillis(7));
    }
  }

  @Test
  void the_skills_that_an_agent_registers_give_capabilities_words_and_tags() {
    var skills =
        Skill.list(
            """
            [{"capability":"Code Review","tags":["Java",7,null,["x"]]},
             {"capability":"übersetzen","tags":"german"}]
            """);
    assertThat(CsmaSettings.DEFAULT.withSkills(skills).skills())
        .containsExactlyInAnyOrder("code review", "code", "review", "java", "übersetzen");
  }

  @Test
  void the_range_is_tunable_by_environment_variables() {
    var tuned =
        CsmaSettings.of(Map.of("AGENTCHAT_CSMA_MIN_MS", "100", "AGENTCHAT_CSMA_MAX_MS", " 1300 "));
    assertRange(tuned, List.of(), 100, 1_300);
    assertRange(tuned.withSkillTags(Set.of("a")), List.of("a"), 100, 500);
    assertRange(tuned.withSkillTags(Set.of("a")), List.of("b"), 700, 1_300);
    assertThat(CsmaSettings.of(Map.of())).isEqualTo(CsmaSettings.DEFAULT);
  }

  @Test
  void an_end_that_is_not_set_follows_the_other_one() {
    var late = CsmaSettings.of(Map.of("AGENTCHAT_CSMA_MIN_MS", "9000"));
    assertThat(late.max()).isEqualTo(Duration.ofSeconds(15));
    assertRange(late, List.of(), 9_000, 15_000);
    var latest = CsmaSettings.of(Map.of("AGENTCHAT_CSMA_MIN_MS", "3599000"));
    assertThat(latest.max()).isEqualTo(CsmaSettings.LONGEST);
    var early = CsmaSettings.of(Map.of("AGENTCHAT_CSMA_MAX_MS", "1500"));
    assertRange(early, List.of(), 0, 1_500);
    var usual = CsmaSettings.of(Map.of("AGENTCHAT_CSMA_MIN_MS", "8000"));
    assertThat(usual.max()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void a_range_that_makes_no_sense_is_refused_with_the_variable_to_change() {
    for (var text : List.of("soon", "-1", "", "2.5", "3600001", "99999999999999999999")) {
      for (var name : List.of("AGENTCHAT_CSMA_MIN_MS", "AGENTCHAT_CSMA_MAX_MS")) {
        assertThatThrownBy(() -> CsmaSettings.of(Collections.singletonMap(name, text)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(name + " is '" + text + "'");
      }
    }
    assertThatThrownBy(
            () ->
                CsmaSettings.of(
                    Map.of("AGENTCHAT_CSMA_MIN_MS", "9000", "AGENTCHAT_CSMA_MAX_MS", "8000")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 9000 to 8000 ms")
        .hasMessageContaining("AGENTCHAT_CSMA_MAX_MS");
  }
}
