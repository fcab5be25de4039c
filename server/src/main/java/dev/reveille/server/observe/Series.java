package dev.reveille.server.observe;

import dev.reveille.server.kernel.Recorder;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A number or duration that is measured each second and drawn. Series with the same plot are drawn
 * together.
 */
public sealed interface Series {
  /** Returns the title of the plot. */
  String plot();

  /** Returns the lines that this series draws. */
  List<Line> lines();

  /**
   * A line of a plot.
   *
   * @param field the field of a second
   * @param unit the unit of the plot's axis; empty for plain numbers
   * @param per the value is divided by this
   * @param counted the line is drawn only if this field is not 0; empty = draw always
   */
  record Line(String label, String field, String unit, int per, String counted) {
    static Line plain(String label, String field) {
      return new Line(label, field, "", 1, "");
    }
  }

  /**
   * The growth of a number in the second.
   *
   * @param total only grows
   */
  record Rate(String field, String plot, String label, LongSupplier total) implements Series {
    @Override
    public List<Line> lines() {
      return List.of(Line.plain(label, field));
    }
  }

  /** The value of a number at the end of the second. */
  record Level(String field, String plot, String label, LongSupplier now) implements Series {
    @Override
    public List<Line> lines() {
      return List.of(Line.plain(label, field));
    }
  }

  /**
   * The durations recorded in the second: their count, and two percentiles in microseconds.
   *
   * @param count the field for the count
   * @param times the beginning of the fields for the percentiles: {@code late} makes {@code
   *     late_p50_us} and {@code late_p99_us}
   */
  record Durations(String count, String times, String plot, Recorder recorder) implements Series {
    private static final int MICROS_PER_MILLI = 1000;

    String p50() {
      return times + "_p50_us";
    }

    String p99() {
      return times + "_p99_us";
    }

    @Override
    public List<Line> lines() {
      return List.of(
          new Line("p50", p50(), "ms", MICROS_PER_MILLI, count),
          new Line("p99", p99(), "ms", MICROS_PER_MILLI, count));
    }
  }
}
