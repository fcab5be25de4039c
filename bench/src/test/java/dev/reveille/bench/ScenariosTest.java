package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The scenarios, small, against servers in this process. */
class ScenariosTest {
  private final Options options =
      Options.parse("--warmup=0", "--seconds=1", "--rounds=1", "--in-flight=2");

  @Test
  void the_bare_server_delivers_every_frame_to_every_connection_in_order() {
    try (var server = new BareFanOutServer(0)) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      var target = new Target(address, ProcessMeter.self(), true);
      var result = new FanOut(Scenario.FAN_OUT_20_1000, 3, 20).measure(target, options);
      assertThat(result.count()).isPositive();
      assertThat(result.p50Ms()).isPositive();
      assertThat(result.server()).isEqualTo("bare");
      assertThat(result.more().get("bytes per delivery")).isBetween(180.0, 260.0);
    }
  }

  @Test
  void every_scenario_speaks_the_chat_protocol() {
    try (var server = new FakeChatServer(0)) {
      var target = server.target();
      var fan = new FanOut(Scenario.FAN_OUT_200, 2, 10).measure(target, options);
      assertThat(fan.count()).isPositive();
      var rooms = new Rooms(3, 4, 8).measure(Scenario.ROOMS_8, target, options);
      assertThat(rooms.count()).isPositive();
      var dm = RoundTrip.measure(Scenario.DM, target, options);
      assertThat(dm.count()).isPositive();
      assertThat(dm.p50Ms()).isGreaterThanOrEqualTo(dm.more().get("own echo p50 ms"));
      var joined = new Connecting(Scenario.CONNECT, 20).measure(target, options);
      assertThat(joined.count()).isEqualTo(20);
    }
  }

  @Test
  void every_part_of_the_first_minute_speaks_the_chat_protocol() {
    var first = new FirstMinute(1, 1_000, 20, Duration.ZERO);
    for (var part : first.parts(options)) {
      try (var server = new FakeChatServer(0)) {
        assertThat(part.measure(server.target(), options)).isNotEmpty();
      }
    }
  }

  @Test
  void callbacks_are_awaited_one_by_one_and_none_is_called_early() {
    try (var server = new FakeChatServer(0)) {
      var late =
          new Lateness(Scenario.CALLBACKS_LATE, 5, 3, 4, Duration.ofMillis(200))
              .measure(server.target(), options);
      assertThat(late.count()).isEqualTo(20);
      assertThat(late.more()).containsEntry("early", 0.0).containsEntry("pending meanwhile", 15.0);
    }
  }

  @Test
  void chat_goes_on_through_a_burst_of_callbacks_and_is_measured_before_and_in_it() {
    try (var server = new FakeChatServer(0)) {
      var burst =
          new Burst(Scenario.CALLBACKS_BURST, 4, 10, 4, 200, 1500)
              .measure(server.target(), options);
      assertThat(burst.count()).isEqualTo(40);
      assertThat(burst.more()).containsEntry("early", 0.0);
      assertThat(burst.more().get("chat p99 ms quiet")).isPositive();
      assertThat(burst.more().get("due within ms")).isLessThan(1500);
    }
  }

  @Test
  void the_parts_in_this_process_are_weighed() {
    var pending = new PendingCallbacks(Scenario.CALLBACKS_PENDING, 400, 50).measure(options);
    assertThat(pending.count()).isEqualTo(20_000);
    assertThat(pending.more().get("insert p50 ns")).isPositive();
    assertThat(pending.more().get("cancel p50 ns")).isPositive();
    assertThat(pending.more().get("heap bytes each beyond payload")).isBetween(40.0, 120.0);
    var asleep = new SleepingCrowd(Scenario.SLEEPERS, 2_000, 50).measure();
    assertThat(asleep.count()).isEqualTo(100_000);
    assertThat(asleep.more().get("bytes per channel message")).isBetween(11.0, 20.0);
    assertThat(asleep.more().get("bytes per callback of 64 characters")).isGreaterThan(64);
  }

  @Test
  void a_lost_delivery_is_noticed() {
    try (var server = new FakeChatServer(501)) {
      assertThatThrownBy(
              () -> new FanOut(Scenario.FAN_OUT_200, 2, 10).measure(server.target(), options))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("out of order");
    }
  }

  @Test
  void an_error_from_the_server_ends_the_scenario_with_its_text() {
    try (var server = new FakeChatServer(0);
        var sockets = new Sockets(server.target().address(), 1)) {
      var agent = BenchAgent.connect(sockets).identify("someone");
      assertThatThrownBy(() -> agent.join("#nowhere"))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("no channel #nowhere");
    }
  }

  @Test
  void a_server_that_is_not_there_is_a_failed_result() {
    var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    var target = new Target(nobody, ProcessMeter.self(), false);
    var result = LoadGenerator.measure(Scenario.DM, target, options);
    assertThat(result.failure()).contains("refused");
  }
}
