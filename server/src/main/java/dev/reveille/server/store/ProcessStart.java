package dev.reveille.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The start of a process, as a text that is equal only for the same process.
 *
 * <p>A process id is used again after its process has ended. The id and the start together are not.
 * On Linux the start is counted from the boot, because somebody may set the wall clock.
 */
final class ProcessStart {
  private static final Path PROC = Path.of("/proc");
  private static final Path BOOT = PROC.resolve("sys/kernel/random/boot_id");

  /**
   * Indexes of the fields after the name in parentheses: the state, and the start in ticks since
   * the boot.
   */
  private static final int STATE = 0;

  private static final int TICKS = 19;

  private ProcessStart() {}

  /**
   * Returns the start; empty if there is no such process, or if it has ended and waits for its
   * parent.
   */
  static Optional<String> of(long pid) {
    if (pid <= 0) return Optional.empty();
    try {
      if (Files.isReadable(BOOT)) return inProc(pid);
    } catch (IOException e) {
      return Optional.empty();
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(Object::toString);
  }

  private static Optional<String> inProc(long pid) throws IOException {
    var stat = Files.readString(PROC.resolve(pid + "/stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    boolean ended = fields.length <= TICKS || fields[STATE].matches("[ZXx]");
    return ended
        ? Optional.empty()
        : Optional.of(Files.readString(BOOT).strip() + ":" + fields[TICKS]);
  }
}
