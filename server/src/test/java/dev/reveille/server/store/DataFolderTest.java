package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path temp = Path.of("");

  @Test
  void is_where_the_platform_keeps_application_data() {
    var home = Path.of("/home/ann");

    assertThat(DataFolder.locate(Map.of("DATA_DIR", "/srv/chat"), "Linux", home))
        .isEqualTo(Path.of("/srv/chat"));
    assertThat(DataFolder.locate(Map.of("DATA_DIR", " "), "Linux", home))
        .isEqualTo(home.resolve(".local/share/reveille"));
    assertThat(DataFolder.locate(Map.of("XDG_DATA_HOME", "/data"), "Linux", home))
        .isEqualTo(Path.of("/data/reveille"));
    assertThat(DataFolder.locate(Map.of("XDG_DATA_HOME", "relative"), "FreeBSD", home))
        .isEqualTo(home.resolve(".local/share/reveille"));
    assertThat(DataFolder.locate(Map.of(), "Mac OS X", home))
        .isEqualTo(home.resolve("Library/Application Support/Reveille"));
    assertThat(DataFolder.locate(Map.of("LOCALAPPDATA", "/local"), "Windows 11", home))
        .isEqualTo(Path.of("/local/Reveille"));
    assertThat(DataFolder.locate(Map.of(), "Windows 11", home))
        .isEqualTo(home.resolve("AppData/Local/Reveille"));
  }

  @Test
  void everything_in_it_is_for_its_owner_only() throws IOException {
    try (var folder = DataFolder.open(temp.resolve("a/b"), NOW);
        var store = JdbcStore.open(folder, Features.TABLES, new Failures())) {
      var units = new Settlements(store);
      units.required("a", 1, Rows.message("#a", 1));
      assertThat(units.outcome()).isEqualTo("s");
      folder.privateFile("admin.key");

      assertThat(folder.warnings()).isEmpty();
      assertThat(mode(folder.path())).isEqualTo("rwx------");
      try (var files = Files.list(folder.path())) {
        assertThat(files)
            .extracting(f -> String.valueOf(f.getFileName()))
            .contains("reveille.db", "reveille.db-wal", "reveille.db-shm", "admin.key");
      }
      try (var files = Files.list(folder.path())) {
        assertThat(files).allMatch(f -> mode(f).equals("rw-------"));
      }
    }
  }

  @Test
  void a_looser_folder_is_left_as_it_is_and_warned_about() throws IOException {
    var loose = Files.createDirectory(temp.resolve("loose"));
    Files.setPosixFilePermissions(loose, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var folder = DataFolder.open(loose, NOW)) {
      assertThat(folder.warnings())
          .singleElement()
          .asString()
          .contains(loose.toRealPath().toString())
          .contains("chmod");
      assertThat(mode(loose)).isEqualTo("rwxr-xr-x");
    }
  }

  @Test
  void behaviour_84_a_second_open_in_this_process_is_told_who_holds_it_and_takes_nothing()
      throws Exception {
    var path = temp.resolve("held");
    try (var _ = DataFolder.open(path, NOW)) {
      var sentence =
          "Data folder %s is in use by process %d (since %s). Stop it, or use another DATA_DIR."
              .formatted(path.toRealPath(), ProcessHandle.current().pid(), NOW);
      assertThatThrownBy(() -> DataFolder.open(path, NOW))
          .isInstanceOf(StoreException.class)
          .hasMessage(sentence);
      assertThat(openInAnotherProcess(path)).isEqualTo(sentence);
    }
    assertThat(openInAnotherProcess(path)).isEqualTo("opened");
    DataFolder.open(path, NOW).close();
  }

  @Test
  void a_look_finds_the_process_that_holds_it_and_where_it_listens() throws Exception {
    var path = temp.resolve("looked");
    assertThat(DataFolder.look(path)).isEqualTo(new Occupancy.Free());
    try (var folder = DataFolder.open(path, NOW)) {
      assertThat(held(path).pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(held(path).chat()).isNull();
      folder.announce("ws://127.0.0.1:1", "http://127.0.0.1:2/", path.resolve("a log"));
      assertThat(held(path).since()).isEqualTo(NOW);
      assertThat(held(path).chat()).isEqualTo("ws://127.0.0.1:1");
      assertThat(held(path).dashboard()).isEqualTo("http://127.0.0.1:2/");
      assertThat(held(path).log()).isEqualTo(path.resolve("a log").toString());
      assertThat(openInAnotherProcess(path)).contains("in use by process");
    }
    assertThat(DataFolder.look(path)).isEqualTo(new Occupancy.Free());
    assertThat(openInAnotherProcess(path)).isEqualTo("opened");
  }

  @Test
  void behaviour_84_the_note_of_a_killed_process_is_no_holder_even_if_its_id_is_given_again()
      throws Exception {
    var path = Files.createDirectory(temp.resolve("killed"));
    var me = ProcessHandle.current().pid();
    Files.createFile(path.resolve("reveille.lock"));
    for (var note :
        List.of(
            "%d %s%nstart another:1%n".formatted(me, NOW),
            "%d %s%n".formatted(me, NOW),
            "%d %s%nstart x:1%n".formatted(Integer.MAX_VALUE, NOW))) {
      Files.writeString(path.resolve("reveille.holder"), note);
      assertThat(DataFolder.look(path)).as(note).isInstanceOf(Occupancy.Left.class);
    }
    for (var note : List.of("", "no note", "7 yesterday", "x".repeat(100))) {
      Files.writeString(path.resolve("reveille.holder"), note);
      assertThat(DataFolder.look(path)).as(note).isEqualTo(new Occupancy.Free());
    }
    DataFolder.open(path, NOW).close();
  }

  @Test
  void a_lock_whose_holder_cannot_be_seen_is_not_free() throws Exception {
    var path = temp.resolve("hidden");
    try (var _ = DataFolder.open(path, NOW)) {
      Files.writeString(path.resolve("reveille.holder"), "7 %s%nstart other:1%n".formatted(NOW));
      assertThat(DataFolder.look(path)).isEqualTo(new Occupancy.Hidden());
      // and the look took nothing away
      assertThat(openInAnotherProcess(path)).contains("in use by process 7");
    }
  }

  private static FolderHolder held(Path path) {
    return ((Occupancy.Held) DataFolder.look(path)).holder();
  }

  @Test
  void a_path_that_cannot_be_a_folder_is_refused_with_advice() throws IOException {
    var file = Files.createFile(temp.resolve("file"));

    for (var path : List.of(file, file.resolve("below"))) {
      assertThatThrownBy(() -> DataFolder.open(path, NOW))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cannot be used")
          .hasMessageNotContaining("Exception")
          .hasMessageContaining("DATA_DIR");
    }
  }

  /** The other process of the test. */
  public static final class Other {
    private Other() {}

    public static void main(String[] args) {
      try (var _ = DataFolder.open(Path.of(args[0]), NOW)) {
        System.out.println("opened");
      } catch (StoreException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String openInAnotherProcess(Path path) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                path.toString())
            .redirectErrorStream(true)
            .start();
    try (var said = process.inputReader()) {
      var text = said.readAllAsString();
      process.waitFor();
      return text.strip();
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
