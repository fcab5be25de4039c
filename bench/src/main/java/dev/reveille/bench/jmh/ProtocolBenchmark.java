package dev.reveille.bench.jmh;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures one message, and one proof of identity, in the protocol module. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ProtocolBenchmark {
  private static final String CONTENT = "the build is green again, taking the next task".repeat(2);

  private final String incoming =
      "{\"type\":\"MSG\",\"to\":\"#general\",\"content\":\"" + CONTENT + "\"}";
  private final ServerMessage.Msg outgoing =
      new ServerMessage.Msg(
          1_700_000_000_000L,
          "@0123456789abcdef",
          "builder",
          "#general",
          CONTENT,
          42,
          "1700000000000-abc123",
          false,
          "");
  private final Identity identity = Identity.generate();
  private final String text = AuthText.challenge("ab".repeat(16), "chal_1_2", "1700000000000");
  private final String signature = identity.sign(text);

  @Benchmark
  public ClientMessages.Read read_a_client_msg() {
    return ClientMessages.read(incoming);
  }

  @Benchmark
  public byte[] write_a_server_msg() {
    return ServerMessages.write(outgoing, outgoing.ts());
  }

  @Benchmark
  public boolean verify_a_signature() {
    return identity.publicKey().verifies(text, signature);
  }
}
