package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A store that cannot be opened says why and what to do, in one line. */
class UnopenedStoreTest {
  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("reveille.db");
  }

  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, the disk is full. Free some space",
    "SQLITE_READONLY, it cannot be written. Make the file and its folder writable",
    "SQLITE_READONLY_DIRECTORY, it cannot be written. Make the file and its folder writable",
    "SQLITE_CANTOPEN, it is no file that you can read and write. Change its owner or permissions",
    "SQLITE_PERM, it is no file that you can read and write. Change its owner or permissions",
    "SQLITE_BUSY, another program keeps it locked. Close that program",
    "SQLITE_NOTADB, 'it is damaged, or was made by another program. Put a copy of it back'",
    "SQLITE_CORRUPT, 'it is damaged, or was made by another program. Put a copy of it back'",
    "SQLITE_IOERR_WRITE, the disk reported an error",
    "SQLITE_ERROR, many lines. Check the folder",
  })
  void every_failure_has_a_sentence_also_below_a_failed_migration(
      SQLiteErrorCode code, String expected) {
    var failure = new SQLiteException("many\n  lines", code);
    for (var e : new Exception[] {failure, new FlywayException("many\n----\n lines", failure)}) {
      assertThat(new Sqlite(file()).whyNotOpened(e))
          .startsWith(code == SQLiteErrorCode.SQLITE_ERROR ? "many" : expected)
          .endsWith("or use another DATA_DIR.")
          .doesNotContain("\n", "SQLITE_");
    }
    assertThat(new Sqlite(file()).whyNotOpened(failure)).startsWith(expected);
  }

  @Test
  void what_is_no_database_is_named() throws IOException {
    Files.writeString(file(), "no database ".repeat(500));
    refused("it is damaged, or was made by another program.");
  }

  @Test
  void a_folder_in_its_place_is_named() throws IOException {
    Files.createDirectory(file());
    refused("it is no file that you can read and write.");
  }

  private void refused(String why) {
    assertThatThrownBy(() -> JdbcStore.open(file(), Features.TABLES, new Failures()))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("The database " + file() + " cannot be opened: " + why)
        .hasMessageEndingWith("or use another DATA_DIR.");
  }
}
