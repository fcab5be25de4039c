package dev.reveille.server.admin;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a list's file. Part of the admin cell.
 *
 * <p>The store has the truth and the file follows it. But a person may change the file while the
 * server is down, and then the file is right. So the store also holds the checksum of the file's
 * content and of the content that is being written. Each checksum is stored before the file can
 * have that content. A file with any other content was changed by somebody else. For this there is
 * at most one write at a time.
 */
final class ListFileMirror {
  private static final String NOTHING = "";

  private final Supplier<String> content;
  private ListFile file;
  private boolean busy;

  ListFileMirror(Optional<ListFile> stored, String name, Supplier<String> content) {
    this.file = stored.orElse(new ListFile(name, NOTHING, NOTHING));
    this.content = content;
  }

  /** True if a write is in progress. */
  boolean isBusy() {
    return busy;
  }

  /**
   * True if somebody else wrote the file's content.
   *
   * @param checksum absent = there is no file; a deleted file is written again
   */
  boolean isForeign(@Nullable String checksum) {
    return checksum != null && !file.isKnown(checksum);
  }

  /** Stores the checksum of the file's content. */
  void seen(@Nullable String checksum, List<Write> writes) {
    var now = checksum == null ? NOTHING : checksum;
    save(new ListFile(file.name(), now, now), writes);
  }

  /** Starts to write the file if it differs from the list. The end of a write starts the next. */
  void follow(List<Write> writes, List<Effect> effects) {
    if (busy) return;
    var text = content.get();
    var checksum = ListDocument.checksum(text);
    boolean neededAtAll = !file.known().equals(NOTHING) || !text.startsWith("[]");
    if (checksum.equals(file.known()) || !neededAtAll) return;
    save(new ListFile(file.name(), file.known(), checksum), writes);
    effects.add(new AdminEffect.WriteFile(file.name(), text, checksum));
    busy = true;
  }

  void written(AdminCommand.FileWritten report, List<Write> writes, List<Effect> effects) {
    busy = false;
    var now = report.success() ? report.checksum() : file.known();
    save(new ListFile(file.name(), now, now), writes);
    // After a failed write, the next change or the next start tries again. The change may have come
    // already.
    boolean changed = !ListDocument.checksum(content.get()).equals(report.checksum());
    if (report.success() || changed) follow(writes, effects);
  }

  private void save(ListFile now, List<Write> writes) {
    if (now.equals(file)) return;
    file = now;
    writes.add(new SaveListFile(now));
  }
}
