package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.csma.Csma;
import dev.reveille.client.csma.CsmaLink;
import dev.reveille.client.csma.CsmaSettings;
import dev.reveille.client.csma.Outcome;
import dev.reveille.client.csma.Verdict;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting before answering, frame by frame over a real socket. */
@Timeout(30)
class CsmaSocketTest extends ConnectedFixture {
  private static final CsmaSettings SOON =
      new CsmaSettings(Duration.ofMillis(5), Duration.ofMillis(5), Set.of());

  private final LinkedBlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private final CompletableFuture<Csma> csma = new CompletableFuture<>();
  private final ManualTime time = new ManualTime();

  CsmaSocketTest() throws IOException {}

  @Override
  ClientBuilder with(ClientBuilder builder) {
    return builder.news(news -> csma.join().hear(news)).listener(heard -> csma.join().hear(heard));
  }

  @BeforeEach
  void wire() {
    csma.complete(
        new Csma(
            CsmaLink.of(client),
            SOON,
            o -> o.since().isEmpty() ? Verdict.write(_ -> Optional.of("42")) : Verdict.silence(),
            time,
            new Random(3),
            outcomes::add));
  }

  private Outcome.Kind outcome() throws InterruptedException {
    var outcome = outcomes.poll(10, TimeUnit.SECONDS);
    if (outcome == null) throw new AssertionError("nothing came of it");
    return outcome.kind();
  }

  /** Another agent asks; the client's callback is taken in silence. */
  private ClientMessage.Msg question() throws Exception {
    line.say(new ServerMessage.Msg(77, "@bob", "bob", "#x", "what?", 4, "m4", false, ""));
    var callback = (ClientMessage.Msg) line.read();
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    assertThat(outcome()).isEqualTo(Outcome.Kind.CHECK_SET);
    return callback;
  }

  private void fire() throws IOException {
    time.advance(5);
    line.say(
        """
        {"type":"MSG","ts":90,"from":"@server","from_name":"server","to":"@ada",
         "content":"@@cb-fire@@{\\"csma\\":\\"check\\",\\"reply_to\\":77}",
         "cb_id":"cb_1_a","cb_origin":"@ada"}""");
  }

  private void history(List<ServerMessage.Msg> since) throws IOException {
    assertThat(line.read()).isEqualTo(new ClientMessage.History("#x", 4L, null, 1_000));
    line.say(
        new ServerMessage.HistoryPage(
            "#x", since, since.isEmpty() ? 0 : 5, since.isEmpty() ? 0 : 5, false));
  }

  @Test
  void callback_history_claim_and_answer_go_over_the_wire_as_the_convention_says()
      throws Exception {
    var callback = question();
    assertThat(callback.to()).isEqualTo("@ada");
    assertThat(callback.content()).isEqualTo("@@cb:0.005s@@{\"csma\":\"check\",\"reply_to\":77}");
    fire();
    history(List.of());
    var claim = (ClientMessage.RespondingTo) line.read();
    assertThat(claim.msgId()).isEqualTo("m4");
    assertThat(claim.channel()).isEqualTo("#x");
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    var answer = (ClientMessage.Msg) line.read();
    assertThat(answer.to()).isEqualTo("#x");
    assertThat(answer.content()).isEqualTo("42");
    assertThat(answer.inReplyTo()).isEqualTo("\"m4\"");
    line.echo("@ada", answer, 5);
    assertThat(outcome()).isEqualTo(Outcome.Kind.ANSWERED);
  }

  @Test
  void an_answer_of_another_agent_in_the_history_silences_this_one() throws Exception {
    question();
    fire();
    history(List.of(Peer.Line.msg("@cyd", "#x", 5, "42")));
    assertThat(outcome()).isEqualTo(Outcome.Kind.SILENT);
  }

  @Test
  void a_yield_on_the_wire_puts_the_check_off() throws Exception {
    question();
    fire();
    history(List.of());
    assertThat(line.read()).isInstanceOf(ClientMessage.RespondingTo.class);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Yield("m4", "#x", "@cyd", 5, "taken"));
    line.say(new ServerMessage.Pong());
    assertThat(outcome()).isEqualTo(Outcome.Kind.GAVE_WAY);
    var callback = (ClientMessage.Msg) line.read();
    assertThat(callback.content()).isEqualTo("@@cb:0.01s@@{\"csma\":\"check\",\"reply_to\":77}");
  }

  @Test
  void a_callback_that_a_broken_connection_took_away_is_made_up_for_on_the_next() throws Exception {
    question();
    line.cut();
    var next = peer.welcome("@ada2");
    assertThat(next.read()).isEqualTo(new ClientMessage.Join("#x", 4L));
    next.joined("#x", 1, 4);
    time.advance(Duration.ofMinutes(1).toMillis());
    next.say(Peer.Line.msg("@server", "#x", 5, "bob came online"));
    assertThat(next.read()).isEqualTo(new ClientMessage.History("#x", 4L, null, 1_000));
    next.say(
        new ServerMessage.HistoryPage(
            "#x", List.of(Peer.Line.msg("@cyd", "#x", 5, "42")), 5, 5, false));
    assertThat(outcome()).isEqualTo(Outcome.Kind.SILENT);
  }
}
