package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.Incoming;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessage.AgentSummary;
import dev.reveille.protocol.ServerMessage.ChannelSummary;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
  private static final long NOON = Instant.parse("2026-01-01T12:00:00Z").toEpochMilli();

  private final Board board = new Board("@me", "mia", "#general");
  private final Layout layout = new Layout(ZoneOffset.UTC);

  private List<String> lines(int columns, int rows) {
    return layout.screen(board, columns, rows).lines().stream().map(Object::toString).toList();
  }

  private void said(String from, String to, long seq, String text) {
    said(from, to, seq, text, false);
  }

  private void said(String from, String to, long seq, String text, boolean replay) {
    var m = new ServerMessage.Msg(NOON, from, from.substring(1), to, text, seq, "m", false, "");
    board.hear(new Incoming(m, replay, "", 0));
  }

  @Test
  void a_screen_shows_rooms_messages_members_and_the_input() {
    board.channels(
        List.of(new ChannelSummary("#general", 2, false), new ChannelSummary("#b", 1, false)));
    board.members("#general", List.of(agent("@2", "zoe"), agent("@1", "Ada")));
    said("@1", "#general", 1, "hello");
    said("@server", "#general", 2, "zoe came online");
    said("@1", "#b", 1, "over there");
    board.input.insert("typed");
    var lines = lines(90, 8);
    assertThat(lines).hasSize(8).allMatch(line -> Glyphs.width(line) == 90);
    assertThat(lines.getFirst()).startsWith(" #general  2 here");
    assertThat(lines.get(1)).startsWith("#general").contains("│ Ada");
    assertThat(lines.get(2)).startsWith("#b             1 │").contains("│ zoe");
    assertThat(lines.get(4)).contains("│12:00 1: hello");
    assertThat(lines.get(5)).contains("│12:00 * zoe came online");
    assertThat(lines.get(6)).startsWith(" mia @me  /help");
    assertThat(lines.get(7)).isEqualTo(Glyphs.fit("> typed", 90));
    assertThat(layout.screen(board, 90, 8).cursor()).isEqualTo(7);
  }

  private static AgentSummary agent(String id, String name) {
    return new AgentSummary(id, name, "online", null, false);
  }

  @Test
  void an_entry_of_another_type_is_shown_by_its_type_and_fields_and_mentions_nobody() {
    var reaction =
        new ServerMessage.Msg(
            "REACTION", NOON, "@1", "ada", "#b", "", 1, "m", false, "\"to\":\"@mia\"");
    board.hear(new Incoming(reaction, false, "", 0));
    assertThat(board.room("#b").mentioned).isFalse();
    board.show("#b");
    assertThat(lines(90, 8)).anyMatch(l -> l.contains("12:00 ada: [REACTION] {\"to\":\"@mia\"}"));
  }

  @Test
  void every_size_has_its_screen() {
    for (int i = 1; i < 30; i++) said("@ada", "#general", i, "世界 e\u0301 \u001b[2J ".repeat(i));
    board.input.insert("世".repeat(50));
    for (int columns = 1; columns < 130; columns++) {
      for (int rows = 1; rows < 30; rows += 4) {
        var screen = layout.screen(board, columns, rows);
        int width = Math.max(10, columns);
        assertThat(screen.lines()).hasSize(rows);
        assertThat(screen.lines())
            .as("%d x %d", columns, rows)
            .allMatch(line -> Glyphs.width(line.toString()) == width)
            .noneMatch(line -> line.toString().contains("\u001b"));
        assertThat(screen.cursor()).isBetween(0, width - 1);
      }
    }
  }

  @Test
  void a_long_message_is_wrapped_under_its_beginning() {
    said("@ada", "#general", 1, "one two three four five six");
    assertThat(lines(30, 6).subList(1, 4).stream().map(String::stripTrailing))
        .containsExactly("", "12:00 ada: one two three four", "           five six");
  }

  @Test
  void old_messages_go_to_their_place_and_are_not_news() {
    said("@ada", "#b", 3, "third");
    said("@ada", "#b", 1, "first", true);
    said("@ada", "#b", 2, "second", true);
    assertThat(board.room("#b").entries())
        .extracting(Room.Entry::text)
        .containsExactly("first", "second", "third");
    assertThat(board.room("#b").unread).isOne();
  }

  @Test
  void scrolling_stops_at_the_oldest() {
    for (int i = 1; i <= 20; i++) said("@ada", "#general", i, "line " + i);
    board.current().scroll = 5;
    assertThat(lines(40, 6).get(3)).contains("line 15");
    board.current().scroll = 1000;
    assertThat(lines(40, 6).get(1)).contains("line 1 ");
    assertThat(board.current().scroll).isEqualTo(17);
  }

  @Test
  void conversations_have_rooms_of_their_own_and_call_for_attention() {
    said("@ada", "@me", 1, "psst");
    var talk = board.room("@ada");
    assertThat(talk.unread).isOne();
    assertThat(talk.mentioned).isTrue();
    said("@me", "@ada", 1, "what?");
    assertThat(talk.entries()).hasSize(2);
    board.hear(new ServerMessage.NickChanged("@ada", "ada", "lady"));
    assertThat(talk.title).isEqualTo("@lady");
    board.show("@ada");
    assertThat(talk.unread).isZero();
    board.close("@ada");
    assertThat(board.current().name).isEqualTo("#general");
    assertThat(board.rooms()).hasSize(1);
  }

  @Test
  void members_come_and_go() {
    board.members("#general", List.of(agent("@1", "ada")));
    board.hear(new ServerMessage.AgentJoined("#general", "@2", "bob", false));
    board.hear(new ServerMessage.NickChanged("@2", "bob", "rob"));
    assertThat(board.current().memberNames()).containsExactly("ada", "rob");
    board.hear(new ServerMessage.AgentLeft("#general", "@1", null));
    assertThat(board.current().memberNames()).containsExactly("rob");
  }

  @Test
  void what_strangers_can_fill_is_bounded() {
    for (int i = 0; i < 2000; i++) said("@a" + i, "@me", 1, "spam");
    assertThat(board.rooms().size()).isLessThanOrEqualTo(500);
    for (int i = 0; i < 3000; i++) said("@ada", "#general", i + 1, "x");
    assertThat(board.room("#general").entries()).hasSize(Room.MAX_LINES);
  }
}
