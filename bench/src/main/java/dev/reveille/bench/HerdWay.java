package dev.reveille.bench;

import java.time.Duration;

/** A way in which a group of agents answers. */
enum HerdWay {
  AT_ONCE("at once", Duration.ZERO),
  CHECK("CSMA, the answer is ready when the check fires", Duration.ZERO),
  CHECK_THEN_WRITE("CSMA, then 3 s to write", Duration.ofSeconds(3)),
  CLAIM_THEN_WRITE("CSMA, then 3 s to write with the floor", Duration.ofSeconds(3));

  private final String label;
  private final Duration writing;

  HerdWay(String label, Duration writing) {
    this.label = label;
    this.writing = writing;
  }

  String label() {
    return label;
  }

  /** The time that an answer takes to write, as a model would. */
  Duration writing() {
    return writing;
  }
}
