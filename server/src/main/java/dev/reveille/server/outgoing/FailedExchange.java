package dev.reveille.server.outgoing;

import dev.reveille.server.outgoing.OutgoingAnswer.Failed;

/** Ends a request that failed. It does not leave this package. */
final class FailedExchange extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Failed outcome;

  FailedExchange(Failed outcome) {
    super(outcome.reason(), null, false, false);
    this.outcome = outcome;
  }

  Failed outcome() {
    return outcome;
  }
}
