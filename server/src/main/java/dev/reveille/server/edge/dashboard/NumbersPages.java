package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.Figures;
import dev.reveille.server.observe.Measurements;
import dev.reveille.server.observe.NumbersReads;
import dev.reveille.server.observe.Series;
import dev.reveille.server.observe.StoredNumbers;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.Locale;

/**
 * Pages of what was measured: the last five minutes from memory, longer ranges from the store. A
 * slot in which the server was down is not in the answer.
 */
final class NumbersPages {
  private static final String NO_RANGE = "There are numbers for range=5m, 1h, 12h and 7d";

  private final Store store;
  private final Measurements measurements;
  private final Clock clock;
  private final List<Series> series;

  NumbersPages(Dashboard.Parts parts) {
    this.store = parts.store();
    this.measurements = parts.measurements();
    this.clock = parts.clock();
    this.series = parts.measurements().series();
  }

  Page of(Ask ask) {
    var word = ask.parameter("range").orElse(NumbersRange.SECONDS);
    if (word.equals(NumbersRange.SECONDS)) {
      return Dashboard.json(LiveStream.numbers(measurements.after(0)));
    }
    return NumbersRange.of(word)
        .map(range -> slots(range, Paging.number(ask, "until").orElse(clock.wallMillis())))
        .orElseGet(() -> Dashboard.refused(400, NO_RANGE));
  }

  private Page slots(NumbersRange range, long until) {
    long step = range.slotMillis();
    long to = (Math.min(until, clock.wallMillis()) / step + 1) * step;
    long from = to - range.slots() * step;
    var reads = store.reads(NumbersReads.class);
    var found =
        range.isByHour()
            ? reads.hours(from, to, range.slots())
            : reads.minutes(from, to, range.slots());
    return Dashboard.json(
        new JsonText(64 + 192 * found.size())
            .field("range", range.word())
            .field("step", step)
            .field("from", from)
            .field("to", to)
            .rawList("slots", found.stream().map(this::slot).toList())
            .text());
  }

  private byte[] slot(StoredNumbers numbers) {
    var json = new JsonText(192).field("at", numbers.at()).field("seconds", numbers.seconds());
    Figures.of(numbers.figures())
        .values(series, numbers.seconds())
        .forEach((field, value) -> json.raw(field, shortest(value)));
    return json.bytes();
  }

  /** Returns the number with at most three digits after the point. */
  private static String shortest(double value) {
    if (value == Math.rint(value)) return Long.toString((long) value);
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
