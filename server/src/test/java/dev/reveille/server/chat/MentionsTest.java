package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MentionsTest {
  private final MapPresence presence = new MapPresence();
  private final Mentions mentions = new Mentions(presence);

  private void connect(String id, String name) {
    presence.put(
        new Presence.Agent(
            id,
            name,
            new SessionId("local", id.hashCode()),
            false,
            null,
            false,
            "online",
            null,
            0));
  }

  private List<String> in(String text) {
    return mentions.apply(new Draft("@x", "#general", text, List.of())).mentions();
  }

  @Test
  void a_name_counts_in_any_case_with_no_name_character_beside_it() {
    connect("@aaaa1111", "Bob-2");
    for (var text :
        List.of("@Bob-2", "@bob-2", "hi @BOB-2!", "(@bob-2)", "@@bob-2", "é@bob-2é", "@bob-2.")) {
      assertThat(in(text)).as(text).containsExactly("@aaaa1111");
    }
    for (var text :
        List.of(
            "bob-2", "x@bob-2", "_@bob-2", "-@bob-2", "9@bob-2", "@bob-2x", "@bob-2-", "@bob", "@",
            "@ bob-2", "")) {
      assertThat(in(text)).as(text).isEmpty();
    }
  }

  @Test
  void an_id_counts_like_a_name() {
    connect("@0123456789abcdef", "carl");
    assertThat(in("@0123456789ABCDEF")).containsExactly("@0123456789abcdef");
    assertThat(in("@0123456789abcde")).isEmpty();
  }

  @Test
  void every_agent_of_that_name_is_meant_and_each_is_listed_once() {
    connect("@aaaa1111", "dora");
    connect("@bbbb2222", "Dora");
    assertThat(in("@dora @DORA @aaaa1111")).containsExactlyInAnyOrder("@aaaa1111", "@bbbb2222");
  }

  @Test
  void those_who_are_not_here_are_not_meant() {
    connect("@aaaa1111", "erin");
    presence.remove("@aaaa1111", new SessionId("local", "@aaaa1111".hashCode()));
    assertThat(in("@erin @aaaa1111")).isEmpty();
  }

  @Test
  void a_flood_of_names_is_cut() {
    var text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      connect("@agent" + i, "n" + i);
      text.append(" @n").append(i);
    }
    assertThat(in(text.toString())).hasSize(100);
  }

  private List<String> in(String text, AbsentAgents absent) {
    return mentions.apply(new Draft("@x", "#general", text, absent)).mentions();
  }

  private static AbsentAgents absent(String... idsAndNames) {
    var found = new ArrayList<AbsentAgents.Found>();
    for (int i = 0; i < idsAndNames.length; i += 2) {
      found.add(new AbsentAgents.Found(idsAndNames[i], idsAndNames[i + 1]));
    }
    return new AbsentAgents(found, false);
  }

  @Test
  void agents_that_are_away_are_meant_by_id_or_by_name_in_any_case() {
    var away = absent("@0123456789abcdef", "Fay", "@fedcba9876543210", "fay");
    assertThat(in("hi @FAY", away)).containsExactly("@0123456789abcdef", "@fedcba9876543210");
    assertThat(in("hi @0123456789ABCDEF", away)).containsExactly("@0123456789abcdef");
    assertThat(in("hi @fay2 fay x@fay", away)).isEmpty();
    assertThat(in("`@fay`: @fay @Fay", away)).hasSize(2);
  }

  @Test
  void a_name_of_a_connected_agent_means_nobody_who_is_away() {
    connect("@aaaa1111", "gus");
    assertThat(in("@gus", absent("@0123456789abcdef", "gus"))).containsExactly("@aaaa1111");
  }

  @Test
  void a_flood_of_absent_agents_is_cut() {
    var many = new String[400];
    for (int i = 0; i < 200; i++) {
      many[2 * i] = "@%016x".formatted(i);
      many[2 * i + 1] = "bot";
    }
    assertThat(in("@bot", absent(many))).hasSize(100);
  }

  @Test
  void only_words_that_mean_nobody_who_is_connected_are_looked_up() {
    connect("@aaaa1111", "Hal");
    assertThat(unknown("no word, mail@hal.example, @hal @HAL @aaaa1111")).isEmpty();
    assertThat(unknown("@ivy and @Ivy")).containsExactly("ivy");
    assertThat(unknown("@0123456789ABCDEF")).containsExactly("0123456789abcdef");
    assertThat(unknown("@7a2b3c4d")).as("a name, unless it was issued as an id").hasSize(1);
    assertThat(unknown("@@cb:5m@@stretch @@sleep:5s@@ @@wake@@")).as("markers").isEmpty();
    assertThat(unknown("@" + "x".repeat(33))).as("too long for a name").isEmpty();
  }

  private Set<String> unknown(String text) {
    return MentionedWords.absent(presence, text, 32);
  }

  @Test
  void a_huge_text_of_words_costs_a_bounded_search() {
    var text = new StringBuilder();
    for (int i = 0; i < 200_000; i++) text.append(" @w").append(i);
    assertThat(unknown(text.toString())).hasSize(32);
    connect("@aaaa1111", "jan");
    assertThat(unknown("@".repeat(1_000_000) + " @kim")).as("nor so many signs").isEmpty();
    assertThat(unknown("@jan ".repeat(2_000) + "@kim")).as("only so many are looked at").isEmpty();
  }
}
