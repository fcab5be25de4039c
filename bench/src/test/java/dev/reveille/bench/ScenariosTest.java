package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
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
      var agent = Agent.connect(sockets).identify("someone");
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
