package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The place where a process finds what is kept. Locks, cooldowns and wakes are all in that folder.
 */
class FolderTest {
  @TempDir Path temp = Path.of("");

  /** The other process of the test. */
  public static final class Where {
    private Where() {}

    public static void main(String[] args) {
      System.out.println(Settings.load(null, Map.of(), System.getenv()).dataFolder());
    }
  }

  private String from(String place) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Where.class.getName())
            .directory(Files.createDirectory(temp.resolve(place)).toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("HOME", temp.toString());
    var process = builder.start();
    try (var said = process.inputReader()) {
      var text = said.readAllAsString().strip();
      process.waitFor();
      return text;
    }
  }

  @Test
  void behaviour_85_another_working_directory_finds_the_same_folder() throws Exception {
    var first = from("one");
    assertThat(first).startsWith(temp.toString());
    assertThat(from("two")).isEqualTo(first);
  }
}
