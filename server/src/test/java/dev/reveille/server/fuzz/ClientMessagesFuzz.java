package dev.reveille.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ClientMessages.Read;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;

/**
 * Whatever a client writes is a message or is refused.
 *
 * <p>The build replays the stored inputs. To look for new ones, one target at a time:
 *
 * <pre>{@code
 * JAZZER_FUZZ=1 mvn -pl server -am test -Dtest='ClientMessagesFuzz' \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * }</pre>
 */
@Tag("jazzer")
class ClientMessagesFuzz {

  @FuzzTest(maxDuration = "10m")
  void whatever_is_read_can_be_written_and_read_again(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    switch (ClientMessages.read(text)) {
      case Read.Invalid(var reason, var _) -> assertThat(reason).isNotBlank().hasSizeLessThan(200);
      case Read.Valid(var message) ->
          assertThat(ClientMessages.read(ClientMessages.write(message)))
              .isEqualTo(new Read.Valid(message));
    }
  }
}
