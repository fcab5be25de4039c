package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {
  private static final int ROUNDS = 2_000;

  /** Writes down what it is told. */
  private static final class Recorder implements FrameDecoder.Sink {
    private final List<String> seen = new ArrayList<>();

    @Override
    public void message(int opcode, byte[] bytes, int length) {
      seen.add("message " + opcode + Arrays.hashCode(Arrays.copyOf(bytes, length)));
    }

    @Override
    public void control(int opcode, byte[] bytes, int length) {
      seen.add("control " + opcode + Arrays.hashCode(Arrays.copyOf(bytes, length)));
    }

    @Override
    public void violation(int closeCode, String reason) {
      seen.add("violation " + closeCode);
    }
  }

  @Test
  void however_the_network_cuts_a_stream_the_same_messages_come_out() {
    long seed = Long.getLong("reveille.seed", System.nanoTime());
    var random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      var expected = new ArrayList<String>();
      var stream = stream(random, expected);
      assertThat(decode(stream, stream.length, random)).as("seed %d", seed).isEqualTo(expected);
      assertThat(decode(stream, 1 + random.nextInt(40), random))
          .as("seed %d", seed)
          .isEqualTo(expected);
    }
  }

  @Test
  void noise_never_throws_and_is_refused_at_most_once() {
    long seed = Long.getLong("reveille.seed", System.nanoTime());
    var random = new Random(seed);
    for (int round = 0; round < 50_000; round++) {
      var noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      var seen = decode(noise, 1 + random.nextInt(64), random);
      assertThat(seen.stream().filter(each -> each.equals("violation 1002")))
          .as("seed %d", seed)
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void after_a_message_that_is_too_big_control_frames_are_still_seen() {
    var stream = new ByteArrayOutputStream();
    int tooMuch = FrameDecoder.MAX_MESSAGE + 1;
    stream.writeBytes(RawClient.masked(0x80 | Opcode.TEXT, new byte[tooMuch]));
    stream.writeBytes(RawClient.masked(0x80 | Opcode.PING, new byte[0]));
    assertThat(decode(stream.toByteArray(), 100_000, new Random(1)))
        .containsExactly("violation 1009", "control 9" + Arrays.hashCode(new byte[0]));
  }

  private static List<String> decode(byte[] stream, int most, Random random) {
    var recorder = new Recorder();
    var decoder = new FrameDecoder();
    var scratch = new byte[300];
    int at = 0;
    while (at < stream.length) {
      int size =
          Math.min(stream.length - at, most == stream.length ? most : 1 + random.nextInt(most));
      decoder.decode(Unpooled.wrappedBuffer(stream, at, size), scratch, recorder);
      at += size;
    }
    return recorder.seen;
  }

  private static byte[] stream(Random random, List<String> expected) {
    var out = new ByteArrayOutputStream();
    for (int message = random.nextInt(5); message >= 0; message--) {
      int opcode = random.nextBoolean() ? Opcode.TEXT : Opcode.BINARY;
      var whole = new ByteArrayOutputStream();
      int fragments = 1 + random.nextInt(3);
      for (int i = 0; i < fragments; i++) {
        var payload = new byte[random.nextInt(random.nextBoolean() ? 20 : 400)];
        random.nextBytes(payload);
        whole.writeBytes(payload);
        int fin = i == fragments - 1 ? 0x80 : 0;
        out.writeBytes(RawClient.masked(fin | (i == 0 ? opcode : 0), payload));
        if (fin == 0 && random.nextInt(3) == 0) {
          var ping = new byte[random.nextInt(126)];
          random.nextBytes(ping);
          out.writeBytes(RawClient.masked(0x80 | Opcode.PING, ping));
          expected.add("control " + Opcode.PING + Arrays.hashCode(ping));
        }
      }
      expected.add("message " + opcode + Arrays.hashCode(whole.toByteArray()));
    }
    return out.toByteArray();
  }
}
