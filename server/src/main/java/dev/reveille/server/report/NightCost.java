package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The price of a night, counted from the ledger and the sessions. What could not be measured is
 * counted as such.
 *
 * @param idle looks that woke nobody
 * @param rested those of them that found that the seat rested since the look before
 * @param measured those of these at which the tokens of the seat's session are known
 * @param tokens that seats used while they rested, as far as measured
 * @param starts sessions that were started, which are processes; by wakes and by people
 * @param turns wakes after which a turn began
 * @param sources how often each work source was asked, on the whole UTC days of the night
 */
public record NightCost(
    long idle,
    long rested,
    long measured,
    long tokens,
    long starts,
    long turns,
    List<SourceCalls> sources) {
  static final NightCost NONE = new NightCost(0, 0, 0, 0, 0, 0, List.of());

  /** The questions to one work source. */
  public record SourceCalls(
      String source, long calls, long unchanged, long failed, long processes) {
    private SourceCalls plus(StoredSourceDay day) {
      return new SourceCalls(
          source,
          calls + day.calls(),
          unchanged + day.unchanged(),
          failed + day.failed(),
          processes + day.processes());
    }
  }

  public NightCost {
    sources = List.copyOf(sources);
  }

  /** Adds a row of the ledger. */
  NightCost plus(StoredDecision decision, long times) {
    if (decision.isYes()) {
      var proof = decision.proof();
      return new NightCost(
          idle,
          rested,
          measured,
          tokens,
          starts,
          turns + (proof != null && proof.isStarted() ? 1 : 0),
          sources);
    }
    var use = decision.use();
    return new NightCost(
        idle + times,
        rested + Math.min(times, use.rested()),
        measured + Math.min(times, use.measured()),
        tokens + use.tokens(),
        starts,
        turns,
        sources);
  }

  NightCost plus(NightCost other) {
    return new NightCost(
        idle + other.idle,
        rested + other.rested,
        measured + other.measured,
        tokens + other.tokens,
        starts + other.starts,
        turns + other.turns,
        sources);
  }

  /** Returns this with what the ledger does not say. */
  NightCost with(List<StoredSourceDay> days, long started) {
    var bySource = new TreeMap<String, SourceCalls>();
    for (var day : days) {
      bySource.put(
          day.source(),
          bySource.getOrDefault(day.source(), new SourceCalls(day.source(), 0, 0, 0, 0)).plus(day));
    }
    return new NightCost(
        idle, rested, measured, tokens, started, turns, List.copyOf(bySource.values()));
  }

  /** Returns how many programs work sources started. */
  private long processes() {
    return sources.stream().mapToLong(SourceCalls::processes).sum();
  }

  /** Returns the lines of the report. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    if (idle == 0) lines.add("Idling: no look found a seat without work.");
    var text = "Idling: " + idle + " looks that woke nobody started " + processes() + " processes";
    if (rested == 0) {
      text += "; no seat is known to have rested between two looks";
    } else {
      text += "; seats that rested used " + tokens + " tokens, measured at " + measured + " looks";
      if (rested > measured) {
        text += " and unknown at " + (rested - measured) + ", where the harness does not say";
      }
    }
    if (idle > 0) lines.add(text + ".");
    lines.add("Wakes: " + turns + " turns began, " + starts + " sessions were started.");
    for (var each : sources) {
      lines.add(
          "Work source "
              + each.source()
              + ": "
              + each.calls()
              + " calls ("
              + each.unchanged()
              + " unchanged and free, "
              + each.failed()
              + " failed), "
              + each.processes()
              + " processes, on whole UTC days.");
    }
    return lines;
  }

  String json() {
    return new JsonText(256)
        .field("idle_looks", idle)
        .field("rested", rested)
        .field("measured", measured)
        .field("rest_tokens", tokens)
        .field("processes", processes())
        .field("turns", turns)
        .field("starts", starts)
        .rawList(
            "sources",
            sources.stream()
                .map(
                    each ->
                        new JsonText(128)
                            .field("source", each.source())
                            .field("calls", each.calls())
                            .field("unchanged", each.unchanged())
                            .field("failed", each.failed())
                            .field("processes", each.processes())
                            .bytes())
                .toList())
        .text();
  }
}
