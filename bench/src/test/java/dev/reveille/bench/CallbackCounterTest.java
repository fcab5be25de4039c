package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallbackCounterTest {
  private final Tally tally = new Tally();
  private final List<CallbackCounter.Heard> heard = new ArrayList<>();

  private void hear(String json) {
    try (var server = new FakeChatServer(0);
        var sockets = new Sockets(server.target().address(), 1)) {
      var counter = new CallbackCounter(BenchAgent.connect(sockets), tally, heard::add);
      var bytes = Unpooled.copiedBuffer(json, StandardCharsets.UTF_8);
      counter.text(bytes, 0, bytes.readableBytes());
    }
  }

  private static String fired(long taken, long delay) {
    return "{\"type\":\"MSG\",\"ts\":5,\"content\":\"@@cb-fire@@%d\",\"cb_id\":\"cb_%d_1z\"}"
        .formatted(delay, taken);
  }

  @Test
  void a_callback_that_comes_before_its_time_is_less_than_zero_late() {
    hear(fired(System.currentTimeMillis(), 60_000));
    assertThat(heard.getFirst().late()).isBetween(-60_000L, -30_000L);
  }

  @Test
  void how_late_it_is_counts_from_when_the_server_took_it() {
    hear(fired(System.currentTimeMillis() - 5_000, 4_000));
    assertThat(heard.getFirst().late()).isBetween(1_000L, 31_000L);
    assertThat(heard.getFirst().delay()).isEqualTo(4_000);
  }

  @Test
  void a_refused_callback_ends_the_scenario() {
    hear("{\"type\":\"MSG\",\"content\":\"@@cb-error@@QUOTA\",\"cb_error\":\"QUOTA\"}");
    assertThat(heard).isEmpty();
    assertThat(tally.failure()).hasValueSatisfying(why -> assertThat(why).contains("QUOTA"));
  }
}
