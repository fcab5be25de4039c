package dev.reveille.server.wake;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The sign of life of the pulse. Off, resting, running, dead and unknown are different answers: a
 * silent pulse is normal, so silence alone says nothing.
 */
public final class PulseHealth {
  private final Clock clock;
  private final Duration interval;
  private final String version;
  private final long startedAt;

  /* Guarded by this. */
  private boolean beaten;
  private long beatAt;
  private long beatNanos;
  private long looks;
  private PulseSwitch.Position position = PulseSwitch.Position.ON;

  public PulseHealth(Clock clock, Duration interval, String version) {
    this.clock = clock;
    this.interval = interval;
    this.version = version;
    startedAt = clock.wallMillis();
  }

  synchronized void beat(long wallMillis, long nanos) {
    beaten = true;
    beatAt = wallMillis;
    beatNanos = nanos;
  }

  synchronized void stands(PulseSwitch.Position now) {
    position = now;
  }

  synchronized void pulsed(int seats) {
    looks += seats;
  }

  /**
   * Returns {@code off}, {@code starting}, {@code running}, {@code resting} while a person is
   * present, or {@code dead}.
   */
  public synchronized String state() {
    if (interval.isZero()) return "off";
    if (!beaten) return "starting";
    if (clock.nanos() - beatNanos > 2 * interval.toNanos()) return "dead";
    return switch (position) {
      case ON -> "running";
      case OFF -> "off";
      case RESTING -> "resting";
    };
  }

  /** Returns how many looks at seats there were since the start. */
  public synchronized long looks() {
    return looks;
  }

  /** Returns the part of the health report: a JSON object. */
  public synchronized String json() {
    var json =
        new JsonText(192)
            .field("state", state())
            .field("revision", version)
            .field("started_at", Instant.ofEpochMilli(startedAt).toString())
            .field("interval_seconds", interval.toSeconds())
            .field("looks", looks);
    if (!beaten) return json.raw("last_pulse", "null").text();
    return json.field("last_pulse", Instant.ofEpochMilli(beatAt).toString())
        .field("seconds_since", (clock.nanos() - beatNanos) / 1_000_000_000L)
        .text();
  }
}
