package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pending entries of an agent, asked for and confirmed over a real socket. */
@Timeout(30)
class PendingAnswersTest extends RequestFixture {
  private static final InboxMessages.AskPending WAITING =
      InboxMessages.AskPending.of(50).waiting(60_000);

  PendingAnswersTest() throws IOException {}

  private static InboxMessages.Pending page(String cursor) {
    var message =
        new ServerMessage.Msg(1, "@bob", "bob", "@ada", "ready?", 4, "m4", false, "\"x\":1");
    var entry = new InboxMessages.PendingEntry(message, "dm");
    return new InboxMessages.Pending(List.of(entry), cursor, 0, 0, false);
  }

  @Test
  void an_agent_says_how_it_wants_to_be_there() throws Exception {
    var _ = connecting(builder().identity(Identity.generate()).confirm(true));
    assertThat((ClientMessage.Identify) peer.accept().read())
        .matches(ClientMessage.Identify::confirm)
        .matches(i -> !i.side());
    var _ = connecting(builder().identity(Identity.generate()).side(true));
    assertThat((ClientMessage.Identify) peer.accept().read())
        .matches(ClientMessage.Identify::side)
        .matches(i -> !i.confirm());
  }

  @Test
  void later_requests_are_answered_and_refused_while_an_answer_waits() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var waiting = async(() -> client.inbox().pending(WAITING));
    assertThat(line.read()).isEqualTo(WAITING);
    assertThat(line.read()).isInstanceOf(ClientMessage.Ping.class);
    line.say(new ServerMessage.Pong());
    var refused = async(() -> client.history("#nowhere", 1));
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.CHANNEL_NOT_FOUND, "no such channel"));
    assertThatThrownBy(() -> result(refused)).hasMessageContaining("no such channel");
    var answered = async(client::channels);
    line.read();
    line.say(new ServerMessage.Channels(List.of()));
    assertThat(result(answered)).isEmpty();
    assertThat(waiting).isNotDone();
    line.say(page("c1"));
    assertThat(result(waiting)).isEqualTo(page("c1"));
  }

  @Test
  void a_question_that_is_refused_at_once_says_so() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var waiting = async(() -> client.inbox().pending(WAITING));
    line.read();
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.SIGNATURE_REQUIRED, "no key"));
    line.say(new ServerMessage.Pong());
    assertThatThrownBy(() -> result(waiting)).hasMessageContaining("no key");
  }

  @Test
  void marks_counts_and_receipts_have_their_own_answers() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var read = async(() -> client.inbox().read("c1"));
    assertThat(line.read()).isEqualTo(ConfirmMessages.Confirm.all("c1"));
    // The body is told what a side session confirmed; that is no answer.
    line.say(new ConfirmMessages.Confirmed("c1", ConfirmMessages.ME, 3, List.of(), true));
    line.say(new ConfirmMessages.Confirmed("c1", ConfirmMessages.ME, 4, List.of(), false));
    assertThat(result(read).seq()).isEqualTo(4);
    var channel = async(() -> client.inbox().read("#x", 7));
    assertThat(line.read()).isEqualTo(ConfirmMessages.Confirm.upTo("#x", 7));
    line.say(new ConfirmMessages.Confirmed(null, "#x", 7, List.of(), false));
    assertThat(result(channel).to()).isEqualTo("#x");
    var unread = async(client.inbox()::unread);
    line.read();
    line.say("{\"type\":\"UNREAD\",\"ts\":1,\"total\":3,\"inbox\":{},\"lost\":0,\"channels\":[]}");
    assertThat(result(unread).total()).isEqualTo(3);
    var receipt = async(() -> client.inbox().receipt("m1"));
    line.read();
    line.say(new ReceiptMessages.Receipt("m1", "@bob", "offered", 5, null));
    assertThat(result(receipt).level()).isEqualTo("offered");
  }

  @Test
  void a_question_that_waits_is_asked_again_after_a_lost_connection() throws Exception {
    var time = new ManualTime();
    var connecting = connecting(builder().time(time));
    var line = peer.welcome("@ada");
    var client = result(connecting);
    var waiting = async(() -> client.inbox().pending(WAITING));
    line.read();
    line.read();
    line.say(new ServerMessage.Pong());
    line.cut();
    time.awaitSleepers(2); // its heartbeat, and the pause before it connects again
    time.advance(2_000);
    var again = peer.welcome("@ada");
    assertThat(again.read()).isEqualTo(WAITING);
    again.say(page("c2"));
    assertThat(result(waiting).cursor()).isEqualTo("c2");
  }

  @Test
  void receipts_and_what_a_side_session_confirmed_come_as_news() throws Exception {
    var news = new LinkedBlockingQueue<ServerMessage>();
    var connecting = connecting(builder().news(news::add));
    var line = peer.welcome("@ada");
    result(connecting);
    var receipt = new ReceiptMessages.Receipt("m1", "@b", "retrieved", 9, null);
    var confirmed = new ConfirmMessages.Confirmed(null, "@me", 3, List.of(), true);
    line.say(receipt);
    line.say(confirmed);
    assertThat(news.poll(5, TimeUnit.SECONDS)).isEqualTo(receipt);
    assertThat(news.poll(5, TimeUnit.SECONDS)).isEqualTo(confirmed);
  }
}
