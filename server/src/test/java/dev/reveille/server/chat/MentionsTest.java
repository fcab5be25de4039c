package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
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
}
