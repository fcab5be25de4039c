package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pulls;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.simulation.StoreFixture;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.StoredEntry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first echo once more, when the store holds it and when it does not. */
class RepeatedEchoTest {
  private static final String BOX = "@0123456789abcdef";

  @TempDir Path folder = Path.of("");

  private static StoredEntry message(long seq, String sender, String key) {
    return new StoredEntry(
        BOX, seq, 1000 + seq, "1-" + seq, sender, "name", false, "from " + sender, key, "");
  }

  private static String echo(StoreFixture fixture, long seq, String key) {
    var asked = new DeliveryEffect.EchoAgain(new SessionId("local", 1), BOX, seq, key);
    var pull = Pulls.echo(fixture.store(), asked, m -> new Frame(ServerMessages.write(m, 0)));
    var frames = pull.next();
    assertThat(frames).hasSize(1);
    assertThat(pull.next()).isEmpty();
    return frames.getFirst().toString();
  }

  @Test
  void it_is_the_stored_message_with_the_senders_key() throws Exception {
    try (var fixture = new StoreFixture(folder)) {
      fixture.write(Cells.mailbox(BOX), new AppendEntry(message(1, "@ann", "k")));
      assertThat(echo(fixture, 1, "k"))
          .contains("\"content\":\"from @ann\"")
          .contains("\"client_msg_id\":\"k\"");
    }
  }

  @Test
  void a_seq_that_went_to_somebody_else_shows_nothing_of_their_message() throws Exception {
    try (var fixture = new StoreFixture(folder)) {
      fixture.write(Cells.mailbox(BOX), new AppendEntry(message(1, "@bob", "other")));
      assertThat(echo(fixture, 1, "k")).contains("STORE_UNAVAILABLE").doesNotContain("@bob");
      assertThat(echo(fixture, 2, "k")).contains("STORE_UNAVAILABLE");
    }
  }
}
