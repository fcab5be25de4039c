package dev.reveille.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminKeysTest {
  @TempDir Path folder = Path.of("");

  @Test
  void the_admin_key_opens_everything_and_the_other_only_lists_and_kicks() {
    var keys = new AdminKeys("big", Optional.of("small"));
    assertThat(keys.allow(true, "big")).isTrue();
    assertThat(keys.allow(true, "small")).isTrue();
    assertThat(keys.allow(true, "bi")).isFalse();
    assertThat(keys.allow(false, "big")).isTrue();
    assertThat(keys.allow(false, "small")).isFalse();
    assertThat(keys.isAdmin("big")).isTrue();
    assertThat(keys.isAdmin("small")).isFalse();
  }

  @Test
  void a_key_that_was_not_set_opens_nothing() {
    var keys = new AdminKeys("big", Optional.empty());
    assertThat(keys.allow(true, "")).isFalse();
    assertThat(keys.allow(true, "x".repeat(100_000))).isFalse();
  }

  @Test
  void the_first_start_makes_a_key_that_only_its_owner_can_read_and_the_next_finds_it()
      throws IOException {
    var key = AdminKeyFile.loadOrMake(folder, new SeededRandomness(1));
    var file = folder.resolve("admin.key");
    assertThat(key).hasSize(43).matches("[A-Za-z0-9_-]+");
    assertThat(Files.readString(file)).isEqualTo(key + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(AdminKeyFile.isOpenToOthers(folder)).isFalse();
    assertThat(AdminKeyFile.loadOrMake(folder, new SeededRandomness(2))).isEqualTo(key);
  }

  @Test
  void an_empty_file_is_no_key() throws IOException {
    Files.writeString(folder.resolve("admin.key"), "\n");
    assertThat(AdminKeyFile.loadOrMake(folder, new SeededRandomness(1))).hasSize(43);
  }

  @Test
  void a_file_that_cannot_be_read_stops_the_start_with_a_sentence() throws IOException {
    Files.createDirectory(folder.resolve("admin.key"));
    assertThatThrownBy(() -> AdminKeyFile.loadOrMake(folder, new SeededRandomness(1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("admin.key")
        .hasMessageContaining("AGENTCHAT_ADMIN_KEY");
  }

  @Test
  void a_key_that_others_can_read_is_noticed() throws IOException {
    AdminKeyFile.loadOrMake(folder, new SeededRandomness(1));
    Files.setPosixFilePermissions(
        folder.resolve("admin.key"), PosixFilePermissions.fromString("rw-r-----"));
    assertThat(AdminKeyFile.isOpenToOthers(folder)).isTrue();
  }
}
