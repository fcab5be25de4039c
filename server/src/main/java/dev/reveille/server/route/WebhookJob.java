package dev.reveille.server.route;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.outgoing.BodySigning;
import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.outgoing.OutgoingBody;
import dev.reveille.server.outgoing.OutgoingRequest;
import dev.reveille.server.outgoing.SigningSecret;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a webhook with one wake. The body is signed; each attempt has the same event id, so that
 * the receiver knows a repeat. Address and secret are read from the store when it runs, so they
 * stand in no other row.
 */
public final class WebhookJob {
  static final String NAME = "wake_webhook";
  private static final long LIMIT_MILLIS = 180_000;

  /** These say that the same request may be right later. */
  private static final Set<Integer> LATER = Set.of(408, 425, 429);

  private static final List<Duration> WAITS =
      List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

  /** Sends a request to another server and waits for the answer. */
  public interface Sender {
    OutgoingAnswer send(OutgoingRequest request) throws InterruptedException;
  }

  /** Waits between two attempts. */
  public interface Waiter {
    void pause(Duration time) throws InterruptedException;

    /** Returns a waiter that is woken by a timer. */
    static Waiter of(TimerQueue timers) {
      return time -> {
        var over = new CountDownLatch(1);
        var timer = timers.schedule(time, over::countDown);
        try {
          over.await();
        } finally {
          timer.cancel();
        }
      };
    }
  }

  /** A call of one webhook. */
  public record CallWebhook(
      String identity, long route, String nonce, String line, List<String> reasons)
      implements JobRequest {
    public CallWebhook {
      reasons = List.copyOf(reasons);
    }
  }

  /** The end of a call. */
  public enum WebhookEnd {
    DELIVERED,
    /** The server said that such a request is wrong, or it is not allowed. */
    REFUSED,
    /** Every attempt failed. */
    EXHAUSTED,
    /** Nothing was sent: the gate is closed. */
    GATE_CLOSED
  }

  /**
   * The result of a call.
   *
   * @param why in words; empty if it was delivered
   */
  public record WebhookCalled(long route, WebhookEnd end, String why) implements JobResult {}

  /**
   * The consequences of a call for its wake and its route.
   *
   * @param counts false if the failure says nothing about the seat
   * @param called for the route; null if the call says nothing about it
   */
  public record Outcome(WakeProof proof, boolean counts, RouteCommand.@Nullable Called called) {}

  private final Sender sender;
  private final Waiter waiter;
  private final RouteReads routes;
  private final Supplier<GateState> gate;

  public WebhookJob(Sender sender, Waiter waiter, RouteReads routes, Supplier<GateState> gate) {
    this.sender = sender;
    this.waiter = waiter;
    this.routes = routes;
    this.gate = gate;
  }

  public JobKind<CallWebhook> kind() {
    return new JobKind<>(NAME, CallWebhook.class, 8, 1_000, this::call);
  }

  public static StartJob start(
      CellId owner, long number, long route, String line, String nonce, WakeAnswer why) {
    var reasons = why.reasons().stream().map(WakeReason::name).toList();
    return new StartJob(
        owner,
        number,
        NAME,
        new CallWebhook(owner.name(), route, nonce, line, reasons),
        LIMIT_MILLIS);
  }

  WebhookCalled call(CallWebhook call) throws InterruptedException {
    var route =
        routes.routes(call.identity()).stream()
            .filter(each -> each.n() == call.route() && each.target() == RouteTarget.WEBHOOK)
            .findFirst();
    var secret = routes.secret(call.identity(), call.route());
    if (route.isEmpty() || secret.isEmpty()) {
      return new WebhookCalled(call.route(), WebhookEnd.REFUSED, "the route is gone");
    }
    var request =
        OutgoingRequest.post(route.get().address(), "application/json", OutgoingBody.of(body(call)))
            .signed(
                new BodySigning(
                    SigningSecret.of(secret.get()), "wake-" + call.nonce(), "r" + call.route()));
    var why = "";
    for (int attempt = 0; attempt <= WAITS.size(); attempt++) {
      if (attempt > 0) waiter.pause(WAITS.get(attempt - 1));
      if (gate.get() != GateState.OPEN) {
        return new WebhookCalled(call.route(), WebhookEnd.GATE_CLOSED, "the gate is closed");
      }
      switch (sender.send(request)) {
        case OutgoingAnswer.Answered answer -> {
          if (answer.isSuccess()) {
            return new WebhookCalled(call.route(), WebhookEnd.DELIVERED, "");
          }
          why = "it answered " + answer.status();
          if (answer.status() / 100 == 4 && !LATER.contains(answer.status())) {
            return new WebhookCalled(call.route(), WebhookEnd.REFUSED, why);
          }
        }
        case OutgoingAnswer.Refused(var reason) -> {
          return new WebhookCalled(call.route(), WebhookEnd.REFUSED, reason);
        }
        case OutgoingAnswer.Failed(var reason, _) -> why = reason;
      }
    }
    return new WebhookCalled(call.route(), WebhookEnd.EXHAUSTED, why);
  }

  private static String body(CallWebhook call) {
    return new JsonText(512)
        .field("event", "wake")
        .field("agent_id", call.identity())
        .field("nonce", call.nonce())
        .field("line", call.line())
        .field("reasons", call.reasons())
        .text();
  }

  /** Reads the end of a job. A job that was lost may have called, so its outcome is unknown. */
  public static Outcome outcome(JobEnd end) {
    if (end instanceof JobEnd.Done(_, WebhookCalled called)) {
      return switch (called.end()) {
        case DELIVERED ->
            new Outcome(
                WakeProof.OFFERED, true, new RouteCommand.Called(called.route(), null, false));
        case REFUSED ->
            new Outcome(
                WakeProof.FAILED,
                true,
                new RouteCommand.Called(called.route(), called.why(), true));
        case EXHAUSTED ->
            new Outcome(
                WakeProof.FAILED,
                true,
                new RouteCommand.Called(called.route(), called.why(), false));
        case GATE_CLOSED -> new Outcome(WakeProof.FAILED, false, null);
      };
    }
    return end instanceof JobEnd.Refused
        ? new Outcome(WakeProof.FAILED, false, null)
        : new Outcome(WakeProof.UNKNOWN, true, null);
  }
}
