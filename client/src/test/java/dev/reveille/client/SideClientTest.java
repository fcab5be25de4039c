package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client of a side session. */
@Timeout(30)
class SideClientTest {
  private final ManualTime time = new ManualTime();
  private final Peer peer;
  private @Nullable ReveilleClient open;

  SideClientTest() throws IOException {
    peer = new Peer();
  }

  @AfterEach
  void closeAll() throws IOException {
    if (open != null) open.close();
    peer.close();
  }

  private static <T> CompletableFuture<T> async(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
  }

  private CompletableFuture<ReveilleClient> connecting() {
    return async(
        () -> {
          var client =
              ReveilleClient.builder()
                  .uri(peer.uri())
                  .name("ada")
                  .side(true)
                  .time(time)
                  .random(new Random(7))
                  .connect();
          open = client;
          return client;
        });
  }

  private static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  private static ServerMessage.Welcome welcome(boolean side) {
    return new ServerMessage.Welcome("@a1", "ada", "peer", null, null, null, null, false, side);
  }

  private Peer.Line welcomed() throws IOException {
    var line = peer.accept();
    assertThat(line.read())
        .isInstanceOfSatisfying(
            ClientMessage.Identify.class, asked -> assertThat(asked.side()).isTrue());
    line.say(welcome(true));
    return line;
  }

  @Test
  void it_follows_no_channel_and_joins_none_again_after_a_loss() throws Exception {
    var connecting = connecting();
    var line = welcomed();
    var client = result(connecting);
    var sending = async(() -> client.send("#x", "hello"));
    var sent = (ClientMessage.Msg) line.read();
    line.echo("@a1", sent, 5);
    assertThat(result(sending).echo().orElseThrow().seq()).isEqualTo(5);
    var joining = async(() -> client.join("#x", 3L));
    line.read();
    line.joined("#x", 1, 5);
    line.chat("#x", 4, "missed");
    result(joining);
    assertThat(client.next(Duration.ofDays(1)).orElseThrow().message().content())
        .as("the replay that was asked for, and no echo")
        .isEqualTo("missed");
    assertThat(client.follows("#x")).isFalse();

    var again = async(() -> client.send("#x", "again"));
    var first = (ClientMessage.Msg) line.read();
    line.cut();
    time.awaitSleepers(2);
    time.advance(1_200);
    line = welcomed();
    var repeated = (ClientMessage.Msg) line.read();
    assertThat(repeated).as("no JOIN before it").isEqualTo(first);
    line.echo("@a1", repeated, 6);
    assertThat(result(again).clientMsgId()).isEqualTo(first.clientMsgId());
    assertThat(client.reconnects()).isOne();
  }

  @Test
  void one_too_many_is_told_and_tried_again_only_after_a_loss() throws Exception {
    var connecting = connecting();
    var line = peer.accept();
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.RATE_LIMITED, "at most 16"));
    assertThatThrownBy(() -> result(connecting))
        .hasCauseInstanceOf(ClientException.Refused.class)
        .hasMessageContaining("at most 16");
  }

  @Test
  void a_server_that_does_not_know_side_sessions_is_left_for_good() throws Exception {
    var connecting = connecting();
    var line = peer.accept();
    line.read();
    line.say(welcome(false));
    assertThatThrownBy(() -> result(connecting))
        .hasCauseInstanceOf(ClientException.Ended.class)
        .hasMessageContaining("does not know side sessions");
  }
}
