package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Whatever bytes come from a socket, however they are cut, the same frames come out of them.
 *
 * <p>The build replays the stored inputs. To look for new ones:
 *
 * <pre>{@code
 * JAZZER_FUZZ=1 mvn -pl server -am test -Dtest='FrameDecoderFuzz' \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * }</pre>
 */
@Tag("jazzer")
class FrameDecoderFuzz {

  /** Writes down what it is told. */
  private static final class Recorder implements FrameDecoder.Sink {
    private final List<String> seen = new ArrayList<>();

    @Override
    public void message(int opcode, byte[] bytes, int length) {
      seen.add("message " + opcode + Arrays.hashCode(Arrays.copyOf(bytes, length)));
    }

    @Override
    public void control(int opcode, byte[] bytes, int length) {
      assertThat(length).isLessThanOrEqualTo(125);
      seen.add("control " + opcode + Arrays.hashCode(Arrays.copyOf(bytes, length)));
    }

    @Override
    public void violation(int closeCode, String reason) {
      seen.add("violation " + closeCode);
    }
  }

  @FuzzTest(maxDuration = "10m")
  void however_bytes_are_cut_the_same_frames_come_out(byte[] bytes) {
    var whole = decode(bytes, bytes.length);
    assertThat(decode(bytes, 1)).isEqualTo(whole);
    assertThat(decode(bytes, 7)).isEqualTo(whole);
    assertThat(whole.stream().filter("violation 1002"::equals)).hasSizeLessThan(2);
  }

  private static List<String> decode(byte[] bytes, int piece) {
    var recorder = new Recorder();
    var decoder = new FrameDecoder();
    var scratch = new byte[125];
    for (int at = 0; at < bytes.length; at += piece) {
      int size = Math.min(piece, bytes.length - at);
      decoder.decode(Unpooled.wrappedBuffer(bytes, at, size), scratch, recorder);
    }
    return recorder.seen;
  }
}
