package dev.reveille.server.edge.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Json;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.session.Inbound;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tool listen asks the inbox and turns its answers into text. */
class ListenToolTest implements Inbound, McpBody.Follower {
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final List<JsonNode> sent = new ArrayList<>();
  private final McpBody body = new McpBody(clock, this, "t1");
  private final JsonNode schema = schema();

  private static JsonNode schema() {
    for (var tool : McpTools.descriptions()) {
      if (tool.path("name").asString("").equals("listen")) return tool.path("inputSchema");
    }
    throw new AssertionError("no listen");
  }

  @Override
  public int frameLimit() {
    return 0;
  }

  @Override
  public void tooManyFrames() {}

  @Override
  public void message(ClientMessage message, int length) {
    sent.add(Json.read(ClientMessages.write(message)).orElseThrow());
  }

  @Override
  public void invalid(String reason) {}

  @Override
  public void closed() {}

  @Override
  public boolean isInterested(McpBody who) {
    return false;
  }

  @Override
  public void pushed(McpBody who, JsonNode message) {}

  private void says(String json) {
    body.read(new Frame(json.getBytes(StandardCharsets.UTF_8)));
  }

  private void pong() {
    says("{\"type\":\"PONG\",\"ts\":1}");
  }

  @BeforeEach
  void begin() {
    body.identify(this, McpJson.object().put("token", "rvl_nobody"));
    says("{\"type\":\"WELCOME\",\"ts\":1,\"agent_id\":\"@1\",\"name\":\"ada\"}");
    says("{\"type\":\"SUBSCRIPTIONS\",\"ts\":1,\"channels\":[{\"channel\":\"#a\"}],\"muted\":[]}");
    pong();
    sent.clear();
  }

  private CompletableFuture<ObjectNode> listen(String arguments) throws Exception {
    var call =
        new ToolCall(body, new ToolArguments("listen", schema, Json.read(arguments).orElseThrow()));
    return new ListenTool(timers).call(call).toCompletableFuture();
  }

  /** The last request that is no PING. */
  private JsonNode asked() {
    return sent.stream()
        .filter(each -> !each.path("type").asString("").equals("PING"))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private static String page(String... texts) {
    var entries = new ArrayList<String>();
    for (var text : texts) {
      entries.add(
          "{\"type\":\"MSG\",\"ts\":1000,\"from\":\"@2\",\"from_name\":\"bob\",\"to\":\"@1\",\"content\":\"%s\",\"msg_id\":\"m-%s\",\"seq\":1,\"because\":\"dm\"}"
              .formatted(text, text));
    }
    return "{\"type\":\"PENDING\",\"ts\":1,\"entries\":[%s],\"cursor\":\"next\",\"passed_over\":0,\"lost\":0,\"more\":false}"
        .formatted(String.join(",", entries));
  }

  @Test
  void a_call_without_arguments_waits_45_seconds_for_the_inbox_and_the_agents_channels()
      throws Exception {
    var _ = listen("{}");
    assertThat(asked().path("type").asString()).isEqualTo("PENDING");
    assertThat(asked().path("wait_ms").asInt()).isEqualTo(45_000);
    assertThat(asked().path("channels").toString()).isEqualTo("[\"#a\"]");
  }

  @Test
  void the_filters_of_the_call_go_to_the_inbox() throws Exception {
    var _ =
        listen(
            "{\"wait_s\":0,\"channels\":[\"#b\"],\"senders\":[\"@2222222222222222\"],\"keywords\":[\"red\"],\"priority\":\"high\",\"limit\":5}");
    assertThat(asked().has("wait_ms")).isFalse();
    assertThat(asked().path("channels").toString()).isEqualTo("[\"#b\"]");
    assertThat(asked().path("keywords").toString()).isEqualTo("[\"red\"]");
    assertThat(asked().path("priority").asString()).isEqualTo("high");
    assertThat(asked().path("limit").asInt()).isEqualTo(5);
  }

  @Test
  void mentions_only_asks_for_no_channel() throws Exception {
    var _ = listen("{\"mentions_only\":true}");
    assertThat(asked().path("channels")).isEmpty();
  }

  @Test
  void a_cursor_is_confirmed_before_anything_else_is_asked_for() throws Exception {
    var answer = listen("{\"cursor\":\"c1\",\"wait_s\":0}");
    assertThat(asked().path("type").asString()).isEqualTo("READ");
    assertThat(asked().path("cursor").asString()).isEqualTo("c1");
    says("{\"type\":\"READ\",\"ts\":1,\"cursor\":\"c1\",\"to\":\"@me\",\"seq\":1}");
    pong();
    assertThat(asked().path("type").asString()).isEqualTo("PENDING");
    says(page("hi"));
    pong();
    assertThat(answer.get().path("cursor").asString()).isEqualTo("next");
    assertThat(answer.get().path("messages").toString())
        .contains("\"from\":\"bob\"")
        .contains("\"id\":\"@2\"")
        .contains("\"to\":\"you\"")
        .contains("\"msg\":\"m-hi\"");
  }

  @Test
  void nothing_is_confirmed_without_a_cursor() throws Exception {
    var first = listen("{\"wait_s\":0}");
    says(page("hi"));
    pong();
    var again = listen("{\"wait_s\":0}");
    says(page("hi"));
    pong();
    assertThat(again.get()).isEqualTo(first.get());
    assertThat(sent.toString()).doesNotContain("READ");
  }

  @Test
  void a_wrong_cursor_is_refused_with_the_way_out() throws Exception {
    var answer = listen("{\"cursor\":\"c0\"}");
    says("{\"type\":\"ERROR\",\"ts\":1,\"code\":\"INVALID_MSG\",\"message\":\"Invalid cursor\"}");
    pong();
    assertThatThrownBy(answer::get).hasMessageContaining("Call listen without a cursor");
  }

  @Test
  void a_burst_that_ends_a_wait_is_gathered() throws Exception {
    var answer = listen("{\"settle_ms\":2000}");
    pong();
    says(page("one"));
    assertThat(answer).isNotDone();
    timers.advance(Duration.ofSeconds(2));
    assertThat(asked().has("wait_ms")).isFalse();
    says(page("one", "two"));
    pong();
    assertThat(answer.get().path("messages")).hasSize(2);
  }

  @Test
  void what_was_there_already_and_a_settle_of_zero_are_answered_at_once() throws Exception {
    var there = listen("{}");
    says(page("hi"));
    pong();
    assertThat(there).isDone();
    var waited = listen("{\"settle_ms\":0}");
    pong();
    says(page("ho"));
    assertThat(waited).isDone();
  }

  @Test
  void an_answer_without_messages_has_no_cursor_unless_something_was_left_out() throws Exception {
    var nothing = listen("{\"wait_s\":0}");
    says(page());
    pong();
    assertThat(nothing.get().has("cursor")).isFalse();
    var filtered = listen("{\"wait_s\":0}");
    says(page().replace("\"passed_over\":0", "\"passed_over\":3"));
    pong();
    assertThat(filtered.get().path("filtered_out").asInt()).isEqualTo(3);
    assertThat(filtered.get().has("cursor")).isTrue();
  }

  private static final String WAKE =
      "{\"type\":\"WAKE\",\"ts\":1,\"nonce\":\"0a1b2c3d4e5f\",\"line\":\"[wake 0a1b2c3d4e5f] 1 task"
          + " waiting on you.\",\"reasons\":[\"TASK_WAITING\"]}";

  private List<String> sentTypes() {
    return sent.stream()
        .map(each -> each.path("type").asString(""))
        .filter(type -> !type.equals("PING"))
        .toList();
  }

  @Test
  void a_wake_ends_the_wait_is_shown_with_its_nonce_and_counts_as_a_turn() throws Exception {
    var answer = listen("{}");
    pong();
    says(WAKE);
    assertThat(answer).as("it asks once more without waiting").isNotDone();
    says(page());
    says(page());
    pong();
    assertThat(answer.get().path("wake").asString())
        .isEqualTo("[wake 0a1b2c3d4e5f] 1 task waiting on you.");
    assertThat(answer.get().path("next").asString()).contains("Act on the wake");
    assertThat(sentTypes())
        .containsExactly("TAKE_WAKES", "PENDING", "PENDING", "WAKE_STARTED", "TAKE_WAKES");
    assertThat(sent.get(sent.size() - 2).path("nonce").asString()).isEqualTo("0a1b2c3d4e5f");
    var next = listen("{\"wait_s\":0}");
    says(page());
    pong();
    assertThat(next.get().has("wake")).as("it is told once").isFalse();
  }

  @Test
  void a_wake_comes_with_the_messages_that_it_is_about() throws Exception {
    var answer = listen("{}");
    pong();
    says(WAKE);
    says(page());
    says(page("hi"));
    pong();
    assertThat(answer.get().path("messages")).hasSize(1);
    assertThat(answer.get().path("wake").asString()).contains("0a1b2c3d4e5f");
    assertThat(answer.get().path("next").asString()).contains("with this cursor");
  }

  @Test
  void a_wake_that_came_between_two_calls_is_told_by_the_next_one_at_once() throws Exception {
    says(WAKE);
    assertThat(sentTypes()).isEmpty();
    var answer = listen("{}");
    assertThat(asked().has("wait_ms")).isFalse();
    says(page());
    pong();
    assertThat(answer.get().path("wake").asString()).contains("0a1b2c3d4e5f");
    assertThat(sentTypes()).contains("WAKE_STARTED");
  }

  @Test
  void a_session_takes_wakes_only_while_a_call_listens() throws Exception {
    var first = listen("{\"settle_ms\":0}");
    pong();
    var _ = listen("{\"settle_ms\":0}");
    assertThat(takes()).containsExactly(true);
    says(page());
    pong();
    assertThat(first).isDone();
    assertThat(takes()).as("the other call still listens").containsExactly(true);
    says(page("hi"));
    assertThat(takes()).containsExactly(true, false);
  }

  private List<Boolean> takes() {
    return sent.stream()
        .filter(each -> each.path("type").asString("").equals("TAKE_WAKES"))
        .map(each -> each.path("take").asBoolean(false))
        .toList();
  }

  @Test
  void an_answer_that_only_passed_over_messages_is_no_answer_and_the_question_goes_on()
      throws Exception {
    var answer = listen("{\"keywords\":[\"red\"],\"settle_ms\":0}");
    says(
        page()
            .replace("\"passed_over\":0", "\"passed_over\":1000")
            .replace("\"more\":false", "\"more\":true"));
    pong();
    assertThat(answer).isNotDone();
    assertThat(asked().path("after").asString()).isEqualTo("next");
    assertThat(asked().path("wait_ms").asInt()).isEqualTo(45_000);
    says(page("red").replace("\"passed_over\":0", "\"passed_over\":7"));
    pong();
    assertThat(answer.get().path("filtered_out").asInt()).isEqualTo(1_007);
    assertThat(answer.get().path("messages")).hasSize(1);
    assertThat(sent.toString()).doesNotContain("READ");
  }

  @Test
  void an_answer_with_more_behind_it_has_its_cursor_also_if_it_is_empty() throws Exception {
    var answer = listen("{\"wait_s\":0}");
    for (int i = 0; i <= 20; i++) {
      assertThat(answer).isNotDone();
      says(page().replace("\"more\":false", "\"more\":true"));
      pong();
    }
    assertThat(answer.get().path("cursor").asString()).isEqualTo("next");
    assertThat(answer.get().path("more").asBoolean()).isTrue();
  }

  @Test
  void of_more_channels_than_one_question_takes_those_with_unread_messages_come_first()
      throws Exception {
    var channels = IntStream.range(0, 40).mapToObj(i -> "\"#c" + i + "\"").toList();
    var _ = listen("{\"channels\":" + channels + "}");
    assertThat(asked().path("type").asString()).isEqualTo("UNREAD");
    says(
        "{\"type\":\"UNREAD\",\"ts\":1,\"total\":1,\"channels\":[{\"channel\":\"#c1\",\"unread\":0},{\"channel\":\"#c39\",\"unread\":2}]}");
    pong();
    assertThat(asked().path("type").asString()).isEqualTo("PENDING");
    assertThat(asked().path("channels")).hasSize(32);
    assertThat(asked().path("channels").path(0).asString()).isEqualTo("#c39");
  }

  @Test
  void a_long_text_is_cut_and_the_row_says_how_to_read_the_rest() throws Exception {
    var answer = listen("{\"wait_s\":0}");
    says(page("x".repeat(10_000)));
    pong();
    var row = answer.get().path("messages").path(0);
    assertThat(row.path("text").asString()).hasSize(6_000);
    assertThat(row.path("cut").asString()).contains("from=6000");
  }
}
