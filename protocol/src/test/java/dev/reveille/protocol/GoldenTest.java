package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The bytes of the wire do not change by accident: each sample has its line in a file. */
class GoldenTest {
  static final long TS = 1_700_000_000_000L;

  @Test
  void client_messages_are_written_as_recorded() throws IOException {
    assertThat(Samples.CLIENT.stream().map(ClientMessages::write))
        .containsExactlyElementsOf(lines("client.jsonl"));
  }

  @Test
  void server_messages_are_written_as_recorded() throws IOException {
    assertThat(
            Samples.SERVER.stream()
                .map(m -> new String(ServerMessages.write(m, TS), StandardCharsets.UTF_8)))
        .containsExactlyElementsOf(lines("server.jsonl"));
  }

  private static List<String> lines(String file) throws IOException {
    try (var in = GoldenTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }
}
