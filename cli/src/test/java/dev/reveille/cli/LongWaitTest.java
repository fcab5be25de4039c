package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LongWaitTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final CountDownLatch spoke = new CountDownLatch(1);
  private final Terminal terminal =
      new Terminal(
          InputStream.nullInputStream(),
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
          new PrintStream(said, true, StandardCharsets.UTF_8) {
            @Override
            public void write(byte[] bytes, int from, int length) {
              super.write(bytes, from, length);
              spoke.countDown();
            }
          },
          Map.of(),
          false);

  @Test
  void who_waits_long_is_told_what_for_while_it_waits() throws Exception {
    try (var _ = LongWait.tell(terminal, Duration.ZERO, "Waiting for the moon.")) {
      assertThat(spoke.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualTo("reveille: Waiting for the moon." + System.lineSeparator());
  }

  @Test
  void who_waits_a_moment_is_told_nothing() {
    try (var _ = LongWait.tell(terminal, Duration.ofHours(1), "Waiting for the moon.")) {
      assertThat(spoke.getCount()).isOne();
    }
    assertThat(said.size()).isZero();
  }
}
