package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class TopScreenTest {
  private static final long NOW = Instant.parse("2030-01-01T12:00:00Z").toEpochMilli();
  private static final long SECOND = 1_000_000_000L;

  private final TopScreen screen =
      new TopScreen("127.0.0.1:6667", new AgentListing(json("{}")), ZoneOffset.UTC, usual());

  private static TopChoice usual() {
    return new TopChoice(TopOrder.wake, false, true, "");
  }

  private static String agent(String name, String sleep) {
    return new JsonText()
        .field("id", "@0123456789abcdef")
        .field("name", name)
        .field("presence", "online")
        .field("verified", name.equals("vera"))
        .field("channels", List.of("#general", "#builds"))
        .raw("sleep", sleep)
        .raw("callbacks", "{\"pending\":2,\"next_fire_at\":" + (NOW + 8_000) + "}")
        .text();
  }

  private static String sleep(long seconds, long buffered, long direct) {
    return new JsonText()
        .field("wake_at", NOW + seconds * 1000)
        .field("mode", "buffer")
        .field("buffered", buffered)
        .field("dms", direct)
        .text();
  }

  @Test
  void what_waits_for_a_sleeper_is_counted_by_kind() {
    var sleep =
        new JsonText()
            .field("wake_at", NOW + 47_000)
            .field("mode", "buffer")
            .field("buffered", 8)
            .field("dms", 1)
            .field("mentions", 2)
            .field("channel_messages", 4)
            .field("callback_fires", 1)
            .text();
    assertThat(shown(list(List.of(agent("vera", sleep))), 200, 10).get(2))
        .contains(" 8 (1 DM, 2 mentions, 4 others, 1 callback) ");
    var mentions = "{\"wake_at\":1,\"mode\":\"default\",\"buffered\":2,\"dms\":0,\"mentions\":2}";
    assertThat(shown(list(List.of(agent("vera", mentions))), 200, 10).get(2))
        .contains(" 2 mentions ");
  }

  private static JsonNode json(String text) {
    return Json.read(text).orElseThrow();
  }

  @Test
  void a_feature_that_top_does_not_know_has_a_column_by_its_words() {
    var words =
        json(
            "{\"columns\":[{\"name\":\"sleep\",\"head\":\"SLEEP\",\"words\":\"x\"},"
                + "{\"name\":\"tasks\",\"head\":\"TASKS\",\"words\":"
                + "\"{open:count task}[, next in {due:until}]\"},"
                + "{\"name\":\"new\",\"head\":\"NEW\",\"words\":\"{a:newer form}\"},"
                + "{\"name\":\"bad\",\"head\":\"\\u001b[2J\",\"words\":\"x\"}]}");
    var row =
        agent("vera", "null")
            .replaceFirst("\\{", "{\"tasks\":{\"open\":2,\"due\":" + (NOW + 8_000) + "},");
    var lines =
        new TopScreen("here", new AgentListing(words), ZoneOffset.UTC, usual())
            .lines(new AgentPoller.Snapshot(list(List.of(row)), 0, null), NOW, 0, 200, 10);
    assertThat(lines.get(1).toString())
        .contains(" TASKS ")
        .doesNotContain("SLEEP")
        .doesNotContain("NEW")
        .doesNotContain("2J");
    assertThat(lines.get(2).toString()).contains(" 2 tasks, next in 8s ");
  }

  private static JsonNode list(List<String> agents) {
    return Json.read("{\"a\":[" + String.join(",", agents) + "]}").orElseThrow().path("a");
  }

  private static JsonNode many(int count) {
    var all = new ArrayList<String>();
    for (int i = 0; i < count; i++) all.add(agent(String.format("agent-%03d", i), "null"));
    return list(all);
  }

  private List<String> shown(JsonNode agents, int width, int height) {
    return shown(new AgentPoller.Snapshot(agents, 0, null), NOW, 0, width, height);
  }

  private List<String> shown(
      AgentPoller.Snapshot snapshot, long wall, long nanos, int width, int height) {
    return screen.lines(snapshot, wall, nanos, width, height).stream()
        .map(AttributedString::toString)
        .toList();
  }

  @Test
  void sleepers_come_first_with_everything_that_is_known_of_them() {
    var agents =
        list(
            List.of(
                agent("ada", "null"),
                agent("luna", sleep(90_000, 5, 3)),
                agent("vera", sleep(47, 3, 3))));
    var lines = shown(agents, 160, 24);
    assertThat(lines).hasSize(24);
    assertThat(lines.getFirst()).contains("3 agents, 2 asleep", "127.0.0.1:6667");
    assertThat(lines.get(2))
        .matches(
            "vera ✓ sleeping 47s +3 DMs +2, next 8s +12:00:47 +buffer +#general #builds"
                + " +@0123456789abcdef *");
    assertThat(lines.get(3)).startsWith("luna   sleeping 25h 0m").contains("5 (3 DMs)");
    assertThat(lines.get(3)).contains("01-02 13:00");
    assertThat(lines.get(4)).startsWith("ada ").contains(" online ").doesNotContain("buffer");
    assertThat(lines.getLast()).isEqualTo("q leaves  / filter  s sort  r reverse  a away");
  }

  @Test
  void a_countdown_goes_on_while_the_server_is_silent() {
    var snapshot = new AgentPoller.Snapshot(list(List.of(agent("vera", sleep(47, 0, 0)))), 0, null);
    assertThat(shown(snapshot, NOW + 1000, 1 * SECOND, 80, 24).getFirst()).contains("1 agent,");
    var later = shown(snapshot, NOW + 5000, 5 * SECOND, 80, 24);
    assertThat(later.getFirst()).startsWith(" no answer for 5s  127.0.0.1:6667");
    assertThat(later.get(2)).contains(" 42s ");
    var why = new AgentPoller.Trouble("Cannot connect to ws://127.0.0.1:6667.", false);
    var failed =
        shown(new AgentPoller.Snapshot(snapshot.agents(), 0, why), NOW, 2 * SECOND, 80, 24);
    assertThat(failed.getFirst()).startsWith(" no answer for 2s  Cannot connect to ws://127");
    var refused = new AgentPoller.Trouble("The token is refused by ws://127.0.0.1:6667.", true);
    var told =
        shown(new AgentPoller.Snapshot(snapshot.agents(), 0, refused), NOW, 2 * SECOND, 80, 24);
    assertThat(told.getFirst()).startsWith(" The token is refused");
  }

  @Test
  void arrows_and_pages_move_the_table_and_stop_at_its_ends() {
    var agents = many(27);
    assertThat(shown(agents, 80, 10)).element(2).asString().startsWith("agent-000");
    assertThat(shown(agents, 80, 10).getLast()).contains("1-7 of 27");
    screen.move(Key.Name.UP);
    assertThat(shown(agents, 80, 10).get(2)).startsWith("agent-000");
    screen.move(Key.Name.DOWN);
    assertThat(shown(agents, 80, 10).get(2)).startsWith("agent-001");
    screen.move(Key.Name.PAGE_DOWN);
    assertThat(shown(agents, 80, 10).get(2)).startsWith("agent-008");
    screen.move(Key.Name.PAGE_UP);
    screen.move(Key.Name.END);
    screen.move(Key.Name.PAGE_DOWN);
    assertThat(shown(agents, 80, 10).get(8)).startsWith("agent-026");
    screen.move(Key.Name.UP);
    assertThat(shown(agents, 80, 10).get(2)).startsWith("agent-019");
    // Fewer agents, or more room: nothing stays out of snapshot.
    assertThat(shown(many(3), 80, 10).get(2)).startsWith("agent-000");
    screen.move(Key.Name.END);
    screen.move(Key.Name.HOME);
    assertThat(shown(agents, 80, 10).get(2)).startsWith("agent-000");
  }

  @Test
  void in_a_narrow_terminal_the_other_columns_are_reached_with_the_arrows() {
    var agents = list(List.of(agent("a-name-of-many-letters", sleep(47, 3, 3))));
    var lines = shown(agents, 40, 10);
    assertThat(lines.get(1)).contains("NAME", "PRESENCE", "WAKES IN", "BUFFERED");
    assertThat(lines.get(2)).startsWith("a-name-of… ").contains(" 47s ", " 3 DMs");
    assertThat(lines.getLast()).startsWith("q leaves  ←→ more columns");
    var seen = lines.stream().collect(Collectors.joining());
    for (int i = 0; i < 20; i++) {
      screen.move(Key.Name.RIGHT);
      seen += String.join("", shown(agents, 40, 10));
    }
    assertThat(seen).contains("12:00:47", "buffer", "#general", "@0123456789abcdef", "2, next 8s");
    assertThat(shown(agents, 40, 10).get(2)).startsWith("a-name-of… ");
    assertThat(shown(agents, 200, 10).get(1)).contains("✓ PRESENCE").contains("ID");
    screen.move(Key.Name.RIGHT);
    assertThat(shown(agents, 200, 10).get(1)).contains("✓ PRESENCE").contains("ID");
  }

  @Test
  void what_agents_call_themselves_cannot_garble_the_screen() {
    var names =
        List.of(
            "\u001b[2J\u001b]2;owned\u0007",
            "世界世界世界世界世界世界世界",
            "\u202eevil\u2066",
            "👩\u200d👩\u200d👧 🇩🇪 ✌\ufe0f",
            "z" + "\u0301".repeat(500),
            "line\nbreak\r\u009b31m");
    var agents = list(names.stream().map(n -> agent(n, "null")).toList());
    for (int width : new int[] {200, 80, 40, 20}) {
      var lines = shown(agents, width, 24);
      assertThat(lines).allMatch(line -> Glyphs.width(line) <= width);
      assertThat(String.join("", lines).codePoints())
          .noneMatch(Character::isISOControl)
          .noneMatch(c -> Character.getType(c) == Character.FORMAT)
          .noneMatch(c -> c == 0xFE0F);
    }
    // The columns after the name stand one below the other.
    var starts =
        shown(agents, 200, 24).subList(2, 8).stream()
            .map(line -> Glyphs.width(line.substring(0, line.indexOf(" online "))))
            .distinct();
    assertThat(starts).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "5,3", "7,4", "40,10", "80,24", "500,100"})
  void whatever_the_size_no_line_is_too_wide_and_none_too_many(int width, int height) {
    for (var agents : List.of(many(0), many(1), many(300))) {
      var lines = shown(agents, width, height);
      assertThat(lines).hasSizeLessThanOrEqualTo(height);
      assertThat(lines).allMatch(line -> Glyphs.width(line) <= width);
    }
  }

  @Test
  void an_answer_that_makes_no_sense_is_an_empty_table() {
    for (var text : List.of("{\"a\":5}", "{}", "{\"a\":{\"b\":1}}", "{\"a\":[1,null,\"x\"]}")) {
      var lines = shown(Json.read(text).orElseThrow().path("a"), 80, 24);
      assertThat(lines.getFirst()).contains("0 asleep");
    }
    var far = "{\"wake_at\":" + Long.MAX_VALUE + ",\"mode\":7,\"buffered\":-1,\"dms\":\"x\"}";
    assertThat(shown(list(List.of(agent("ada", far))), 80, 24).get(2)).contains("sleeping");
    var past = "{\"wake_at\":" + Long.MIN_VALUE + "}";
    assertThat(shown(list(List.of(agent("ada", past))), 80, 24).get(2)).contains("sleeping");
  }
}
