package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests and their answers, over a real socket. */
@Timeout(30)
class WaitingRequestsTest extends RequestFixture {
  WaitingRequestsTest() throws IOException {}

  @Test
  void echoes_are_matched_by_key_and_errors_by_order() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var first = async(() -> client.send("#x", "first"));
    var one = (ClientMessage.Msg) line.read();
    var second = async(() -> client.send("#nowhere", "second"));
    line.read();
    var third = async(() -> client.send("#x", "third"));
    var three = (ClientMessage.Msg) line.read();

    line.echo("@ada", one, 1);
    line.chat("#x", 2, "somebody else");
    line.say(new ServerMessage.Failure(ErrorCode.CHANNEL_NOT_FOUND, "no such channel"));
    line.echo("@ada", three, 3);

    assertThat(result(first).echo().orElseThrow().seq()).isEqualTo(1);
    assertThatThrownBy(() -> result(second)).hasMessageContaining("no such channel");
    assertThat(result(third).echo().orElseThrow().seq()).isEqualTo(3);
  }

  @Test
  void an_answer_that_comes_too_late_does_not_disturb_the_next_request() throws Exception {
    var connecting = connecting(builder().requestTimeout(Duration.ofMillis(150)));
    var line = peer.welcome("@ada");
    var client = result(connecting);
    var late = async(() -> client.send("#x", "late"));
    line.read();
    assertThatThrownBy(() -> result(late)).hasCauseInstanceOf(ClientException.TimedOut.class);
    line.say(new ServerMessage.Failure(ErrorCode.NOT_INVITED, "for the late one"));
    var next = async(client::channels);
    line.read();
    line.say(new ServerMessage.Channels(List.of(new ServerMessage.ChannelSummary("#x", 1, false))));
    assertThat(result(next)).hasSize(1);
  }

  @Test
  void what_is_accepted_in_silence_is_confirmed_by_a_pong() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var inviting = run(() -> client.invite("#x", "@bob"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Invite("#x", "@bob"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    assertThat(result(inviting)).isTrue();

    var refused = run(() -> client.presence(PresenceStatus.BUSY, "at work"));
    line.read();
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.INVALID_MSG, "no"));
    line.say(new ServerMessage.Pong());
    assertThatThrownBy(() -> result(refused)).hasCauseInstanceOf(ClientException.Refused.class);

    var typing = run(() -> client.typing("#x"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Typing("#x"));
    line.read();
    line.say(new ServerMessage.Pong());
    assertThat(result(typing)).isTrue();
  }

  @Test
  void a_message_of_markers_alone_has_no_echo_and_does_not_time_out() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var sending = async(() -> client.send("#x", "@@cb:5s@@look again"));
    holder.line().read();
    assertThat(holder.line().read()).isEqualTo(new ClientMessage.Ping());
    holder.line().say(new ServerMessage.Pong());
    assertThat(result(sending).echo()).isEmpty();
  }

  @Test
  void every_request_gets_its_own_answer() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();

    var agents = async(() -> client.agents("#x"));
    assertThat(line.read()).isEqualTo(new ClientMessage.ListAgents("#x"));
    var bob = new ServerMessage.AgentSummary("@b", "bob", "online", null, false);
    line.say(new ServerMessage.Agents("#x", List.of(bob)));
    assertThat(result(agents)).containsExactly(bob);

    var history = async(() -> client.history("#x", 2));
    assertThat(line.read()).isEqualTo(new ClientMessage.History("#x", null, null, 2));
    var page =
        new ServerMessage.HistoryPage(
            "#x", List.of(Peer.Line.msg("@b", "#x", 7, "seven")), 7, 7, true);
    line.say(page);
    assertThat(result(history)).isEqualTo(page);

    var creating = run(() -> client.create("#new", true, false));
    assertThat(line.read()).isEqualTo(new ClientMessage.CreateChannel("#new", true, false));
    line.say(new ServerMessage.Created("#new", "@ada"));
    result(creating);
    assertThat(client.follows("#new")).isTrue();

    var leaving = run(() -> client.leave("#new"));
    line.read();
    line.read();
    line.say(new ServerMessage.Left("#new"));
    result(leaving);
    line.say(new ServerMessage.Pong());
    assertThat(client.follows("#new")).isFalse();

    var nick = run(() -> client.nick("countess"));
    assertThat(line.read()).isEqualTo(new ClientMessage.SetNick("countess"));
    line.say(new ServerMessage.NickChanged("@b", "bob", "countess"));
    line.say(new ServerMessage.NickChanged("@ada", "ada", "countess"));
    line.say(new ServerMessage.NickChanged("@ada", "ada", "countess"));
    result(nick);
  }

  @Test
  void what_to_hear_is_asked_for_and_confirmed() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();

    var only = Filter.keywords("deploy");
    var subscribing = run(() -> client.subscribe("#x", only));
    assertThat(line.read()).isEqualTo(new ClientMessage.Subscribe("#x", only));
    line.say(new ServerMessage.Subscribed("#x", only, true));
    result(subscribing);

    var muting = async(() -> client.mute("@b"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Mute("@b", true));
    line.say(new ServerMessage.Muted(List.of("@a", "@b")));
    assertThat(result(muting)).containsExactly("@a", "@b");

    var unmuting = async(() -> client.unmute("@b"));
    assertThat(line.read()).isEqualTo(new ClientMessage.Mute("@b", false));
    line.say(new ServerMessage.Muted(List.of("@a")));
    assertThat(result(unmuting)).containsExactly("@a");

    var asking = async(client::subscriptions);
    assertThat(line.read()).isEqualTo(new ClientMessage.Subscriptions());
    var now =
        new ServerMessage.Subscriptions(
            List.of(new ServerMessage.Subscription("#x", only, true)), List.of("@a"));
    line.say(now);
    assertThat(result(asking)).isEqualTo(now);
  }

  @Test
  void what_no_server_takes_is_refused_before_it_is_sent() throws Exception {
    var client = connect(new LineHolder());
    assertThatThrownBy(() -> client.mute("@server")).isInstanceOf(ClientException.Refused.class);
    assertThatThrownBy(() -> client.join("general"))
        .isInstanceOf(ClientException.Refused.class)
        .hasMessageContaining("Invalid channel name");
    assertThatThrownBy(() -> client.send("bob", "hi")).isInstanceOf(ClientException.Refused.class);
  }

  @Test
  void fragments_unknown_types_and_noise_are_taken_in_stride() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    line.say("not json");
    line.say("[1,2]");
    line.say("null");
    line.say("{\"type\":\"SOMETHING_NEW\",\"x\":{\"y\":[1]}}");
    line.say("{\"type\":\"MSG\",\"seq\":{},\"to\":[],\"content\":7}");
    line.say("{\"type\":\"PONG\"}");
    line.sayInParts(
        "{\"type\":\"MSG\",\"ts\":1,\"from\":\"@b\",\"to\":\"#x\",\"seq\":1,\"content\":\""
            + "é😀".repeat(50_000)
            + "\"}",
        10_000);
    var odd = client.next(Duration.ofSeconds(5)).orElseThrow();
    assertThat(odd.message().seq()).isZero();
    var big = client.next(Duration.ofSeconds(5)).orElseThrow();
    assertThat(big.message().content()).isEqualTo("é😀".repeat(50_000));
  }

  @Test
  void a_listener_hears_every_message_once_and_knows_replays() throws Exception {
    var heard = new LinkedBlockingQueue<Incoming>();
    var connecting = connecting(builder().listener(heard::add));
    var line = peer.welcome("@ada");
    result(connecting);
    line.chat("#x", 1, "one");
    line.chat("#x", 1, "one");
    line.chat("@ada", 1, "a direct message with the same number");
    line.say(
        "{\"type\":\"MSG\",\"ts\":1,\"from\":\"@b\",\"to\":\"#x\",\"seq\":2,\"content\":\"two\",\"replay\":true}");
    assertThat(take(heard)).isEqualTo("one");
    assertThat(take(heard)).startsWith("a direct message");
    var replayed = heard.poll(5, TimeUnit.SECONDS);
    assertThat(replayed).isNotNull();
    assertThat(replayed.replay()).isTrue();
    assertThat(replayed.json()).contains("\"replay\":true");
    assertThat(heard).isEmpty();
  }

  @Test
  void listening_shows_in_the_presence() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var how = ListenSettings.DEFAULT.withSettle(Duration.ZERO);
    var listening = async(() -> client.listen(how));
    assertThat(line.read())
        .isEqualTo(new ClientMessage.SetPresence(PresenceStatus.LISTENING, null));
    line.read();
    line.say(new ServerMessage.Pong());
    line.chat("#x", 1, "work");
    assertThat(line.read()).isEqualTo(new ClientMessage.SetPresence(PresenceStatus.ONLINE, null));
    line.read();
    line.say(new ServerMessage.Pong());
    assertThat(result(listening).messages()).hasSize(1);
  }

  @Test
  void closing_says_good_bye_and_fails_what_waits() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var sending = async(() -> client.send("#x", "hi"));
    holder.line().read();
    client.close();
    assertThat(holder.line().hear()).isEmpty();
    assertThatThrownBy(() -> result(sending)).hasCauseInstanceOf(ClientException.Ended.class);
    assertThatThrownBy(client::channels).isInstanceOf(ClientException.Ended.class);
  }

  @Test
  void too_many_waiting_requests_are_refused_at_once() {
    var requests = new Requests();
    for (int i = 0; i < Requests.MAX_WAITING; i++) {
      assertThat(requests.isFull()).isFalse();
      requests.add(new Pending(new ClientMessage.Ping(), _ -> false, false, true));
    }
    assertThat(requests.isFull()).isTrue();
  }
}
