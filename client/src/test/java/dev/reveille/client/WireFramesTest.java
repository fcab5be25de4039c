package dev.reveille.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireFramesTest {
  private static WireFrames frames(String hex) {
    var bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return new WireFrames(new ByteArrayInputStream(bytes), 1000);
  }

  @Test
  void parts_of_a_text_are_one_message_and_a_ping_may_come_between() throws IOException {
    var frames = frames("01 02 4865  89 01 21  00 01 6c  80 02 6c6f  81 00");
    assertThat(frames.next().opcode()).isEqualTo(WireFrames.PING);
    assertThat(frames.next().text()).isEqualTo("Hello");
    assertThat(frames.next().text()).isEmpty();
    assertThatThrownBy(frames::next).isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "c1 00, a reserved bit",
    "81 80 00000000, a server must not mask",
    "80 00, nothing to continue",
    "01 00 81 00, a text inside a text",
    "83 00, an unknown kind",
    "8b 00, an unknown control",
    "09 00, a ping in parts",
    "88 7e 0080, a control frame that is too long",
    "81 7f 8000000000000000, a length below zero",
    "81 7f 0000000100000000, longer than allowed",
    "81 7e 03e9, one byte longer than allowed"
  })
  void a_frame_that_breaks_the_rules_ends_it(String hex, String why) {
    assertThatThrownBy(() -> frames(hex).next()).as(why).isInstanceOf(IOException.class);
  }

  @Test
  void bytes_that_are_not_utf8_are_no_text() throws IOException {
    var message = frames("81 02 c328").next();
    assertThatThrownBy(message::text).hasMessageContaining("UTF-8");
  }

  @Test
  void a_close_says_its_status_and_reason() throws IOException {
    assertThat(frames("88 05 03f5 627965").next().closing()).isEqualTo("1013 bye");
    assertThat(frames("88 02 03e8").next().closing()).isEqualTo("1000");
    assertThat(frames("88 00").next().closing()).isEqualTo("1005");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 127, 65_535, 65_536, 200_000})
  void a_frame_of_ours_has_its_length_and_can_be_unmasked(int length) {
    var payload = "x".repeat(length).getBytes(UTF_8);
    var frame = WireFrames.frame(WireFrames.TEXT, payload, new Random(1));
    int head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    assertThat(frame).hasSize(head + 4 + length);
    assertThat(frame[0]).isEqualTo((byte) 0x81);
    assertThat(frame[1] & 0x80).isEqualTo(0x80);
    assertThat(frame[1] & 0x7f).isEqualTo(length < 126 ? length : length < 65_536 ? 126 : 127);
    for (int i = 0; i < length; i++) {
      frame[head + 4 + i] ^= frame[head + i % 4];
    }
    assertThat(frame).endsWith(payload);
    assertThat(WireFrames.isClose(frame)).isFalse();
    assertThat(WireFrames.isClose(WireFrames.frame(WireFrames.CLOSE, payload, new Random(1))))
        .isTrue();
  }
}
