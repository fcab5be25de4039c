package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class RehearsalTest {
  @TempDir private Path folder;

  @Test
  void every_part_of_the_rehearsal_is_played_to_its_end() {
    var settings =
        Map.of(
            "DATA_DIR", folder.toString(),
            "HOST", "127.0.0.1",
            "PORT", "0",
            "RATE_LIMIT_MS", "0",
            "FRAME_LIMIT", "0",
            "FRAME_LIMIT_PREAUTH", "0");
    try (var server = new EmbeddedServer().start(Optional.empty(), settings, Map.of())) {
      var size = new Rehearsal.Size(1, 3, 2, 3, 8);
      assertThat(new Rehearsal(server.webSocketUri(), size).play()).isZero();
    }
  }
}
