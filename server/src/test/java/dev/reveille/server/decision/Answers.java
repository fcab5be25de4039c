package dev.reveille.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

/** Asks for a decision and checks all of its reasons of one kind. */
final class Answers {
  private Answers() {}

  static WakeAnswer with(InputsBuilder inputs, Consumer<InputsBuilder> change) {
    change.accept(inputs);
    return inputs.decide();
  }

  static void assertNo(WakeAnswer answer, WakeReason... obstacles) {
    assertThat(answer.isYes()).as(answer.toString()).isFalse();
    assertThat(answer.of(WakeReason.Kind.OBSTACLE)).containsExactly(obstacles);
  }

  static void assertYes(WakeAnswer answer, WakeAction action, WakeReason... causes) {
    assertThat(answer.action()).as(answer.toString()).isEqualTo(action);
    assertThat(answer.of(WakeReason.Kind.CAUSE)).containsExactly(causes);
  }
}
