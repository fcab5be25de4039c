package dev.reveille.server.report;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeExplanation;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReplay;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.store.Store;
import dev.reveille.server.wake.GateCell;
import dev.reveille.server.wake.PulseHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Answers administrators about wakes: why, replay, report and the gate. */
public final class WakePages {
  private static final int MOST_NAMESAKES = 5;
  private static final int MOST_REASON = 500;
  private static final Duration USUAL = Duration.ofHours(12);

  /** An answer with its status and the type of its text. */
  public record Answer(int status, String type, String text) {
    static Answer json(String text) {
      return new Answer(200, "application/json", text);
    }

    static Answer problem(int status, String error) {
      return new Answer(status, "application/json", new JsonText(128).field("error", error).text());
    }
  }

  private final Store store;
  private final Clock clock;
  private final Host host;
  private final NightSeats night;
  private final PulseHealth health;

  public WakePages(Store store, Clock clock, Host host, NightSeats night, PulseHealth health) {
    this.store = store;
    this.clock = clock;
    this.host = host;
    this.night = night;
    this.health = health;
  }

  private WakeReads reads() {
    return store.reads(WakeReads.class);
  }

  /** Explains a decision: the last one, or the one that was in force at a time. */
  public Answer why(Map<String, String> query) {
    var asked = query.getOrDefault("seat", "");
    if (asked.isEmpty()) return Answer.problem(400, "Name a seat.");
    var meant = meant(asked);
    if (meant.size() > 1) {
      return Answer.problem(409, asked + " is the name of several agents: " + meant);
    }
    var seat = meant.isEmpty() ? asked : meant.getFirst();
    var at = millis(query, "at", Long.MAX_VALUE);
    if (at < 0) return Answer.problem(400, "The time is no number of milliseconds.");
    return reads()
        .at(seat, at)
        .map(decision -> Answer.json(WakeExplanation.json(decision)))
        .orElseGet(
            () -> Answer.problem(404, "There is no decision about " + asked + " at that time."));
  }

  /** Returns the ids that a word means: itself if it is an id with decisions, else by its name. */
  private List<String> meant(String word) {
    var id = word.startsWith("@") ? word : "@" + word;
    if (reads().last(id).isPresent()) return List.of(id);
    var name = word.startsWith("@") ? word.substring(1) : word;
    return store
        .reads(AgentReads.class)
        .meantBy(List.of(name.toLowerCase(Locale.ROOT)), MOST_NAMESAKES)
        .stream()
        .map(agent -> agent.id())
        .toList();
  }

  /** Makes the decisions since a time again. */
  public Answer replay(Map<String, String> query) {
    long since = millis(query, "since", 0);
    if (since < 0) return Answer.problem(400, "The time is no number of milliseconds.");
    return Answer.json(WakeReplay.json(WakeReplay.since(reads(), since)));
  }

  /** Returns the report of a night as text, Markdown or JSON. */
  public Answer report(Map<String, String> query) {
    long now = clock.wallMillis();
    long since = millis(query, "since", now - USUAL.toMillis());
    if (since < 0) return Answer.problem(400, "The time is no number of milliseconds.");
    var report = MorningReport.make(reads(), night, since, now);
    return switch (query.getOrDefault("format", "json")) {
      case "json" -> Answer.json(ReportJson.of(report, night));
      case "text" -> new Answer(200, "text/plain; charset=utf-8", ReportText.text(report, night));
      case "markdown" ->
          new Answer(200, "text/markdown; charset=utf-8", ReportText.markdown(report, night));
      default -> Answer.problem(400, "The format is json, text or markdown.");
    };
  }

  /** Shows the gate and the sign of life of the pulse. */
  public Answer gate() {
    return Answer.json(gateJson(reads().gate()));
  }

  private String gateJson(StoredGate gate) {
    return new JsonText(256)
        .field("state", gate.state().name())
        .field("at", Instant.ofEpochMilli(gate.at()).toString())
        .field("actor", gate.actor())
        .field("reason", gate.reason())
        .raw("fence", gate.fence() == 0 ? "null" : "\"" + Instant.ofEpochMilli(gate.fence()) + "\"")
        .raw("pulse", health.json())
        .text();
  }

  /** Opens or closes the gate, as the body of the request says. */
  public Answer setGate(String body) {
    var fields = Json.read(body);
    if (fields.isEmpty()) return Answer.problem(400, "The body is no JSON object.");
    var state =
        switch (fields.get().path("state").asString("")) {
          case "OPEN" -> GateState.OPEN;
          case "CLOSED" -> GateState.CLOSED;
          default -> null;
        };
    if (state == null) return Answer.problem(400, "The state is OPEN or CLOSED.");
    var reason = fields.get().path("reason").asString("");
    if (reason.isBlank() || reason.length() > MOST_REASON) {
      return Answer.problem(400, "Give a reason of 1 to " + MOST_REASON + " characters.");
    }
    boolean fence = fields.get().path("fence").asBoolean(false);
    try {
      var answer =
          host.ask(GateCell.ID, new GateCell.SetGate(state, "administrator", reason, fence))
              .toCompletableFuture()
              .orTimeout(10, TimeUnit.SECONDS)
              .join();
      return answer instanceof GateCell.GateIsSet(var gate)
          ? Answer.json(gateJson(gate))
          : Answer.problem(503, "The gate could not be set.");
    } catch (CompletionException e) {
      return Answer.problem(
          503,
          e.getCause() instanceof Refusal refused
              ? "The gate could not be stored: " + refused.getMessage()
              : "The gate did not answer.");
    }
  }

  private static long millis(Map<String, String> query, String name, long usual) {
    var text = query.get(name);
    if (text == null || text.isEmpty()) return usual;
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
