package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Types of a newer server in a client of this version, and the calls for new types. */
@Timeout(30)
class EntriesTest extends ConnectedFixture {
  private final LinkedBlockingQueue<ServerMessage.MotdUpdate> motds = new LinkedBlockingQueue<>();

  EntriesTest() throws IOException {}

  @Override
  ClientBuilder with(ClientBuilder builder) {
    return builder.on(ServerMessage.MotdUpdate.class, motds::add);
  }

  private static ServerMessage.Msg reaction(long seq) {
    return new ServerMessage.Msg(
        "REACTION", 1, "@bob", "bob", "#x", "", seq, "r" + seq, true, "\"emoji\":\"+1\"");
  }

  @Test
  void an_entry_of_an_unknown_type_is_handed_over_once_and_is_for_nobody() throws Exception {
    line.say(reaction(1));
    line.say(reaction(1));
    line.chat("#x", 2, "hi");
    var first = client.next(Duration.ofSeconds(10)).orElseThrow();
    assertThat(first.message()).isEqualTo(reaction(1));
    assertThat(first.isFor("@ada")).isFalse();
    assertThat(client.next(Duration.ofSeconds(10)).orElseThrow().message().content())
        .isEqualTo("hi");
  }

  @Test
  void news_can_be_heard_by_class() throws Exception {
    line.say(new ServerMessage.Typing("@bob", "bob", "#x"));
    line.say(new ServerMessage.MotdUpdate("hello"));
    assertThat(motds.poll(10, TimeUnit.SECONDS)).isEqualTo(new ServerMessage.MotdUpdate("hello"));
    assertThat(motds).isEmpty();
  }

  @Test
  void any_message_with_a_client_msg_id_can_be_posted() throws Exception {
    var posted =
        CompletableFuture.supplyAsync(
            () -> client.post(ClientMessage.Msg.of("#x", "hi").withClientMsgId("k")));
    line.echo("@ada", (ClientMessage.Msg) line.read(), 5);
    assertThat(posted.get(10, TimeUnit.SECONDS).echo().orElseThrow().seq()).isEqualTo(5);
    assertThatThrownBy(() -> client.post(new ClientMessage.Ping()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
