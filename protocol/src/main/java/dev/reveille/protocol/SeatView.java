package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A seat as it is shown. What is executed (folder, command, environment, route) is not shown to
 * agents.
 *
 * @param state the one state that people see
 * @param life the state of its session; differs from {@code state} while it is set aside
 * @param resumable false if this server cannot start it; {@code why} says why
 * @param dailyWakes the most wakes per day that count
 * @param endsInRow how many sessions in a row ended without progress
 */
public record SeatView(
    String agent,
    String harness,
    SeatState state,
    SeatState life,
    long since,
    @Nullable String session,
    @Nullable Long limitedUntil,
    boolean routesPaused,
    int dailyWakes,
    @Nullable String quiet,
    @Nullable String ownQuiet,
    Priority priority,
    int endsInRow,
    boolean resumable,
    @Nullable String why) {

  /** Returns this as a JSON object. */
  public String json() {
    var json =
        new JsonText(512)
            .field("agent_id", agent)
            .field("harness", harness)
            .field("state", state.word())
            .field("life", life.word())
            .field("since", since);
    if (session != null) json.field("session", session);
    if (limitedUntil != null) json.field("limited_until", limitedUntil);
    json.field("routes_paused", routesPaused).field("daily_wakes", dailyWakes);
    if (quiet != null) json.field("quiet", quiet);
    if (ownQuiet != null) json.field("own_quiet", ownQuiet);
    json.field("priority", priority.word())
        .field("ends_in_row", endsInRow)
        .field("resumable", resumable);
    if (why != null) json.field("why", why);
    return json.text();
  }

  /** Reads the field {@code seat} of a message. */
  static SeatView read(ServerFields message) {
    return of(new ServerFields(message.value("seat")));
  }

  /** Reads a seat that is a whole object. */
  public static SeatView of(ServerFields f) {
    return new SeatView(
        f.text("agent_id"),
        f.text("harness"),
        SeatState.of(f.text("state")).orElse(SeatState.LOST),
        SeatState.of(f.text("life")).orElse(SeatState.LOST),
        f.number("since"),
        f.optional("session"),
        f.has("limited_until") ? f.number("limited_until") : null,
        f.flag("routes_paused"),
        f.count("daily_wakes"),
        f.optional("quiet"),
        f.optional("own_quiet"),
        Priority.of(f.text("priority")).orElse(Priority.NORMAL),
        f.count("ends_in_row"),
        f.flag("resumable"),
        f.optional("why"));
  }
}
