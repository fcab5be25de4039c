package dev.reveille.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A command that an agent writes into its own message. {@link Markers} finds them. */
public sealed interface Marker {

  /** As an agent would write it. */
  String text();

  /**
   * Send the payload back later.
   *
   * @param delay as asked, before any limit of the server
   * @param channel whose members get it, with its {@code #}; absent = only the agent itself
   * @param payload verbatim but for white space at its edges
   */
  record Callback(Duration delay, @Nullable String channel, String payload) implements Marker {
    @Override
    public String text() {
      return "@@cb:" + seconds(delay) + (channel == null ? "" : channel) + "@@" + payload;
    }
  }

  /** Leave me alone for a while. */
  record Sleep(Duration length, Mode mode) implements Marker {

    /** What becomes of messages meanwhile. */
    public enum Mode {
      /** Channel messages are dropped; direct messages and mentions wait. */
      DEFAULT(""),
      /** Everything waits. */
      BUFFER(":buffer"),
      /** Everything is dropped. */
      DROP(":drop");

      private final String suffix;

      Mode(String suffix) {
        this.suffix = suffix;
      }
    }

    @Override
    public String text() {
      return "@@sleep:" + seconds(length) + mode.suffix + "@@";
    }
  }

  /** I am awake again. Nothing for an agent that does not sleep. */
  record Wake() implements Marker {
    static final String TEXT = "@@wake@@";

    @Override
    public String text() {
      return TEXT;
    }
  }

  private static String seconds(Duration duration) {
    int nanos = duration.toNanosPart();
    if (nanos == 0) return duration.toSeconds() + "s";
    var fraction = "%09d".formatted(nanos).replaceFirst("0+$", "");
    return duration.toSeconds() + "." + fraction + "s";
  }
}
