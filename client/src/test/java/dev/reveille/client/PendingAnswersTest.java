package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The requests about an inbox, over a real socket. */
@Timeout(30)
class PendingAnswersTest extends RequestFixture {
  PendingAnswersTest() throws IOException {}

  private static InboxMessages.Pending page(String cursor) {
    return new InboxMessages.Pending(List.of(), cursor, 0, 0, false);
  }

  private static final InboxMessages.AskPending WAITING =
      InboxMessages.AskPending.of(9).waiting(20_000);

  @Test
  void the_inbox_is_asked_for_and_confirmed() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();

    var pending = async(() -> client.pending(InboxMessages.AskPending.of(9, "#x")));
    assertThat(line.read()).isEqualTo(InboxMessages.AskPending.of(9, "#x"));
    line.say(page("c"));
    assertThat(result(pending)).isEqualTo(page("c"));

    var reading = async(() -> client.read("c"));
    assertThat(line.read()).isEqualTo(ConfirmMessages.Confirm.all("c"));
    line.say(new ConfirmMessages.Confirmed("c", "@me", 3, List.of(), true));
    var marks = new ConfirmMessages.Confirmed("c", "@me", 4, List.of(), false);
    line.say(marks);
    assertThat(result(reading)).as("not what a side session confirmed").isEqualTo(marks);

    var marking = async(() -> client.read("#x", 7));
    assertThat(line.read()).isEqualTo(ConfirmMessages.Confirm.upTo("#x", 7));
    line.say(new ConfirmMessages.Confirmed(null, "#x", 7, List.of(), false));
    assertThat(result(marking).seq()).isEqualTo(7);

    var counting = async(client::unread);
    assertThat(line.read()).isEqualTo(new InboxMessages.AskUnread());
    line.say(new InboxMessages.Unread(2, List.of(), 0, List.of()));
    assertThat(result(counting).total()).isEqualTo(2);

    var asking = async(() -> client.receipt("m1"));
    assertThat(line.read()).isEqualTo(new ReceiptMessages.AskReceipt("m1"));
    line.say(new ReceiptMessages.Receipt("m1", "@b", "offered", 9, null));
    assertThat(result(asking).level()).isEqualTo("offered");
  }

  @Test
  void an_answer_that_waits_does_not_take_the_errors_of_later_requests() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var pending = async(() -> client.pending(WAITING));
    assertThat(line.read()).isEqualTo(WAITING);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    var refused = async(() -> client.send("#nowhere", "hi"));
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.CHANNEL_NOT_FOUND, "no such channel"));
    assertThatThrownBy(() -> result(refused)).hasMessageContaining("no such channel");
    var listed = async(client::channels);
    line.read();
    line.say(new ServerMessage.Channels(List.of()));
    assertThat(result(listed)).isEmpty();
    assertThat(pending.isDone()).isFalse();
    line.say(page("late"));
    assertThat(result(pending).cursor()).isEqualTo("late");
  }

  @Test
  void a_question_that_is_refused_fails_although_it_would_have_waited() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var line = holder.line();
    var pending = async(() -> client.pending(WAITING));
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.NOT_INVITED, "not a member"));
    line.say(new ServerMessage.Pong());
    assertThatThrownBy(() -> result(pending)).hasMessageContaining("not a member");
  }

  @Test
  void it_is_asked_again_after_a_lost_connection() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var pending = async(() -> client.pending(WAITING));
    holder.line().read();
    holder.line().read();
    holder.line().say(new ServerMessage.Pong());
    holder.line().cut();
    var line = peer.welcome("@ada");
    assertThat(line.read()).isEqualTo(WAITING);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(page("again"));
    assertThat(result(pending).cursor()).isEqualTo("again");
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
