package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The replay of JOIN and the pages of HISTORY: a channel with 25 messages. */
class HistoryTest {
  private static final int STORED = 25;

  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @SuppressWarnings("NullAway.Init")
  private static TestAgent ann;

  @BeforeAll
  static void start() {
    server = ServerFixture.start(folder, "CHANNELS", ",", "MESSAGE_BUFFER_SIZE", "10");
    ann = TestAgent.join(server, "ann");
    ann.ask("CREATE_CHANNEL", "channel", "#book").await("JOINED");
    for (int i = 1; i <= STORED; i++) ann.say("#book", "line " + i);
    ann.soFar();
  }

  @AfterAll
  static void stop() {
    ann.close();
    server.close();
  }

  private static List<Long> seqs(Iterable<JsonNode> messages) {
    var seqs = new ArrayList<Long>();
    for (var m : messages) seqs.add(m.path("seq").asLong());
    return seqs;
  }

  private static List<Long> range(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  private static JsonNode page(Object... fields) {
    var all = new ArrayList<Object>(List.of("channel", "#book"));
    all.addAll(List.of(fields));
    return ann.ask("HISTORY", all.toArray()).next("HISTORY_PAGE");
  }

  private static void assertPage(JsonNode page, long from, long to, boolean more) {
    assertThat(TestAgent.fields(page))
        .containsExactly("type", "ts", "channel", "messages", "first_seq", "last_seq", "more");
    assertThat(page.path("channel").asString()).isEqualTo("#book");
    assertThat(seqs(page.path("messages"))).isEqualTo(range(from, to));
    assertThat(page.path("first_seq").asLong()).isEqualTo(from);
    assertThat(page.path("last_seq").asLong()).isEqualTo(to);
    assertThat(page.path("more").asBoolean()).isEqualTo(more);
  }

  @Test
  void a_join_without_since_replays_the_newest_buffer_oldest_first() {
    ann.ask("JOIN", "channel", "#book");
    var joined = ann.next("JOINED");
    assertThat(joined.path("first_seq").asLong()).isEqualTo(1);
    assertThat(joined.path("last_seq").asLong()).isEqualTo(STORED);
    var replayed = ann.soFar();
    assertThat(seqs(replayed)).isEqualTo(range(16, 25));
    assertThat(replayed)
        .allSatisfy(
            m -> {
              assertThat(TestAgent.type(m)).isEqualTo("MSG");
              assertThat(m.path("replay").asBoolean(false)).isTrue();
              assertThat(m.has("msg_id")).isTrue();
            });
  }

  @Test
  void a_join_with_since_replays_all_that_is_newer_however_much() {
    ann.ask("JOIN", "channel", "#book", "since", 3);
    ann.next("JOINED");
    assertThat(seqs(ann.soFar())).isEqualTo(range(4, 25));
    ann.ask("JOIN", "channel", "#book", "since", 0);
    ann.next("JOINED");
    assertThat(seqs(ann.soFar())).isEqualTo(range(1, 25));
  }

  @Test
  void a_join_since_the_newest_or_later_replays_nothing() {
    for (long since : new long[] {25, 26, (1L << 53) - 1}) {
      ann.ask("JOIN", "channel", "#book", "since", since);
      assertThat(ann.next("JOINED").path("last_seq").asLong()).isEqualTo(STORED);
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void since_must_be_a_whole_number_from_zero() {
    for (var since : new Object[] {-1, 1.5, "3", true, "[]", 1e300}) {
      ann.ask("JOIN", "channel", "#book", "since", since);
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
    }
  }

  @Test
  void history_without_a_place_is_the_newest() {
    assertPage(page(), 1, 25, false);
    assertPage(page("limit", 5), 21, 25, true);
  }

  @Test
  void history_after_a_seq_goes_forward_and_says_whether_there_is_more() {
    assertPage(page("after", 0, "limit", 10), 1, 10, true);
    assertPage(page("after", 10, "limit", 10), 11, 20, true);
    assertPage(page("after", 20, "limit", 10), 21, 25, false);
    assertPage(page("after", 15, "limit", 10), 16, 25, false);
  }

  @Test
  void history_before_a_seq_goes_back_and_its_messages_are_oldest_first() {
    assertPage(page("before", 26, "limit", 10), 16, 25, true);
    assertPage(page("before", 11, "limit", 10), 1, 10, false);
    assertPage(page("before", 4, "limit", 10), 1, 3, false);
  }

  @Test
  void an_empty_page_has_zero_for_its_ends() {
    for (var page : List.of(page("after", 25), page("after", 999), page("before", 1))) {
      assertThat(page.path("messages").size()).isZero();
      assertThat(page.path("first_seq").asLong(-1)).isZero();
      assertThat(page.path("last_seq").asLong(-1)).isZero();
      assertThat(page.path("more").asBoolean(true)).isFalse();
    }
  }

  @Test
  void a_message_in_history_is_the_message_as_it_was_sent() {
    ann.ask("CREATE_CHANNEL", "channel", "#same").await("JOINED");
    ann.ask("MSG", "to", "#same", "content", "x", "tags", "[\"t\"]", "in_reply_to", 7);
    ann.send(
        "{\"type\":\"MSG\",\"to\":\"#same\",\"content\":\"x\",\"tags\":[\"t\"],\"in_reply_to\":7}");
    assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
    var sent = ann.next("MSG");
    ann.ask("HISTORY", "channel", "#same");
    assertThat(ann.next("HISTORY_PAGE").path("messages").get(0)).isEqualTo(sent);
  }

  @Test
  void the_limit_is_from_one_to_a_thousand() {
    assertPage(page("limit", 1), 25, 25, true);
    assertPage(page("limit", 1000), 1, 25, false);
    for (var limit : new Object[] {0, -1, 1001, 1.5, "10"}) {
      ann.ask("HISTORY", "channel", "#book", "limit", limit);
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
    }
    ann.ask("HISTORY", "channel", "#book", "after", 1, "before", 2);
    assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
  }

  @Test
  void history_is_for_members_only() {
    try (var eve = TestAgent.join(server, "eve")) {
      eve.ask("HISTORY", "channel", "#book");
      assertThat(eve.next("ERROR").path("code").asString()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void a_join_amid_talk_misses_nothing_and_repeats_nothing() {
    try (var talker = TestAgent.join(server, "talker");
        var other = TestAgent.join(server, "other");
        var listener = TestAgent.join(server, "listener")) {
      talker.ask("CREATE_CHANNEL", "channel", "#talk").await("JOINED");
      other.ask("JOIN", "channel", "#talk").soFar();
      listener.ask("JOIN", "channel", "#talk").soFar();
      var threads =
          Stream.of(talker, other)
              .map(
                  agent ->
                      Thread.ofVirtual()
                          .start(
                              () -> {
                                for (int i = 0; i < 300; i++) agent.say("#talk", "m" + i);
                              }))
              .toList();
      long last = 0;
      for (int round = 0; round < 20; round++) {
        listener.ask("LEAVE", "channel", "#talk");
        for (var m : upTo(listener, "LEFT")) last = oneMore(last, m);
        listener.ask("JOIN", "channel", "#talk", "since", last);
        long upTo = listener.next("JOINED").path("last_seq").asLong();
        while (last < upTo) {
          var m = listener.next("MSG");
          assertThat(m.path("replay").asBoolean(false)).isTrue();
          last = oneMore(last, m);
        }
      }
      threads.forEach(HistoryTest::join);
      talker.soFar();
      other.soFar();
      for (var m : listener.soFar()) last = oneMore(last, m);
      listener.ask("JOIN", "channel", "#talk", "since", last);
      assertThat(listener.next("JOINED").path("last_seq").asLong()).isEqualTo(last);
    }
  }

  private static List<JsonNode> upTo(TestAgent agent, String type) {
    var before = new ArrayList<JsonNode>();
    for (var m = agent.next(); !TestAgent.type(m).equals(type); m = agent.next()) before.add(m);
    return before;
  }

  /** The seq of the message, which has to be the next; other things are passed over. */
  private static long oneMore(long last, JsonNode m) {
    if (!TestAgent.type(m).equals("MSG")) return last;
    long seq = m.path("seq").asLong();
    if (last > 0) assertThat(seq).as(m.toString()).isEqualTo(last + 1);
    return seq;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
