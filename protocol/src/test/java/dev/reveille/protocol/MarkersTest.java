package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Marker.Sleep.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkersTest {

  private static Marker.Callback callback(String seconds, String payload) {
    return new Marker.Callback(Duration.parse("PT" + seconds + "S"), null, payload);
  }

  private static Marker.Sleep sleep(String seconds, Mode mode) {
    return new Marker.Sleep(Duration.parse("PT" + seconds + "S"), mode);
  }

  @Test
  void a_callback_takes_all_text_to_the_end_and_leaves_what_stood_before() {
    var found = Markers.find("working on it @@cb:30s@@ check\nthe build ");
    assertThat(found.text()).isEqualTo("working on it");
    assertThat(found.markers()).containsExactly(callback("30", "check\nthe build"));
  }

  @Test
  void a_payload_ends_at_the_next_marker_of_any_kind() {
    var found = Markers.find("a @@cb:1s@@one @@cb:2.5s#dev@@two @@sleep:3s@@ b @@wake@@ c");
    assertThat(found.text()).isEqualTo("a  b  c");
    assertThat(found.markers())
        .containsExactly(
            callback("1", "one"),
            new Marker.Callback(Duration.ofMillis(2_500), "#dev", "two"),
            sleep("3", Mode.DEFAULT),
            new Marker.Wake());
  }

  @Test
  void the_modes_of_sleep_are_three() {
    assertThat(Markers.find("@@sleep:1s@@@@sleep:2s:buffer@@@@sleep:3s:drop@@").markers())
        .containsExactly(sleep("1", Mode.DEFAULT), sleep("2", Mode.BUFFER), sleep("3", Mode.DROP));
  }

  @Test
  void text_without_a_marker_stays_exactly_as_it_is() {
    for (var text : List.of("", "  spaces  ", "a@@b", "@@", " @@cb@@ ", "mail@@example")) {
      assertThat(Markers.find(text)).isEqualTo(new Markers.Found(text, List.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@@cb:5@@x",
        "@@cb:s@@x",
        "@@cb:-5s@@x",
        "@@cb:+5s@@x",
        "@@cb:.5s@@x",
        "@@cb:5.s@@x",
        "@@cb:1e3s@@x",
        "@@cb: 5s@@x",
        "@@cb:5s @@x",
        "@@cb:5s#@@x",
        "@@cb:5s#a b@@x",
        "@@cb:5s@x",
        "@@CB:5s@@x",
        "@@cb:٥s@@x",
        "@@sleep:5@@",
        "@@sleep:5s:other@@",
        "@@sleep:5s:@@",
        "@@sleep:-1s@@",
        "@@sleep:5s#dev@@",
        "@@sleep@@",
        "@@wake:1s@@",
        "@@wake",
        "@@mood:happy@@",
      })
  void outside_the_grammar_is_text(String text) {
    assertThat(Markers.find(text)).isEqualTo(new Markers.Found(text, List.of()));
  }

  @Test
  void something_like_a_marker_does_not_end_a_payload() {
    assertThat(Markers.find("@@cb:1s@@a @@cb:xs@@ b").markers())
        .containsExactly(callback("1", "a @@cb:xs@@ b"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "0.0, PT0S",
    "007, PT7S",
    "0.5, PT0.5S",
    "1.000000001, PT1.000000001S",
    "1.0000000001, PT1.000000001S",
    "1.9999999999, PT2S",
    "999999999999999999999999999, PT999999999999S",
  })
  void seconds_are_decimal_and_rounded_up_never_down(String written, String expected) {
    assertThat(Markers.find("@@sleep:" + written + "s@@").markers())
        .containsExactly(new Marker.Sleep(Duration.parse(expected), Mode.DEFAULT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "`@@cb:5s@@x`",
        "``a ` @@cb:5s@@x``",
        "say `x\n@@wake@@` now",
        "```\n@@cb:5s@@x\n```",
        "```sh\n@@cb:5s@@x\n````",
        "text\n   ~~~\n@@sleep:5s@@\n```\n@@wake@@\n~~~~  ",
        "```\n@@cb:5s@@ an unclosed fence goes to the end\n\n@@wake@@",
        "\r\n```\r\n@@wake@@\r\n```\r\n",
        "\\@@cb:5s@@x",
        "> @@cb:5s@@ said another",
        "  >@@wake@@",
      })
  void in_code_in_a_quotation_and_behind_a_backslash_it_is_text(String text) {
    assertThat(Markers.find(text)).isEqualTo(new Markers.Found(text, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a ` lone backtick @@wake@@",
        "`a`` @@wake@@",
        "`code` @@wake@@ `code`",
        "\\` @@wake@@ `",
        "`a\n\nb @@wake@@ `",
        "- a `\n- b ` @@wake@@",
        "```\ncode\n```\n@@wake@@",
        "```\ncode\n    ```\n```\n@@wake@@",
        "``` not ` a fence\n@@wake@@",
        "~~\n@@wake@@\n~~",
        "a > b @@wake@@",
        "@@@wake@@",
        "> quoted\n@@wake@@",
      })
  void outside_of_code_and_quotations_it_acts(String text) {
    assertThat(Markers.find(text).markers()).containsExactly(new Marker.Wake());
  }

  @Test
  void code_in_a_payload_is_payload_and_hides_markers() {
    assertThat(Markers.find("@@cb:1s@@run `@@wake@@`\n```\n@@sleep:1s@@\n```").markers())
        .containsExactly(callback("1", "run `@@wake@@`\n```\n@@sleep:1s@@\n```"));
  }

  @Test
  void what_is_written_is_found_again() {
    var random = new Random(4711);
    for (int round = 0; round < 5_000; round++) {
      var markers = new ArrayList<Marker>();
      var text = new StringBuilder("before ");
      for (int i = random.nextInt(6); i >= 0; i--) {
        var marker = marker(random);
        markers.add(marker);
        text.append(marker.text());
      }
      assertThat(Markers.find(text.toString())).isEqualTo(new Markers.Found("before", markers));
    }
  }

  private static Marker marker(Random random) {
    long step = step(random);
    var time = Duration.ofNanos(random.nextLong(4_000_000_000_000L) / step * step);
    return switch (random.nextInt(4)) {
      case 0 -> new Marker.Wake();
      case 1 -> new Marker.Sleep(time, List.of(Mode.values()).get(random.nextInt(3)));
      default ->
          new Marker.Callback(
              time, random.nextBoolean() ? null : "#c-" + random.nextInt(9), payload(random));
    };
  }

  private static long step(Random random) {
    return (long) Math.pow(10, random.nextInt(10));
  }

  private static String payload(Random random) {
    var parts = List.of("x", "@", "@@", "cb:", " ", "\n", "{\"a\":1}", "é", "\ud83d", "s@@", "#");
    var text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) text.append(parts.get(random.nextInt(11)));
    var payload = text.toString().strip();
    // An edge would run together with the next marker's.
    return payload.endsWith("@") || payload.startsWith("@") ? "p" : payload;
  }

  @Test
  void whatever_the_text_nothing_is_invented_and_nothing_is_lost() {
    var random = new Random(42);
    var parts =
        List.of(
            "@@cb:1s@@", "@@sleep:1s@@", "@@wake@@", "`", "```", "\n", "~~~", "\\", ">", "a", " ");
    for (int round = 0; round < 20_000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) text.append(parts.get(random.nextInt(11)));
      var content = text.toString();
      var found = Markers.find(content);
      int kept = found.text().length();
      for (var marker : found.markers()) kept += marker.text().length();
      assertThat(kept).isLessThanOrEqualTo(content.length());
      if (found.markers().isEmpty()) assertThat(found.text()).isSameAs(content);
    }
  }

  @Test
  void no_text_of_two_mebibytes_takes_more_than_a_pass() {
    int size = 2 << 20;
    for (var piece :
        List.of(
            "@",
            "@@",
            "@@cb:",
            "@@cb:1",
            "@@cb:1s@@",
            "@@sleep:1s@@",
            "`",
            "` ",
            "`a``b",
            "\\``",
            "```\n",
            "~~~\n\n",
            ">\n",
            "\\",
            "@@wake@@",
            "\n",
            "\r",
            "- `\n",
            "`@@cb:1s@@")) {
      var content = piece.repeat(size / piece.length());
      var found = Markers.find(content);
      assertThat(found.text().length()).isLessThanOrEqualTo(content.length());
    }
    var digits = "@@cb:" + "9".repeat(size) + "s@@x";
    assertThat(Markers.find(digits).markers()).hasSize(1);
    var runs = new StringBuilder();
    for (int i = 1; runs.length() < size; i++) runs.append("`".repeat(i)).append(' ');
    assertThat(Markers.find(runs + "@@wake@@").markers()).containsExactly(new Marker.Wake());
  }
}
