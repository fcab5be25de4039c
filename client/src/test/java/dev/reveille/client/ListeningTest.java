package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ListeningTest {
  private static final ListenSettings HOW = ListenSettings.DEFAULT;

  private final ManualTime time = new ManualTime();
  private final Arrived arrived = new Arrived(time);

  private Batch listen(ListenSettings how) {
    try {
      return new Listening(arrived, time, new Jitter(how.jitter(), new Random(3)))
          .await(how, incoming -> incoming.message().from().equals("@me"));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Listens on another thread, and returns when that thread waits. */
  private CompletableFuture<Batch> listening(ListenSettings how) throws InterruptedException {
    var batch = new CompletableFuture<Batch>();
    Thread.ofVirtual().start(() -> batch.complete(listen(how)));
    time.awaitWait();
    return batch;
  }

  private void arrives(String from, String to, String content) {
    arrived.add(new Incoming(Peer.Line.msg(from, to, 1, content), false, content, time.millis()));
  }

  private static List<String> texts(Batch batch) {
    return batch.messages().stream().map(m -> m.message().content()).toList();
  }

  @Test
  void a_burst_is_one_batch_that_ends_a_settle_window_after_its_first_message() throws Exception {
    var batch = listening(HOW);
    arrives("@other", "#x", "one");
    time.advance(3_000);
    arrives("@other", "#x", "two");
    time.advance(1_999);
    arrives("@other", "#x", "three");
    time.awaitWait();
    assertThat(batch.isDone()).isFalse();
    time.advance(1);
    assertThat(texts(batch.get(5, TimeUnit.SECONDS))).containsExactly("one", "two", "three");
  }

  @Test
  void an_entry_of_another_type_is_no_notice_and_counts_with_the_length_of_its_fields() {
    var fields = "\"state\":\"" + "x".repeat(HOW.maxChars()) + "\"";
    var entry =
        new ServerMessage.Msg(
            "TASK_STATE", 1, "@server", "server", "#x", "", 1, "t1", null, fields);
    arrived.add(new Incoming(entry, false, "{" + fields + "}", time.millis()));
    arrives("@other", "#x", "next");
    time.advance(5_000);
    assertThat(listen(HOW).messages()).extracting(Incoming::message).containsExactly(entry);
    assertThat(texts(listen(HOW))).containsExactly("next");
  }

  @Test
  void messages_older_than_the_window_are_returned_at_once() {
    arrives("@other", "#x", "one");
    time.advance(4_000);
    arrives("@other", "#x", "two");
    time.advance(1_000);
    assertThat(texts(listen(HOW))).containsExactly("one", "two");
  }

  @Test
  void silence_ends_with_a_jittered_nudge() throws Exception {
    var batch = listening(HOW.withNudge(Duration.ofSeconds(100)));
    long expected = new Jitter(0.5, new Random(3)).around(100_000);
    assertThat(expected).isBetween(50_000L, 150_000L).isNotEqualTo(100_000);
    time.advance(expected - 1);
    time.awaitWait();
    assertThat(batch.isDone()).isFalse();
    time.advance(150_000);
    assertThat(batch.get(5, TimeUnit.SECONDS).isNudge()).isTrue();
  }

  @Test
  void own_messages_and_notices_wake_nobody_but_fires_do() {
    arrives("@me", "#x", "own");
    arrives("@server", "#x", "bob came online");
    arrives("@server", "#x", "@@cb-fire@@look");
    arrives("@server", "@me", "You have been invited to #y");
    time.advance(5_000);
    assertThat(texts(listen(HOW)))
        .containsExactly("@@cb-fire@@look", "You have been invited to #y");
  }

  @Test
  void notices_count_when_asked_for() {
    arrives("@server", "#x", "bob came online");
    time.advance(5_000);
    assertThat(texts(listen(HOW.withNotices(true)))).containsExactly("bob came online");
  }

  @Test
  void a_full_batch_does_not_wait_and_leaves_the_rest_for_the_next() {
    for (int i = 0; i < 60; i++) arrives("@other", "#x", "m" + i);
    assertThat(listen(HOW).messages()).hasSize(50);
    time.advance(5_000);
    assertThat(texts(listen(HOW))).hasSize(10).startsWith("m50");
  }

  @Test
  void a_batch_holds_at_most_32000_characters_but_always_one_message() {
    arrives("@other", "#x", "a".repeat(40_000));
    arrives("@other", "#x", "b".repeat(30_000));
    arrives("@other", "#x", "c".repeat(2_000));
    arrives("@other", "#x", "d");
    assertThat(texts(listen(HOW))).containsExactly("a".repeat(40_000));
    assertThat(texts(listen(HOW))).hasSize(2);
    time.advance(5_000);
    assertThat(texts(listen(HOW))).containsExactly("d");
  }

  @Test
  void an_ended_session_gives_what_is_there_and_then_says_why() {
    arrives("@other", "#x", "last");
    arrived.end(new ClientException.Ended("over", null));
    assertThat(texts(listen(HOW))).containsExactly("last");
    assertThatThrownBy(() -> listen(HOW)).hasMessage("over");
  }

  @Test
  void an_inbox_that_nobody_empties_keeps_the_newest_and_counts_the_dropped() throws Exception {
    for (int i = 0; i < Arrived.MAX_MESSAGES + 5; i++) arrives("@other", "#x", "m" + i);
    assertThat(arrived.dropped()).isEqualTo(5);
    assertThat(arrived.next(Duration.ZERO).orElseThrow().message().content()).isEqualTo("m5");
  }

  @Test
  void the_environment_sets_settle_and_jitter() {
    var how =
        ListenSettings.of(Map.of("AGENTCHAT_SETTLE_MS", "1500", "AGENTCHAT_JITTER_PERCENT", "0.1"));
    assertThat(how.settle()).isEqualTo(Duration.ofMillis(1500));
    assertThat(how.jitter()).isEqualTo(0.1);
    assertThat(ListenSettings.of(Map.of())).isEqualTo(ListenSettings.DEFAULT);
    assertThatThrownBy(() -> ListenSettings.of(Map.of("AGENTCHAT_SETTLE_MS", "soon")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AGENTCHAT_SETTLE_MS is 'soon'");
    assertThatThrownBy(() -> ListenSettings.of(Map.of("AGENTCHAT_JITTER_PERCENT", "50")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.5 = ±50 %");
  }
}
