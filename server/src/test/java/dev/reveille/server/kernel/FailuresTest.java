package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailuresTest {
  private final Failures troubles = new Failures();

  @Test
  void a_part_that_failed_is_named_until_it_works_again_and_every_failure_counts() {
    troubles.guard("b", () -> fail(new IllegalStateException("on purpose")));
    troubles.guard("a", () -> fail(new StackOverflowError("on purpose")));
    troubles.guard("a", () -> fail(new IllegalStateException("on purpose")));
    troubles.guard("c", () -> {});
    assertThat(troubles.failing()).containsExactly("a", "b");
    assertThat(troubles.failures()).isEqualTo(3);

    troubles.guard("a", () -> {});
    assertThat(troubles.failing()).containsExactly("b");
    assertThat(troubles.failures()).isEqualTo(3);
  }

  private static void fail(Throwable e) {
    if (e instanceof Error error) throw error;
    throw (RuntimeException) e;
  }
}
