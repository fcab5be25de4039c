package dev.reveille.server.edge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A stream whose client does not read. */
class McpStreamTest {
  @Test
  void what_waits_for_a_client_that_never_reads_is_bounded_and_its_answer_still_comes() {
    var stream = new McpStream(() -> {});
    for (int i = 0; i < 10_000; i++) {
      stream.sendMessage(new JSONRPCNotification("notifications/x", Map.of("number", i))).block();
    }
    stream.sendMessage(JSONRPCResponse.result(7, Map.of("done", true))).block();
    int notices = 0;
    boolean answered = false;
    for (var event = stream.next(); !event.orElse("").isEmpty(); event = stream.next()) {
      if (event.get().contains("notifications/x")) notices++;
      answered |= event.get().contains("\"done\":true");
    }
    assertThat(notices).isEqualTo(256);
    assertThat(answered).isTrue();
  }
}
