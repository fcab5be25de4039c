package dev.reveille.server.admin;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A list's file, as its owner knows it. Part of the admin cell.
 *
 * <p>The store has the truth; the file follows it. But a person may change the file while the
 * server is down, and then the file is right. So the store also knows the checksum of what the file
 * holds and of what is just being written to it, each before it can be true: a file with any other
 * content was changed by somebody else. For that there is at most one write at a time.
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

  /** Whether a write is on its way. */
  boolean isBusy() {
    return busy;
  }

  /**
   * Whether somebody else wrote what the file holds.
   *
   * @param checksum absent = there is no file; what was deleted comes back
   */
  boolean isForeign(@Nullable String checksum) {
    return checksum != null && !file.isKnown(checksum);
  }

  /** This is what the file holds. */
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
    // After a failure the next change tries again, and the next start. It may have come already.
    boolean changed = !ListDocument.checksum(content.get()).equals(report.checksum());
    if (report.success() || changed) follow(writes, effects);
  }

  private void save(ListFile now, List<Write> writes) {
    if (now.equals(file)) return;
    file = now;
    writes.add(new SaveListFile(now));
  }
}
