package dev.reveille.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A command that an agent writes into its own message. {@link Markers} finds them. */
public sealed interface Marker {

  /** Returns the marker as an agent would write it. */
  String text();

  /**
   * Asks for the payload to be sent back later.
   *
   * @param delay as the agent wrote it, before any limit of the server
   * @param channel the channel that gets it, with {@code #}; null = only the agent itself
   * @param payload unchanged except for white space at its ends
   */
  record Callback(Duration delay, @Nullable String channel, String payload) implements Marker {
    @Override
    public String text() {
      return "@@cb:" + seconds(delay) + (channel == null ? "" : channel) + "@@" + payload;
    }
  }

  /** Asks for no messages for a while. */
  record Sleep(Duration length, Mode mode) implements Marker {

    /** Says what happens to messages while the agent sleeps. */
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

  /** Ends the sleep. Has no effect if the agent does not sleep. */
  record Wake() implements Marker {
    static final String TEXT = "@@wake@@";

    @Override
    public String text() {
      return TEXT;
    }
  }

  /** Says that the agent's session is full and wants a successor. */
  record Full() implements Marker {
    static final String TEXT = "@@full@@";

    @Override
    public String text() {
      return TEXT;
    }
  }

  /** Says that the agent's session has come to its end. */
  record Sunset() implements Marker {
    static final String TEXT = "@@sunset@@";

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
