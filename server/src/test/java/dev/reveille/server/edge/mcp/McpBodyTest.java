package dev.reveille.server.edge.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Json;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.session.Inbound;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The session of an MCP agent, against a wire that the test plays by hand. */
class McpBodyTest implements Inbound, McpBody.Follower {
  private final List<JsonNode> sent = new ArrayList<>();
  private final List<JsonNode> pushed = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private McpBody body;

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
    return true;
  }

  @Override
  public void pushed(McpBody who, JsonNode message) {
    pushed.add(message);
  }

  private void says(String json) {
    body.read(new Frame(json.getBytes(StandardCharsets.UTF_8)));
  }

  private void pong() {
    says("{\"type\":\"PONG\",\"ts\":1}");
  }

  private static String page(String text) {
    return "{\"type\":\"PENDING\",\"ts\":1,\"entries\":[{\"type\":\"MSG\",\"content\":\""
        + text
        + "\"}],\"cursor\":\"c\",\"passed_over\":0,\"lost\":0,\"more\":false}";
  }

  @BeforeEach
  void welcomed() {
    body = new McpBody(new ManualClock(), this, "t1");
    body.identify(this, McpJson.object().put("token", "rvl_nobody"));
    sent.clear();
    says("{\"type\":\"WELCOME\",\"ts\":1,\"agent_id\":\"@1\",\"name\":\"ada\"}");
    says("{\"type\":\"SUBSCRIPTIONS\",\"ts\":1,\"channels\":[{\"channel\":\"#a\"}],\"muted\":[]}");
    assertThat(body.opened()).isNotDone();
    pong();
    assertThat(body.opened()).isDone();
    assertThat(body.channels()).containsExactly("#a");
    sent.clear();
  }

  private CompletableFuture<WireAnswers> ask(String type, String wanted) {
    return body.ask(ToolCall.request(type), wanted).toCompletableFuture();
  }

  @Test
  void a_session_that_begins_takes_no_wakes_until_a_call_listens() {
    var fresh = new McpBody(new ManualClock(), this, "t2");
    fresh.identify(this, McpJson.object().put("token", "rvl_nobody"));
    fresh.read(
        new Frame(
            "{\"type\":\"WELCOME\",\"ts\":1,\"agent_id\":\"@1\",\"name\":\"ada\"}"
                .getBytes(StandardCharsets.UTF_8)));
    assertThat(sent.toString()).contains("{\"type\":\"TAKE_WAKES\",\"take\":false}");
  }

  @Test
  void what_comes_before_the_pong_answers_the_request_and_traffic_does_not() throws Exception {
    var asked = ask("LIST_CHANNELS", "CHANNELS");
    says("{\"type\":\"AGENT_JOINED\",\"ts\":1,\"channel\":\"#a\"}");
    says("{\"type\":\"CHANNELS\",\"ts\":1,\"list\":[]}");
    assertThat(asked).isNotDone();
    pong();
    assertThat(asked.get().messages()).hasSize(1);
    assertThat(asked.get().waits()).isFalse();
  }

  @Test
  void requests_are_answered_in_their_order_and_an_error_belongs_to_its_own() throws Exception {
    var first = ask("CALLBACKS", "CALLBACKS");
    var second = ask("LIST_CHANNELS", "CHANNELS");
    says("{\"type\":\"ERROR\",\"ts\":1,\"code\":\"NOT_ALLOWED\",\"message\":\"no\"}");
    pong();
    says("{\"type\":\"CHANNELS\",\"ts\":1,\"list\":[]}");
    pong();
    assertThatThrownBy(() -> first.get().refuse()).hasMessageStartingWith("NOT_ALLOWED: no");
    assertThat(second.get().first("CHANNELS")).isPresent();
  }

  @Test
  void an_answer_that_waits_comes_later_and_holds_up_nobody() throws Exception {
    var waiting = ask("PENDING", "PENDING");
    pong();
    assertThat(waiting).isNotDone();
    var other = ask("CALLBACKS", "CALLBACKS");
    says("{\"type\":\"CALLBACKS\",\"ts\":1,\"list\":[]}");
    pong();
    assertThat(other.get().first("CALLBACKS")).isPresent();
    assertThat(waiting).isNotDone();
    says(page("hi"));
    assertThat(waiting.get().waits()).isTrue();
    assertThat(waiting.get().of("PENDING").path("entries").toString()).contains("hi");
  }

  @Test
  void a_second_wait_answers_the_first_one() throws Exception {
    var first = ask("PENDING", "PENDING");
    pong();
    var second = ask("PENDING", "PENDING");
    says(page("old"));
    says(page("new"));
    pong();
    assertThat(first.get().of("PENDING").toString()).contains("old");
    assertThat(second.get().of("PENDING").toString()).contains("new");
  }

  @Test
  void a_session_that_ends_fails_everything_that_was_asked() {
    var waiting = ask("PENDING", "PENDING");
    pong();
    var open = ask("CALLBACKS", "CALLBACKS");
    body.over("the end");
    assertThat(waiting).isCompletedExceptionally();
    assertThat(open).isCompletedExceptionally();
    assertThatThrownBy(() -> ask("CALLBACKS", "CALLBACKS").get()).hasMessageContaining("the end");
  }

  @Test
  void a_displaced_session_says_that_join_takes_it_back() {
    says("{\"type\":\"SESSION_DISPLACED\",\"ts\":1,\"reason\":\"x\"}");
    body.over("closed");
    assertThat(body.isDisplaced()).isTrue();
    assertThatThrownBy(() -> ask("CALLBACKS", "CALLBACKS").get())
        .hasMessageContaining("Call join to take it back");
  }

  @Test
  void a_request_that_is_not_valid_is_never_sent() {
    var asked = body.ask(ToolCall.request("MSG").put("to", "nobody")).toCompletableFuture();
    assertThat(asked).isCompletedExceptionally();
    assertThat(sent).isEmpty();
  }
}
