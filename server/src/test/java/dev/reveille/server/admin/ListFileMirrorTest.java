package dev.reveille.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whatever moment the process dies in, what the server wrote is told from what a person wrote. */
class ListFileMirrorTest {
  private String list = "[]\n";
  private Optional<ListFile> stored = Optional.empty();
  private ListFileMirror mirror = loaded();

  private ListFileMirror loaded() {
    return new ListFileMirror(stored, "bans", () -> list);
  }

  private static String sum(String text) {
    return ListDocument.checksum(text);
  }

  private List<Effect> store(List<Write> writes, List<Effect> effects) {
    for (var write : writes) stored = Optional.of(((SaveListFile) write).file());
    return effects;
  }

  private List<Effect> change(String now) {
    list = now;
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    mirror.follow(writes, effects);
    return store(writes, effects);
  }

  private List<Effect> written(String text, boolean success) {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    mirror.written(new AdminCommand.FileWritten("bans", sum(text), success), writes, effects);
    return store(writes, effects);
  }

  private static AdminEffect.WriteFile write(String text) {
    return new AdminEffect.WriteFile("bans", text, sum(text));
  }

  @Test
  void an_empty_list_that_never_had_a_file_gets_none() {
    assertThat(change("[]\n")).isEmpty();
    assertThat(stored).isEmpty();
  }

  @Test
  void one_write_at_a_time_and_its_end_starts_the_next() {
    assertThat(change("a")).containsExactly(write("a"));
    assertThat(mirror.isBusy()).isTrue();
    assertThat(change("b")).isEmpty();
    assertThat(change("c")).isEmpty();
    assertThat(written("a", true)).containsExactly(write("c"));
    assertThat(written("c", true)).isEmpty();
    assertThat(mirror.isBusy()).isFalse();
    assertThat(change("c")).isEmpty();
    assertThat(change("[]\n")).containsExactly(write("[]\n"));
  }

  @Test
  void after_a_crash_the_old_and_the_new_content_are_ours_and_any_other_is_not() {
    change("a");
    written("a", true);
    change("b");
    change("c");
    mirror = loaded();
    assertThat(mirror.isForeign(sum("a"))).isFalse();
    assertThat(mirror.isForeign(sum("b"))).isFalse();
    assertThat(mirror.isForeign(sum("x"))).isTrue();
    assertThat(mirror.isForeign(null)).isFalse();
  }

  @Test
  void a_failed_write_is_tried_again_at_the_next_change() {
    change("a");
    assertThat(written("a", false)).isEmpty();
    assertThat(mirror.isBusy()).isFalse();
    assertThat(change("b")).containsExactly(write("b"));
  }

  @Test
  void a_file_that_was_deleted_comes_back() {
    change("a");
    written("a", true);
    mirror = loaded();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    mirror.seen(null, writes);
    mirror.follow(writes, effects);
    assertThat(effects).containsExactly(write("a"));
  }
}
