package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the inputs of a decision as one short line, and reads them back. Values that are usual are
 * left out, so that a seat with nothing to do takes little room.
 */
public final class InputText {
  private final StringBuilder text = new StringBuilder(160);

  private InputText() {}

  public static String of(WakeInputs in) {
    return new InputText().write(in);
  }

  private String write(WakeInputs in) {
    var seat = in.seat();
    var work = in.work();
    var held = in.restraints();
    put("now", in.now());
    put("by", word(in.trigger()));
    unless("policy", word(in.policy()), "immediate");
    put("state", seat.state().word());
    flag("listed", seat.listed());
    if (seat.end() != null) put("end", seat.end().word());
    if (seat.fruitlessEnds() > 0) put("fruitless", seat.fruitlessEnds());
    if (seat.crashes() > 0) put("crashes", seat.crashes());
    if (seat.failedStarts() > 0) put("failed", seat.failedStarts());
    flag("connected", seat.connected());
    flag("reachable", seat.reachable());
    flag("nudged", seat.nudgedInVain());
    flag("unheard", seat.messagedInVain());
    flag("webhook", seat.webhook());
    put("presence", word(seat.presence()));
    unless("turn", seat.sinceTurn().text(), "?");
    unless("context", seat.context().text(), "?");
    unless("limit", seat.limitedUntil().text(), "0");
    flag("limitover", seat.limitOver());
    unless("asleep", seat.asleepUntil().text(), "0");
    flag("quiet", seat.quietHours());
    unless("high", work.high().text(), "0");
    unless("normal", work.normal().text(), "0");
    unless("low", work.low().text(), "0");
    unless("withheld", work.withheld().text(), "0");
    unless("tasks", work.tasks().text(), "0");
    unless("expired", work.expired().text(), "0");
    unless("elsewhere", work.elsewhere().text(), "0");
    put("hash", Long.toHexString(work.stateHash()));
    unless("gate", word(held.gate()), "open");
    flag("override", held.override());
    flag("inflight", held.inFlight());
    unless("since", held.sinceWake().text(), "?");
    if (held.wakesOfState() > 0) put("same", held.wakesOfState());
    flag("abandoned", held.lastAbandoned());
    put("used", held.used().text());
    put("budget", held.budget());
    if (!in.rules().equals(WakeRules.USUAL)) put("rules", rules(in.rules()));
    return text.toString();
  }

  private void put(String key, Object value) {
    if (!text.isEmpty()) text.append(' ');
    text.append(key).append('=').append(value);
  }

  private void unless(String key, String value, String usual) {
    if (!value.equals(usual)) put(key, value);
  }

  private void flag(String key, boolean set) {
    if (set) put(key, "1");
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String rules(WakeRules r) {
    return r.gap()
        + "/"
        + r.cooldown()
        + "/"
        + r.mostCooldown()
        + "/"
        + r.retry()
        + "/"
        + r.reserve()
        + "/"
        + r.contextLimit()
        + "/"
        + r.contextWarning();
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if a value is none that this version knows
   */
  public static WakeInputs read(String line) {
    var fields = new HashMap<String, String>();
    for (var field : line.split(" ", -1)) {
      int at = field.indexOf('=');
      if (at < 0) throw new IllegalArgumentException("no input: " + field);
      fields.put(field.substring(0, at), field.substring(at + 1));
    }
    return new Line(fields).inputs();
  }

  /** Returns the hash of the state in a line; 0 if it has none. */
  public static long hash(String line) {
    int at = line.indexOf(" hash=");
    if (at < 0) return 0;
    int end = line.indexOf(' ', at + 1);
    return Long.parseUnsignedLong(line.substring(at + 6, end < 0 ? line.length() : end), 16);
  }

  /** The fields of a line. */
  private record Line(Map<String, String> fields) {
    WakeInputs inputs() {
      return new WakeInputs(
          number("now"),
          one(WakeTrigger.class, "by", "pulse"),
          one(WakePolicy.class, "policy", "immediate"),
          seat(),
          work(),
          restraints(),
          rules());
    }

    private WakeInputs.SeatFacts seat() {
      return new WakeInputs.SeatFacts(
          SeatState.of(text("state", ""))
              .orElseThrow(() -> new IllegalArgumentException("no state: " + fields)),
          flag("listed"),
          end(),
          (int) number("fruitless"),
          (int) number("crashes"),
          (int) number("failed"),
          flag("connected"),
          flag("reachable"),
          flag("nudged"),
          flag("unheard"),
          flag("webhook"),
          one(HarnessPresence.class, "presence", "unknown"),
          reading("turn", "?"),
          reading("context", "?"),
          reading("limit", "0"),
          flag("limitover"),
          reading("asleep", "0"),
          flag("quiet"));
    }

    private @Nullable SessionEnding end() {
      return SessionEnding.of(text("end", "")).orElse(null);
    }

    private WakeInputs.WorkFacts work() {
      return new WakeInputs.WorkFacts(
          reading("high", "0"),
          reading("normal", "0"),
          reading("low", "0"),
          reading("withheld", "0"),
          reading("tasks", "0"),
          reading("expired", "0"),
          reading("elsewhere", "0"),
          Long.parseUnsignedLong(text("hash", "0"), 16));
    }

    private WakeInputs.Restraints restraints() {
      return new WakeInputs.Restraints(
          one(GateState.class, "gate", "open"),
          flag("override"),
          flag("inflight"),
          reading("since", "?"),
          (int) number("same"),
          flag("abandoned"),
          reading("used", "?"),
          (int) number("budget"));
    }

    private WakeRules rules() {
      var text = fields.get("rules");
      if (text == null) return WakeRules.USUAL;
      var parts = text.split("/", -1);
      if (parts.length != 7) throw new IllegalArgumentException("no rules: " + text);
      return new WakeRules(
          Long.parseLong(parts[0]),
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Long.parseLong(parts[3]),
          Integer.parseInt(parts[4]),
          Long.parseLong(parts[5]),
          Long.parseLong(parts[6]));
    }

    private String text(String key, String usual) {
      return fields.getOrDefault(key, usual);
    }

    private long number(String key) {
      return Long.parseLong(text(key, "0"));
    }

    private boolean flag(String key) {
      return fields.containsKey(key);
    }

    private Reading reading(String key, String usual) {
      return Reading.parse(text(key, usual));
    }

    private <E extends Enum<E>> E one(Class<E> type, String key, String usual) {
      return Enum.valueOf(type, text(key, usual).toUpperCase(Locale.ROOT));
    }
  }
}
