package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WsServerTest {
  private TestServer server = TestServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_text_frame_reaches_the_chat_and_a_broadcast_reaches_everybody() throws Exception {
    var one = server.connect();
    var first = server.guest();
    var two = server.connect();
    var second = server.guest();
    try (one;
        two) {
      one.text("hello");
      assertThat(first.nextMessage()).isEqualTo("hello");

      var wire = server.server.wire();
      var audience = wire.audience(List.of(first.session(), second.session()));
      for (int i = 0; i < 3; i++) wire.broadcast(audience, TestServer.frame("all" + i), null, null);
      wire.flush();
      for (int i = 0; i < 3; i++) {
        assertThat(one.readText()).isEqualTo("all" + i);
        assertThat(two.readText()).isEqualTo("all" + i);
      }
    }
  }
}
