package dev.reveille.bench;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.csma.Csma;
import dev.reveille.client.csma.CsmaLink;
import dev.reveille.client.csma.CsmaSettings;
import dev.reveille.client.csma.Occasion;
import dev.reveille.client.csma.Outcome;
import dev.reveille.client.csma.Verdict;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An agent that knows the answer to every question.
 *
 * <p>Its judgement is simple: an answer by any other agent makes its own point.
 */
final class HerdAgent implements AutoCloseable {
  private final HerdWay way;
  private final String asker;
  private final ReveilleClient client;
  private final CompletableFuture<Csma> csma = new CompletableFuture<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicInteger asked = new AtomicInteger();

  HerdAgent(HerdWay way, URI server, String name, String channel, String asker, long seed) {
    this.way = way;
    this.asker = asker;
    client =
        ReveilleClient.builder()
            .uri(server)
            .name(name)
            .news(news -> csma.join().hear(news))
            .connect();
    csma.complete(
        new Csma(
            CsmaLink.of(client),
            CsmaSettings.of(System.getenv()),
            this::decide,
            ClientTime.system(),
            new Random(seed),
            this::note));
    var _ = client.join(channel);
    Thread.ofVirtual().name(name).start(this::live);
  }

  /** Completes when the agent has answered the question or decided not to. */
  CompletableFuture<Void> done() {
    return done;
  }

  /** Returns how often the agent had to think. */
  int asked() {
    return asked.get();
  }

  private void live() {
    try {
      if (way == HerdWay.AT_ONCE) {
        while (true) client.next(Duration.ofMinutes(1)).ifPresent(this::answerAtOnce);
      }
      csma.join().attend(client::next);
    } catch (ClientException e) {
      done.completeExceptionally(e);
    }
  }

  private void answerAtOnce(Incoming heard) {
    var question = heard.message();
    if (!question.from().equals(asker)) return;
    asked.incrementAndGet();
    var replyTo = JsonText.quote(String.valueOf(question.msgId()));
    var _ = client.send(new ClientMessage.Msg(question.to(), "42", null, replyTo, List.of(), null));
    done.complete(null);
  }

  private Verdict decide(Occasion occasion) {
    if (!occasion.message().from().equals(asker)) return Verdict.silence();
    asked.incrementAndGet();
    boolean made = occasion.since().stream().anyMatch(m -> !m.from().equals(asker));
    if (made) return Verdict.silence();
    if (way == HerdWay.CLAIM_THEN_WRITE) return Verdict.write(_ -> Optional.of(write()));
    return Verdict.say(write());
  }

  private String write() {
    MeasuredWindow.sleep(way.writing());
    return "42";
  }

  private void note(Outcome outcome) {
    switch (outcome.kind()) {
      case ANSWERED, SILENT, NOT_READ, NOT_SENT, GAVE_UP -> done.complete(null);
      case CHECK_SET, LEFT_TO_CHECK, UNTIMED, GAVE_WAY, PASSED_OVER -> {}
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
