package dev.reveille.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.SecureRandomness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The private keys that the server keeps, and the file that seals them. */
class KeptKeysTest {
  @TempDir Path folder = Path.of("");

  private final Failures troubles = new Failures();
  private final MemoryServerKey key = new MemoryServerKey();
  private final KeptKeys keys = new KeptKeys(key, new SecureRandomness(), troubles);

  private KeptKeys onDisk() {
    return new KeptKeys(
        new ServerKeyFile(folder, new SecureRandomness()), new SecureRandomness(), troubles);
  }

  private static void assertWorks(KeptKeys keys, StoredKept kept) throws ServerKey.Unusable {
    var identity = keys.open(kept);
    assertThat("@" + identity.agentId()).isEqualTo(kept.agent());
    assertThat(identity.publicKey().verifies("text", identity.sign("text"))).isTrue();
  }

  @Test
  void a_sealed_key_opens_again_and_is_not_in_its_row() throws Exception {
    var kept = keys.make("ci", List.of(), 5);
    assertWorks(keys, kept);
    var secret = keys.open(kept).privatePem();
    assertThat(kept.sealed()).doesNotContain(secret.substring(40, 60));
    assertThat(kept.toString()).doesNotContain(kept.sealed());
  }

  @Test
  void a_row_that_was_given_to_another_agent_does_not_open() throws Exception {
    var ann = keys.make("ann", List.of(), 5);
    var bob = keys.make("bob", List.of(ann), 5);
    var swapped =
        new StoredKept(ann.agent(), ann.name(), ann.pubkey(), bob.sealed(), ann.created(), null);
    assertThatThrownBy(() -> keys.open(swapped))
        .isInstanceOf(ServerKey.Unusable.class)
        .hasMessageContaining("identity ann")
        .hasMessageContaining("server.key");
  }

  @Test
  void a_damaged_row_does_not_open() throws Exception {
    var kept = keys.make("ci", List.of(), 5);
    for (var sealed : List.of("", "1:", "1:x:y", "2:AAAA:AAAA", kept.sealed() + "A", "1:%:%")) {
      var bad = new StoredKept(kept.agent(), "ci", kept.pubkey(), sealed, 5, null);
      assertThatThrownBy(() -> keys.open(bad)).isInstanceOf(ServerKey.Unusable.class);
    }
  }

  @Test
  void health_shows_a_lost_key_until_it_is_back_and_no_second_one_is_made() throws Exception {
    var kept = keys.make("ci", List.of(), 5);
    key.lose();
    keys.check(List.of(kept));
    assertThat(troubles.failing()).containsExactly("server.key");
    assertThatThrownBy(() -> keys.make("other", List.of(kept), 6))
        .isInstanceOf(ServerKey.Unusable.class)
        .hasMessageContaining("memory/server.key is missing")
        .hasMessageContaining("backup")
        .hasMessageContaining("token revoke --identity");
    key.putBack();
    keys.check(List.of(kept));
    assertThat(troubles.failing()).isEmpty();
    assertWorks(keys, kept);
  }

  @Test
  void a_new_key_is_made_once_the_identities_of_the_lost_one_are_revoked() throws Exception {
    var kept = keys.make("ci", List.of(), 5);
    key.lose();
    keys.check(List.of(kept));
    assertWorks(keys, keys.make("other", List.of(kept.ended(6)), 7));
    assertThat(troubles.failing()).isEmpty();
  }

  @Test
  void another_servers_key_opens_nothing() throws Exception {
    var kept = keys.make("ci", List.of(), 5);
    var other = new byte[ServerKey.BYTES];
    other[0] = 1;
    key.replace(other);
    assertThatThrownBy(() -> keys.open(kept)).hasMessageContaining("of another server");
    assertThatThrownBy(() -> keys.make("other", List.of(kept), 6))
        .hasMessageContaining("of another server");
  }

  @Test
  void the_file_is_made_on_first_need_for_its_owner_only_and_is_read_again() throws Exception {
    var file = folder.resolve(ServerKeyFile.NAME);
    onDisk().check(List.of());
    assertThat(file).doesNotExist();
    var kept = onDisk().make("ci", List.of(), 5);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(ServerKeyFile.isOpenToOthers(folder)).isFalse();
    assertWorks(onDisk(), kept);
    assertWorks(onDisk(), onDisk().make("other", List.of(kept), 6));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(ServerKeyFile.isOpenToOthers(folder)).isTrue();
  }

  @Test
  void a_damaged_file_is_not_replaced() throws Exception {
    var file = folder.resolve(ServerKeyFile.NAME);
    for (var text : List.of("", "not base64!", "AAAA", "A".repeat(10_000))) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> onDisk().make("ci", List.of(), 5))
          .isInstanceOf(ServerKey.Unusable.class)
          .hasMessageContaining(file.toString());
      assertThat(file).hasContent(text);
    }
  }
}
