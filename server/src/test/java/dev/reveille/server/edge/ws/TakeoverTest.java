package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.net.impl.ConnectionBase;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

/** Guards the one internal thing of Vert.x that the socket layer stands on. */
class TakeoverTest extends WsFixture {

  @Test
  void vertx_still_hands_out_the_channel_of_a_connection() throws Exception {
    var method = ConnectionBase.class.getMethod("channel");
    assertThat(method.getReturnType()).isEqualTo(io.netty.channel.Channel.class);
    assertThat(Modifier.isPublic(method.getModifiers())).isTrue();
  }

  @Test
  void after_the_upgrade_our_handler_is_alone_in_the_pipeline() throws Exception {
    var server = started(TestServer.options());
    var pair = pair(server);
    server.server.turn();
    var channel = server.server.connection(pair.guest().session()).channel();
    // Each name kept by Vert.x here would be a handler it still runs for every frame.
    assertThat(channel.pipeline().toMap().values())
        .singleElement()
        .isInstanceOf(FrameHandler.class);
  }
}
