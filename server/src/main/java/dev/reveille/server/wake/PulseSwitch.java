package dev.reveille.server.wake;

import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.observe.PersonPresence;

/**
 * Says if pulses run. What the operator set wins. If nothing is set, the policy decides: pulses run
 * always, or only while no administrator is present. A presence that is not known counts as
 * present.
 */
final class PulseSwitch {
  private final WakeConfig.PulseRule rule;
  private final PersonPresence person;

  PulseSwitch(WakeConfig.PulseRule rule, PersonPresence person) {
    this.rule = rule;
    this.person = person;
  }

  /** The state of the pulses. */
  enum Position {
    ON,
    /** The operator switched them off. */
    OFF,
    /** A person is present, or may be. */
    RESTING
  }

  Position position() {
    return switch (rule.wish()) {
      case ON -> Position.ON;
      case OFF -> Position.OFF;
      case UNSET ->
          !rule.onlyWhileAway() || person.isAwayFor(rule.away()) ? Position.ON : Position.RESTING;
    };
  }
}
