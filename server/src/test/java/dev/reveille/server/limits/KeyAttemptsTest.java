package dev.reveille.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SessionId;
import org.junit.jupiter.api.Test;

class KeyAttemptsTest {
  private static final long INTERVAL = KeyAttempts.INTERVAL.toNanos();
  private static final SessionId FIRST = new SessionId("t", 1);

  private final KeyAttempts attempts = new KeyAttempts();

  @Test
  void a_connection_fails_five_times_and_then_once_per_interval() {
    for (int i = 0; i < KeyAttempts.PER_CONNECTION; i++) {
      assertThat(attempts.failed(FIRST, "a", 0).limited()).isFalse();
    }
    assertThat(attempts.isLimited(FIRST, "a", 0)).isTrue();
    assertThat(attempts.failed(FIRST, "a", INTERVAL - 1).limited()).isTrue();
    assertThat(attempts.failed(FIRST, "a", INTERVAL).limited()).isFalse();
    assertThat(attempts.failed(FIRST, "a", INTERVAL).limited()).isTrue();
  }

  @Test
  void an_address_is_limited_however_many_connections_it_opens() {
    for (int i = 0; i < KeyAttempts.PER_ADDRESS; i++) {
      assertThat(attempts.failed(new SessionId("t", i), "a", 0).limited()).isFalse();
    }
    assertThat(attempts.failed(new SessionId("t", 99), "a", 0).limited()).isTrue();
    assertThat(attempts.failed(null, "a", 0).limited()).isTrue();
    assertThat(attempts.failed(new SessionId("t", 100), "b", 0).limited()).isFalse();
  }

  @Test
  void of_those_that_are_too_many_the_first_is_recorded_and_the_rest_are_counted() {
    for (int i = 0; i < KeyAttempts.PER_ADDRESS; i++) {
      assertThat(attempts.failed(null, "a", 0)).isEqualTo(new KeyAttempts.Failure(false, true, 0));
    }
    assertThat(attempts.failed(null, "a", 0)).isEqualTo(new KeyAttempts.Failure(true, true, 0));
    for (int i = 0; i < 7; i++) {
      assertThat(attempts.failed(null, "a", 0)).isEqualTo(new KeyAttempts.Failure(true, false, 0));
    }
    assertThat(attempts.failed(null, "a", INTERVAL))
        .isEqualTo(new KeyAttempts.Failure(false, true, 7));
  }

  @Test
  void time_that_began_below_zero_makes_no_difference() {
    long start = Long.MIN_VALUE + 5;
    for (int i = 0; i < KeyAttempts.PER_CONNECTION; i++) attempts.failed(FIRST, "a", start);
    assertThat(attempts.isLimited(FIRST, "a", start)).isTrue();
    assertThat(attempts.isLimited(FIRST, "a", start + INTERVAL)).isFalse();
  }

  @Test
  void a_bounded_number_of_sources_is_remembered_those_that_failed_last() {
    for (int i = 0; i < KeyAttempts.PER_ADDRESS; i++) attempts.failed(null, "guesser", 0);
    for (int i = 0; i < 3 * KeyAttempts.MAX_SOURCES; i++) {
      attempts.failed(null, "other" + i, 0);
      if (i % 1000 == 0) assertThat(attempts.failed(null, "guesser", 0).limited()).isTrue();
    }
    assertThat(attempts.sources()).isEqualTo(KeyAttempts.MAX_SOURCES);
  }
}
