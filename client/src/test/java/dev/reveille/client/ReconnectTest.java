package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReconnectTest {
  private final ManualTime time = new ManualTime();
  private final List<ReveilleClient> open = new ArrayList<>();
  private Peer peer;

  ReconnectTest() throws IOException {
    peer = new Peer();
  }

  @BeforeEach
  void freshPeer() throws IOException {
    peer.close();
    peer = new Peer();
  }

  @AfterEach
  void closeAll() throws IOException {
    open.forEach(ReveilleClient::close);
    peer.close();
  }

  private static <T> CompletableFuture<T> async(Supplier<T> work) {
    var future = new CompletableFuture<T>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                future.complete(work.get());
              } catch (RuntimeException e) {
                future.completeExceptionally(e);
              }
            });
    return future;
  }

  private static <T> T result(CompletableFuture<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.get(10, TimeUnit.SECONDS);
  }

  private CompletableFuture<ReveilleClient> connecting() {
    return async(
        () -> {
          var client =
              ReveilleClient.builder()
                  .uri(peer.uri())
                  .name("ada")
                  .time(time)
                  .random(new Random(7))
                  .connect();
          open.add(client);
          return client;
        });
  }

  /** Both background threads sleep: the pulse, and the one that waits to try again. */
  private void passBackoff() throws InterruptedException {
    time.awaitSleepers(2);
    time.advance(1_200);
  }

  @Test
  void a_channel_goes_on_after_the_last_seen_message_and_nothing_is_doubled() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    var joining = async(() -> client.join("#x"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", null));
    line.joined("#x", 1, 2);
    line.chat("#x", 1, "one");
    line.chat("#x", 2, "two");
    line.chat("#x", 3, "three");
    result(joining);
    assertThat(contents(client, 3)).containsExactly("one", "two", "three");

    line.cut();
    passBackoff();
    line = peer.welcome("@a2");
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 3L));
    line.joined("#x", 1, 5);
    line.chat("#x", 3, "three");
    line.chat("#x", 4, "four");
    line.chat("#x", 5, "five");
    line.chat("#x", 5, "five");
    line.chat("#x", 6, "six");
    assertThat(contents(client, 3)).containsExactly("four", "five", "six");
    assertThat(client.agentId()).isEqualTo("@a2");
    assertThat(client.reconnects()).isOne();
  }

  @Test
  void what_comes_live_before_the_channel_is_joined_again_waits_for_its_place_in_the_replay()
      throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.chat("#x", 3, "three");
    assertThat(contents(client, 1)).containsExactly("three");

    line.cut();
    passBackoff();
    line = peer.welcome("@a1");
    line.chat("#x", 5, "five");
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 3L));
    line.chat("#x", 6, "six");
    line.joined("#x", 1, 6);
    line.chat("#x", 4, "four");
    line.chat("#x", 5, "five");
    line.chat("#x", 6, "six");
    line.chat("#x", 7, "seven");
    assertThat(contents(client, 4)).containsExactly("four", "five", "six", "seven");
  }

  private static List<String> contents(ReveilleClient client, int count) {
    var result = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      result.add(client.next(Duration.ofDays(1)).orElseThrow().message().content());
    }
    return result;
  }

  @Test
  void a_connection_that_dies_within_a_replay_goes_on_where_it_broke_off() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.chat("#x", 9, "live before the join");
    var joining = async(() -> client.join("#x", 0L));
    line.read();
    line.joined("#x", 1, 9);
    line.chat("#x", 1, "one");
    result(joining);
    assertThat(contents(client, 2)).containsExactly("live before the join", "one");

    line.cut();
    passBackoff();
    line = peer.welcome("@a2");
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 1L));
  }

  @Test
  void an_unacknowledged_send_is_repeated_with_the_same_key_after_the_joins() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.chat("#x", 4, "hi");
    contents(client, 1);
    var sending = async(() -> client.send("#x", "hello"));
    var first = (ClientMessage.Msg) line.read();
    assertThat(first.clientMsgId()).isNotNull();

    line.cut();
    passBackoff();
    line = peer.welcome("@a2");
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 4L));
    line.joined("#x", 1, 5);
    var second = (ClientMessage.Msg) line.read();
    assertThat(second).isEqualTo(first);
    line.echo("@a2", second, 5);
    var sent = result(sending);
    assertThat(sent.echo().orElseThrow().seq()).isEqualTo(5);
    assertThat(sent.clientMsgId()).isEqualTo(first.clientMsgId());
  }

  @Test
  void what_cannot_be_repeated_fails_when_the_connection_is_lost() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    var creating =
        async(
            () -> {
              client.create("#new", false, false);
              return true;
            });
    line.read();
    line.cut();
    passBackoff();
    peer.welcome("@a2");
    assertThatThrownBy(() -> result(creating)).hasCauseInstanceOf(ClientException.TimedOut.class);
  }

  @Test
  void a_request_made_while_offline_goes_out_after_the_reconnect() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.cut();
    time.awaitSleepers(2);
    assertThat(client.isOnline()).isFalse();
    var sending = async(() -> client.send("@bob", "hello"));
    time.advance(1_200);
    line = peer.welcome("@a2");
    var sent = (ClientMessage.Msg) line.read();
    line.echo("@a2", sent, 1);
    assertThat(result(sending).echo()).isPresent();
  }

  @Test
  void a_displaced_session_never_comes_back() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.say(new ServerMessage.SessionDisplaced("Another connection", "unknown"));
    assertThatThrownBy(() -> client.next(Duration.ofDays(1)))
        .isInstanceOf(ClientException.Ended.class)
        .hasMessageContaining("Another connection");
    assertThatThrownBy(() -> client.send("#x", "hello")).isInstanceOf(ClientException.Ended.class);
    assertThat(line.hear()).isEmpty();
  }

  @Test
  void a_channel_that_refuses_to_be_joined_again_is_not_followed_any_more() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.chat("#x", 4, "hi");
    contents(client, 1);
    line.cut();
    passBackoff();
    line = peer.welcome("@a2");
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.NOT_INVITED, "no"));
    var pinging = async(client::ping);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    result(pinging);
    assertThat(client.follows("#x")).isFalse();
  }

  @Test
  void a_channel_that_was_begun_anew_is_read_from_its_start() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.chat("#x", 400, "old world");
    contents(client, 1);
    line.cut();
    passBackoff();
    line = peer.welcome("@a2");
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 400L));
    line.joined("#x", 1, 1);
    assertThat(line.read()).isEqualTo(new ClientMessage.Join("#x", 0L));
    line.joined("#x", 1, 1);
    line.chat("#x", 1, "new world");
    assertThat(contents(client, 1)).containsExactly("new world");
  }

  @Test
  void a_ping_goes_out_every_30_seconds_and_90_silent_seconds_end_the_connection()
      throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    for (int i = 0; i < 3; i++) {
      time.awaitSleepers(1);
      time.advance(30_000);
      assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    }
    time.awaitSleepers(1);
    time.advance(30_000);
    passBackoff();
    line = peer.welcome("@a2");
    var asking = async(client::channels);
    assertThat(line.read()).isEqualTo(new ClientMessage.ListChannels());
    line.say(new ServerMessage.Channels(List.of()));
    result(asking);
    time.awaitSleepers(1);
    time.advance(30_000);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
  }

  @Test
  void a_refused_identity_ends_the_attempts() throws Exception {
    var connecting = connecting();
    var line = peer.welcome("@a1");
    var client = result(connecting);
    line.cut();
    passBackoff();
    line = peer.accept();
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.NOT_ALLOWED, "not on the list"));
    assertThatThrownBy(() -> client.next(Duration.ofDays(1)))
        .isInstanceOfSatisfying(
            ClientException.Refused.class,
            e -> assertThat(e.code()).contains(ErrorCode.NOT_ALLOWED));
  }
}
