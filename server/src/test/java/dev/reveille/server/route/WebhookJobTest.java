package dev.reveille.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.outgoing.BodySigning;
import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.outgoing.OutgoingBody;
import dev.reveille.server.outgoing.OutgoingRequest;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of webhooks: their bodies, their repeats, and the health of their routes. */
class WebhookJobTest {
  private static final String ADA = "@ada";
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final List<OutgoingRequest> sent = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private GateState gate = GateState.OPEN;

  private final WebhookJob job =
      new WebhookJob(
          request -> {
            sent.add(request);
            return new OutgoingAnswer.Answered(statuses.pop(), Map.of(), OutgoingBody.EMPTY);
          },
          waits::add,
          store.reads(RouteReads.class),
          () -> gate);

  @BeforeEach
  void aRoute() {
    var route =
        new WakeRoute(
            ADA,
            7,
            WakeTrigger.MESSAGE,
            "",
            RouteTarget.WEBHOOK,
            "https://example.org/hook",
            WakePolicy.IMMEDIATE,
            -1,
            RouteMarks.at(0, 0),
            0,
            null,
            "admin");
    store.submit(
        new Committer.Submission(
            new CellId("test", "test"),
            1,
            Unit.required(
                List.of(
                    new SaveRoute(route, "0123456789abcdef0123456789abcdef"),
                    new SaveRouteBook(ADA, 8)),
                List.of(),
                List.of())));
    store.commitAll();
  }

  private WebhookJob.WebhookCalled call(Integer... answers) throws Exception {
    statuses.addAll(List.of(answers));
    return job.call(
        new WebhookJob.CallWebhook(
            ADA, 7, "0a1b2c3d4e5f", "[wake 0a1b2c3d4e5f] 1 unread", List.of("UNREAD")));
  }

  private BodySigning signing(int attempt) {
    return Objects.requireNonNull(sent.get(attempt).signing());
  }

  @Test
  void behaviour_61_500_three_times_then_200_is_one_delivery_with_the_same_event_id()
      throws Exception {
    var end = call(500, 500, 500, 200);
    assertThat(end.end()).isEqualTo(WebhookJob.WebhookEnd.DELIVERED);
    assertThat(waits)
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
    assertThat(sent).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(signing(i).event()).isEqualTo("wake-0a1b2c3d4e5f");
      assertThat(signing(i).route()).isEqualTo("r7");
    }
    assertThat(Json.read(sent.getLast().body().text()).orElseThrow().path("line").asString(""))
        .isEqualTo("[wake 0a1b2c3d4e5f] 1 unread");
  }

  @Test
  void behaviour_61_404_is_not_tried_again_and_degrades_the_route_at_once() throws Exception {
    var end = call(404);
    assertThat(end.end()).isEqualTo(WebhookJob.WebhookEnd.REFUSED);
    assertThat(sent).hasSize(1);
    var book = new RouteBook(ADA, store.reads(RouteReads.class));
    var outcome = WebhookJob.outcome(new JobEnd.Done(1, end));
    var called = Objects.requireNonNull(outcome.called());
    book.called(called.n(), called.why(), called.lasting());
    assertThat(Objects.requireNonNull(book.route(7)).shown().state()).isEqualTo("degraded");
    assertThat(Objects.requireNonNull(book.route(7)).shown().reason()).contains("404");
  }

  @Test
  void an_answer_that_means_later_is_tried_again() throws Exception {
    assertThat(call(429, 408, 200).end()).isEqualTo(WebhookJob.WebhookEnd.DELIVERED);
    assertThat(sent).hasSize(3);
  }

  @Test
  void three_exhausted_calls_degrade_a_route_and_one_that_works_forgives_two() throws Exception {
    var book = new RouteBook(ADA, store.reads(RouteReads.class));
    assertThat(call(500, 500, 500, 500).end()).isEqualTo(WebhookJob.WebhookEnd.EXHAUSTED);
    for (int i = 0; i < 2; i++) book.called(7, "it answered 500", false);
    assertThat(Objects.requireNonNull(book.route(7)).degraded()).isNull();
    book.called(7, null, false);
    for (int i = 0; i < 2; i++) book.called(7, "it answered 500", false);
    assertThat(Objects.requireNonNull(book.route(7)).degraded()).isNull();
    book.called(7, "it answered 500", false);
    assertThat(Objects.requireNonNull(book.route(7)).degraded()).isEqualTo("it answered 500");
  }

  @Test
  void nothing_is_sent_while_the_gate_is_closed_and_that_is_not_counted() throws Exception {
    gate = GateState.TRIPPED;
    var end = call(200);
    assertThat(end.end()).isEqualTo(WebhookJob.WebhookEnd.GATE_CLOSED);
    assertThat(sent).isEmpty();
    assertThat(WebhookJob.outcome(new JobEnd.Done(1, end)).counts()).isFalse();
  }

  @Test
  void a_call_that_was_lost_or_took_too_long_is_unknown() {
    assertThat(WebhookJob.outcome(new JobEnd.Lost(1)).proof()).isEqualTo(WakeProof.UNKNOWN);
    assertThat(WebhookJob.outcome(new JobEnd.Failed(1, "over its limit")).proof())
        .isEqualTo(WakeProof.UNKNOWN);
  }

  @Test
  void neither_secret_nor_address_is_in_the_note_of_the_job() {
    var note =
        WebhookJob.start(
                RouteCell.at(ADA),
                1,
                7,
                "a line",
                "n",
                new WakeAnswer(WakeAction.WEBHOOK, List.of(WakeReason.UNREAD)))
            .toString();
    assertThat(note).doesNotContain("example.org").doesNotContain("0123456789abcdef");
  }
}
