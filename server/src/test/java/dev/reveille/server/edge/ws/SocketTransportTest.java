package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.transport.Transport;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SocketTransportTest extends WsFixture {
  /** Has a transport of that name and refuses it. */
  private record Refusing(String name) implements Transport {
    @Override
    public boolean available() {
      return false;
    }

    @Override
    public Throwable unavailabilityCause() {
      return new UnsatisfiedLinkError("outer")
          .initCause(new IllegalStateException("not permitted"));
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
      throw new AssertionError("a transport that is refused was used");
    }
  }

  @Test
  void the_one_asked_for_is_taken_where_the_machine_has_it() {
    for (var each : SocketTransport.values()) {
      var chosen = each.choose(_ -> Transport.NIO);
      assertThat(chosen.transport()).isEqualTo(each);
      assertThat(chosen.refused()).isEmpty();
    }
  }

  @Test
  void where_a_kernel_refuses_io_uring_epoll_is_taken_and_the_reason_is_known() {
    var chosen = SocketTransport.IO_URING.choose(only(Set.of(SocketTransport.EPOLL)));
    assertThat(chosen.transport()).isEqualTo(SocketTransport.EPOLL);
    assertThat(chosen.refused()).containsExactly("io_uring: not permitted");
  }

  @Test
  void without_any_native_part_sockets_are_read_by_nio() {
    var chosen =
        SocketTransport.IO_URING.choose(t -> t == SocketTransport.NIO ? Transport.NIO : null);
    assertThat(chosen.transport()).isEqualTo(SocketTransport.NIO);
    assertThat(chosen.refused()).containsExactly("io_uring: not installed", "epoll: not installed");
  }

  @Test
  void a_transport_before_the_one_asked_for_is_never_taken() {
    var all = only(Set.of(SocketTransport.values()));
    assertThat(SocketTransport.EPOLL.choose(all).transport()).isEqualTo(SocketTransport.EPOLL);
    assertThat(SocketTransport.NIO.choose(all).transport()).isEqualTo(SocketTransport.NIO);
  }

  @ParameterizedTest
  @EnumSource(SocketTransport.class)
  void a_server_uses_the_transport_of_its_setting_or_the_next_that_the_machine_has(
      SocketTransport wanted) throws Exception {
    var expected = wanted.choose().transport();
    var options = TestServer.options();
    var listen = new WsOptions.Listen(List.of("127.0.0.1"), Set.of(), 0, null, 2, 0, wanted);
    var server =
        started(new WsOptions(options.node(), listen, options.admission(), options.pace()));
    var pair = pair(server);
    server.server.turn();
    var channel = server.server.connection(pair.guest().session()).channel();
    assertThat(server.server.transport()).contains(expected);
    assertThat(channel.getClass().getSimpleName())
        .startsWithIgnoringCase(expected.label().replace("_", ""));
  }

  private static java.util.function.Function<SocketTransport, @Nullable Transport> only(
      Set<SocketTransport> available) {
    return t -> available.contains(t) ? Transport.NIO : new Refusing(t.label());
  }
}
