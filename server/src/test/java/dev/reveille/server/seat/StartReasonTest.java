package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SessionEnding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StartReasonTest {
  @Test
  void the_reference_names_every_reason_and_every_ending_of_a_session() throws IOException {
    var page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int memory = page.indexOf("\n### MEMORY\n");
    var row =
        page.substring(memory)
            .lines()
            .filter(line -> line.startsWith("| `sessions` |"))
            .findFirst()
            .orElseThrow();
    int reasons = row.indexOf("`reason`:");
    int endings = row.indexOf("`ending`:");
    for (var reason : StartReason.values()) {
      assertThat(row.substring(reasons, endings)).contains("`" + reason.word() + "`");
    }
    for (var ending : SessionEnding.values()) {
      assertThat(row.substring(endings)).contains("`" + ending.word() + "`");
    }
  }
}
