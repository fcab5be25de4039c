package dev.reveille.server.decision;

import dev.reveille.protocol.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says the inputs of a decision in words. What was not known then is said to be unknown. */
public final class InputWords {
  private final List<byte[]> rows = new ArrayList<>();

  private InputWords() {}

  public static List<byte[]> of(WakeInputs in) {
    var words = new InputWords();
    var seat = in.seat();
    var work = in.work();
    var held = in.restraints();
    words.put("Asked by", word(in.trigger()));
    words.put("Seat", seat.state().word() + ", " + since(seat.sinceTurn()));
    words.put(
        "Unread",
        work.high().text().equals("0") && work.normal().text().equals("0")
            ? count(work.low(), "low") + ", nothing else"
            : count(work.high(), "high")
                + ", "
                + count(work.normal(), "normal")
                + ", "
                + count(work.low(), "low"));
    words.put("Tasks", count(work.tasks(), "waiting") + ", " + count(work.expired(), "expired"));
    words.put("Elsewhere", count(work.elsewhere(), "from work sources"));
    words.put("Harness", word(seat.presence()));
    words.put(
        "Reachable",
        seat.connected() && !seat.messagedInVain() ? "connected" : seat.reachable() ? "yes" : "no");
    words.put("Limit", until(seat.limitedUntil(), "none"));
    words.put("Asleep", until(seat.asleepUntil(), "awake"));
    words.put("Quiet hours", seat.quietHours() ? "yes" : "no");
    words.put("Context", count(seat.context(), "tokens"));
    words.put(
        "Budget", held.used().known() ? held.used().value() + " of " + held.budget() : "unknown");
    words.put(
        "Last wake",
        held.sinceWake().known() ? Ago.words(held.sinceWake().value()) + " before" : "none");
    words.put("In flight", held.inFlight() ? "an action" : "nothing");
    words.put("Gate", word(held.gate()));
    return words.rows;
  }

  private void put(String name, String value) {
    rows.add(new JsonText(64).field("name", name).field("value", value).bytes());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String count(Reading reading, String word) {
    return reading.known() ? reading.value() + " " + word : word + " unknown";
  }

  private static String since(Reading sinceTurn) {
    return sinceTurn.known() ? "for " + Ago.words(sinceTurn.value()) : "since when is unknown";
  }

  private static String until(Reading time, String none) {
    if (!time.known()) return "unknown";
    return time.value() == 0 ? none : "until " + Instant.ofEpochMilli(time.value());
  }
}
