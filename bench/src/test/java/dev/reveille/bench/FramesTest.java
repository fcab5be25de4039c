package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
  private static final int[] SIZES = {0, 1, 3, 125, 126, 127, 65_535, 65_536, 100_000};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 125, 126, 127, 65_535, 65_536, 100_001})
  void another_codec_reads_what_the_client_writes(int size) {
    var text = "ab1z".repeat(size / 4 + 1).substring(0, size);
    var payload = text.getBytes(StandardCharsets.UTF_8);
    var channel = new EmbeddedChannel(new WebSocket13FrameDecoder(true, false, 1 << 20));
    channel.writeInbound(
        ClientFrames.write(ByteBufAllocator.DEFAULT, ClientFrames.TEXT, payload, 0x89abcdef));
    TextWebSocketFrame frame = channel.readInbound();
    assertThat(frame.text()).isEqualTo(text);
    assertThat(payload).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    frame.release();
    channel.finishAndReleaseAll();
  }

  @Test
  void frames_come_out_whole_however_the_bytes_are_cut() {
    var random = new Random(11);
    var expected = new ArrayList<String>();
    var stream = Unpooled.buffer();
    for (int i = 0; i < 60; i++) {
      var text = "f".repeat(SIZES[random.nextInt(SIZES.length)]) + i;
      expected.add(text);
      stream.writeBytes(fromServer(text));
    }
    for (int round = 0; round < 20; round++) {
      var seen = new ArrayList<String>();
      var frames = new FrameSplitter();
      var rest = stream.duplicate();
      int most = 1 << (1 + random.nextInt(18));
      while (rest.isReadable()) {
        int part = Math.min(rest.readableBytes(), 1 + random.nextInt(most));
        frames.read(Unpooled.copiedBuffer(rest.readSlice(part)), sink(seen));
      }
      frames.close();
      assertThat(seen).as("pieces of at most %d bytes", most).isEqualTo(expected);
    }
  }

  @Test
  void broken_framing_is_refused_and_never_misread() {
    assertThatThrownBy(() -> read(0x01, 0x01, 'a')).isInstanceOf(FrameSplitter.BadFrame.class);
    assertThatThrownBy(() -> read(0xc1, 0x01, 'a')).isInstanceOf(FrameSplitter.BadFrame.class);
    assertThatThrownBy(() -> read(0x81, 0x81, 0, 0, 0, 0, 'a'))
        .isInstanceOf(FrameSplitter.BadFrame.class);
    assertThatThrownBy(() -> read(0x81, 127, 0xff, 0, 0, 0, 0, 0, 0, 0))
        .isInstanceOf(FrameSplitter.BadFrame.class)
        .hasMessageContaining("bytes");
  }

  @Test
  void an_upgrade_is_accepted_only_with_the_right_answer_to_the_key() {
    var key = "dGhlIHNhbXBsZSBub25jZQ==";
    var good =
        "HTTP/1.1 101 Switching Protocols\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
    assertThat(Upgrade.refusal(good, key)).isEmpty();
    assertThat(Upgrade.refusal(good, "AAAA"))
        .hasValueSatisfying(r -> assertThat(r).contains("Accept"));
    assertThat(Upgrade.refusal("HTTP/1.1 403 Forbidden", key))
        .hasValueSatisfying(r -> assertThat(r).contains("403"));
    assertThat(Upgrade.refusal("", key)).isPresent();
  }

  private static void read(int... bytes) {
    var buffer = Unpooled.buffer();
    for (int b : bytes) buffer.writeByte(b);
    new FrameSplitter().read(buffer, (_, _, _, _) -> {});
  }

  private static FrameSplitter.Sink sink(List<String> seen) {
    return (opcode, bytes, offset, length) -> {
      assertThat(opcode).isEqualTo(ClientFrames.TEXT);
      seen.add(bytes.toString(offset, length, StandardCharsets.UTF_8));
    };
  }

  private static byte[] fromServer(String text) {
    var channel = new EmbeddedChannel(new WebSocket13FrameEncoder(false));
    channel.writeOutbound(new TextWebSocketFrame(text));
    var all = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      all.writeBytes(part);
      part.release();
    }
    return ByteBufUtil.getBytes(all);
  }
}
