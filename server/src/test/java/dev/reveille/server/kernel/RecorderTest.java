package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Recorder.Summary;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class RecorderTest {
  private final Recorder recorder = new Recorder();

  private Summary drained(long... micros) {
    for (long each : micros) recorder.note(each * 1000);
    return recorder.drain().summary();
  }

  @Test
  void nothing_noted_is_nothing() {
    assertThat(recorder.drain().summary()).isEqualTo(new Summary(0, 0, 0));
  }

  @Test
  void what_is_told_is_never_too_low_and_at_most_a_quarter_too_high() {
    for (long micros = 0; micros < 5_000_000; micros = micros * 21 / 20 + 1) {
      var summary = drained(micros);
      assertThat(summary.count()).isEqualTo(1);
      assertThat(summary.p50()).isEqualTo(summary.p99()).isBetween(micros, micros + micros / 4 + 1);
    }
  }

  @Test
  void half_and_nearly_all_are_told_apart() {
    var micros = new long[100];
    for (int i = 0; i < 100; i++) micros[i] = i < 60 ? 100 : i < 98 ? 1_000 : 100_000;
    var summary = drained(micros);
    assertThat(summary.count()).isEqualTo(100);
    assertThat(summary.p50()).isBetween(100L, 120L);
    assertThat(summary.p99()).isBetween(100_000L, 120_000L);
  }

  @Test
  void each_asking_begins_anew() {
    assertThat(drained(5, 5).count()).isEqualTo(2);
    assertThat(drained(7).count()).isEqualTo(1);
    assertThat(recorder.drain().count()).isZero();
  }

  @Test
  void what_cannot_be_is_kept_within_bounds() {
    recorder.note(-1);
    assertThat(recorder.drain().summary()).isEqualTo(new Summary(1, 0, 0));
    recorder.note(Long.MAX_VALUE);
    assertThat(recorder.drain().count()).isEqualTo(1);
  }

  @Test
  void nothing_is_lost_among_threads() throws Exception {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 10_000; n++) recorder.note(n);
                  }));
    }
    long seen = 0;
    while (threads.stream().anyMatch(Thread::isAlive)) seen += recorder.drain().count();
    for (var thread : threads) thread.join();
    assertThat(seen + recorder.drain().count()).isEqualTo(40_000);
  }
}
