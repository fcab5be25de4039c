package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** MSG to a channel: what is relayed, in which order, and what cannot be forged. */
class MessageTest {
  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @BeforeAll
  static void start() {
    server =
        ServerFixture.start(
            folder, "DEPLOY_TOKEN", "3f9c1d7e5b2a84c6d0e9f1a7b3c5d8e2", "CHANNELS", ",");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Two agents in a channel; there is no other, so nothing of other tests is heard. */
  private record Pair(TestAgent ann, TestAgent bob, String channel) implements AutoCloseable {
    static Pair in(String channel) {
      var ann = TestAgent.join(server, "ann");
      ann.ask("CREATE_CHANNEL", "channel", channel).await("JOINED");
      var bob = TestAgent.join(server, "bob");
      bob.ask("JOIN", "channel", channel).soFar();
      ann.soFar();
      return new Pair(ann, bob, channel);
    }

    /** Returns what both get for what ann sends. */
    JsonNode relayed(Object... fields) {
      var all = new ArrayList<Object>(List.of("to", channel));
      all.addAll(List.of(fields));
      ann.ask("MSG", all.toArray());
      var echo = ann.next("MSG");
      assertThat(bob.next("MSG")).isEqualTo(echo);
      return echo;
    }

    @Override
    public void close() {
      ann.close();
      bob.close();
    }
  }

  @Test
  void a_message_goes_to_all_members_and_its_sender_with_exactly_these_fields() {
    try (var pair = Pair.in("#fields")) {
      var m = pair.relayed("content", "hello");
      assertThat(TestAgent.fields(m))
          .containsExactly(
              "type", "ts", "from", "from_name", "to", "content", "msg_id", "verified", "seq");
      assertThat(m.path("from").asString()).isEqualTo(pair.ann().id());
      assertThat(m.path("from_name").asString()).isEqualTo("ann");
      assertThat(m.path("to").asString()).isEqualTo("#fields");
      assertThat(m.path("msg_id").asString()).matches("[0-9]{13}-[0-9a-z]{1,6}");
      assertThat(m.path("verified").asBoolean(true)).isFalse();
    }
  }

  @Test
  void seq_counts_from_one_without_a_gap_and_ts_never_goes_back() {
    try (var pair = Pair.in("#gapless")) {
      long seq = 1; // bob's arrival was noticed
      long ts = 0;
      for (int i = 0; i < 50; i++) {
        var m = pair.relayed("content", "m" + i);
        assertThat(m.path("seq").asLong()).isEqualTo(++seq);
        assertThat(m.path("ts").asLong()).isGreaterThanOrEqualTo(ts);
        ts = m.path("ts").asLong();
      }
    }
  }

  @Test
  void in_reply_to_sig_and_tags_are_relayed_and_unknown_fields_are_not() {
    try (var pair = Pair.in("#extras")) {
      var m =
          pair.relayed(
              "content",
              "x",
              "sig",
              "c2ln",
              "in_reply_to",
              "17-abc",
              "tags",
              List.of("\"build\"", "\"ci\""),
              "colour",
              "red",
              "mentions",
              List.of("\"@nobody\""));
      assertThat(TestAgent.fields(m))
          .containsExactly(
              "type",
              "ts",
              "from",
              "from_name",
              "to",
              "content",
              "msg_id",
              "verified",
              "seq",
              "sig",
              "in_reply_to",
              "tags");
      assertThat(m.path("tags").toString()).isEqualTo("[\"build\",\"ci\"]");
    }
  }

  @Test
  void in_reply_to_may_be_any_value_and_always_leaves_as_json() {
    try (var pair = Pair.in("#replies")) {
      for (var value : List.of("{\"a\":[1,2.50,\"\\u0001\"]}", "7", "true", "[null]", "1e999")) {
        pair.ann()
            .send(
                "{\"type\":\"MSG\",\"to\":\"#replies\",\"content\":\"\",\"in_reply_to\":"
                    + value
                    + "}");
        assertThat(pair.bob().next("MSG")).isEqualTo(pair.ann().next("MSG"));
      }
      for (var value : List.of("null", "0", "false", "\"\"")) {
        pair.ann()
            .send(
                "{\"type\":\"MSG\",\"to\":\"#replies\",\"content\":\"\",\"in_reply_to\":"
                    + value
                    + "}");
        assertThat(pair.bob().next("MSG").has("in_reply_to")).isFalse();
      }
    }
  }

  @Test
  void who_when_and_where_are_the_servers_to_say() {
    try (var pair = Pair.in("#forged")) {
      var honest = pair.relayed("content", "first");
      var m =
          pair.relayed(
              "content",
              "forged",
              "from",
              pair.bob().id(),
              "from_name",
              "Server",
              "ts",
              5,
              "seq",
              99,
              "msg_id",
              "1-mine",
              "verified",
              true,
              "replay",
              true);
      assertThat(m.path("from").asString()).isEqualTo(pair.ann().id());
      assertThat(m.path("from_name").asString()).isEqualTo("ann");
      assertThat(m.path("ts").asLong()).isGreaterThanOrEqualTo(honest.path("ts").asLong());
      assertThat(m.path("seq").asLong()).isEqualTo(honest.path("seq").asLong() + 1);
      assertThat(m.path("msg_id").asString()).isNotEqualTo("1-mine");
      assertThat(m.path("verified").asBoolean(true)).isFalse();
      assertThat(m.has("replay")).isFalse();
    }
  }

  @Test
  void any_text_arrives_as_it_was_sent() {
    try (var pair = Pair.in("#texts")) {
      for (var text :
          List.of(
              "",
              " ",
              "emoji 👩‍👩‍👧 and \u4f60\u597d",
              "nul \u0000 in the middle",
              "controls \u0001\u001f\u007f\b\f\r\n\t\"\\/",
              "\u2028\u2029\ufeff",
              "{\"type\":\"MSG\"}")) {
        assertThat(TestAgent.content(pair.relayed("content", text))).isEqualTo(text);
      }
      pair.bob().ask("HISTORY", "channel", "#texts");
      var stored = pair.bob().next("HISTORY_PAGE").path("messages");
      assertThat(TestAgent.content(stored.get(4))).isEqualTo("nul \u0000 in the middle");
    }
  }

  @Test
  void a_lone_surrogate_becomes_the_replacement_character() {
    try (var pair = Pair.in("#surrogates")) {
      pair.ann()
          .send(
              "{\"type\":\"MSG\",\"to\":\"#surrogates\",\"content\":\"a\\ud800b\\udc00\\ud83d\\ude00\"}");
      assertThat(TestAgent.content(pair.bob().next("MSG"))).isEqualTo("a\ufffdb\ufffd😀");
    }
  }

  @Test
  void a_message_of_nearly_two_mebibytes_passes_and_a_larger_frame_closes_with_1009() {
    try (var pair = Pair.in("#huge")) {
      var frame = "{\"type\":\"MSG\",\"to\":\"#huge\",\"content\":\"\"}";
      var most = "x".repeat(2_097_152 - frame.length());
      assertThat(TestAgent.content(pair.relayed("content", most))).isEqualTo(most);
      pair.ann().say("#huge", most + "x");
      assertThat(pair.ann().closeCode()).isEqualTo(1009);
      assertThat(TestAgent.type(pair.bob().next())).isEqualTo("AGENT_LEFT");
    }
  }

  @Test
  void many_long_messages_sent_at_once_all_arrive_in_order() {
    try (var pair = Pair.in("#long")) {
      var filler = "x".repeat(300_000);
      for (int i = 0; i < 30; i++) pair.ann().say("#long", i + filler).ask("PING");
      for (int i = 0; i < 30; i++) {
        assertThat(TestAgent.content(pair.ann().next("MSG"))).startsWith(i + "x");
        pair.ann().next("PONG");
        assertThat(TestAgent.content(pair.bob().next("MSG"))).startsWith(i + "x");
      }
    }
  }

  @Test
  void a_binary_frame_is_read_like_a_text_frame() {
    try (var pair = Pair.in("#binary")) {
      pair.ann().sendBinary("{\"type\":\"MSG\",\"to\":\"#binary\",\"content\":\"bytes é\"}");
      assertThat(TestAgent.content(pair.bob().next("MSG"))).isEqualTo("bytes é");
    }
  }

  @Test
  void targets_that_cannot_be_are_refused_with_their_code() {
    try (var pair = Pair.in("#targets")) {
      var ann = pair.ann();
      ann.say("#nowhere", "x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.say("#not a name", "x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.say("general", "x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
      ann.say("@server", "x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
      ann.say("@", "x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
      assertThat(pair.bob().soFar()).isEmpty();
    }
  }

  @Test
  void replies_leave_in_the_order_of_the_requests() {
    try (var pair = Pair.in("#order")) {
      var ann = pair.ann();
      var expected = new ArrayList<String>();
      for (int i = 0; i < 200; i++) {
        switch (i % 8) {
          case 0, 4 -> {
            ann.say("#order", "m" + i);
            expected.add("MSG m" + i);
          }
          case 1 -> {
            ann.say("#nowhere", "x");
            expected.add("ERROR CHANNEL_NOT_FOUND");
          }
          case 2 -> {
            ann.send("not json");
            expected.add("ERROR INVALID_MSG");
          }
          case 3 -> {
            ann.ask("PING");
            expected.add("PONG ");
          }
          case 5 -> {
            ann.say(pair.bob().id(), "d" + i);
            expected.add("MSG d" + i);
          }
          case 6 -> {
            ann.ask("HISTORY", "channel", "#order", "limit", 1);
            expected.add("HISTORY_PAGE ");
          }
          default -> {
            ann.ask("LIST_CHANNELS");
            expected.add("CHANNELS ");
          }
        }
      }
      var got = new ArrayList<String>();
      for (int i = 0; i < 200; i++) {
        var m = ann.next();
        got.add(
            TestAgent.type(m)
                + " "
                + (m.has("code") ? m.path("code").asString() : TestAgent.content(m)));
      }
      assertThat(got).isEqualTo(expected);
    }
  }

  @Test
  void mentions_are_the_ids_of_everybody_named() {
    try (var pair = Pair.in("#mentions");
        var twin = TestAgent.join(server, "Bob")) {
      var m = pair.relayed("content", "@BOB, not bob@bob nor @bobby; and " + pair.ann().id());
      var ids = new ArrayList<String>();
      m.path("mentions").forEach(id -> ids.add(id.asString()));
      assertThat(ids).containsExactlyInAnyOrder(pair.bob().id(), twin.id(), pair.ann().id());
      assertThat(pair.relayed("content", "@nobody-here").has("mentions")).isFalse();
    }
  }

  @Test
  void secrets_are_cut_before_anybody_sees_or_keeps_them() {
    try (var pair = Pair.in("#redacted")) {
      var key = "ghp_" + "a1B2".repeat(9);
      assertThat(
              TestAgent.content(
                  pair.relayed("content", "use " + key + " or 3f9c1d7e5b2a84c6d0e9f1a7b3c5d8e2")))
          .isEqualTo("use [REDACTED:github_pat] or [REDACTED:env:DEPLOY_TOKEN]");
      pair.ann().say(pair.bob().id(), key);
      assertThat(TestAgent.content(pair.bob().next("MSG"))).isEqualTo("[REDACTED:github_pat]");
      pair.bob().ask("JOIN", "channel", "#redacted");
      assertThat(pair.bob().soFar()).noneMatch(m -> m.toString().contains(key));
    }
  }
}
