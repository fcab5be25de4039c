package dev.reveille.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything a server keeps. Only its owner can read it. One process holds it
 * from {@link #open} to {@link #close}.
 */
public final class DataFolder implements AutoCloseable {
  private static final String DATABASE = "reveille.db";
  private static final String LOCK = "reveille.lock";
  private static final String HOLDER = "reveille.holder";

  /** The operating system's text for a full disk. Java has no exception of its own for it. */
  static final String FULL = "No space left on device";

  /*
   * The folders that this process holds. An OS lock belongs to the process, and on POSIX the
   * process loses it when it opens and closes the file a second time. So this must be checked
   * before the file is touched.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /*
   * The number of tries to lock. Another process takes the lock for a moment when it checks whether
   * the folder is held.
   */
  private static final int TRIES = 10;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

  private final Path path;
  private final FileChannel channel;
  private final FolderHolder self;
  private final List<String> warnings;

  private DataFolder(Path path, FileChannel channel, FolderHolder self, List<String> warnings) {
    this.path = path;
    this.channel = channel;
    this.self = self;
    this.warnings = warnings;
  }

  /**
   * Returns the path of the data folder: {@code DATA_DIR} if set, else the platform's folder for
   * application data.
   *
   * @param environment the variables of the process
   * @param os as in the system property {@code os.name}
   * @param home the user's home folder
   */
  public static Path locate(Map<String, String> environment, String os, Path home) {
    var explicit = environment.getOrDefault("DATA_DIR", "");
    if (!explicit.isBlank()) return Path.of(explicit);
    var system = os.toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) return home.resolve("Library/Application Support/Reveille");
    if (system.startsWith("windows")) {
      var local = environment.getOrDefault("LOCALAPPDATA", "");
      return (local.isBlank() ? home.resolve("AppData/Local") : Path.of(local)).resolve("Reveille");
    }
    // By the XDG rules, a relative path is invalid and counts as unset.
    var data = environment.getOrDefault("XDG_DATA_HOME", "");
    var base = data.startsWith("/") ? Path.of(data) : home.resolve(".local/share");
    return base.resolve("reveille");
  }

  /**
   * Creates the folder if needed and locks it for this process.
   *
   * @param now the time for the note that tells other processes who holds the folder
   */
  public static DataFolder open(Path folder, Instant now) {
    Path path;
    try {
      path = create(folder.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw unusable(folder, e);
    }
    if (!HELD.add(path)) throw inUse(path);
    try {
      return take(path, now);
    } catch (IOException e) {
      HELD.remove(path);
      throw unusable(path, e);
    } catch (RuntimeException e) {
      HELD.remove(path);
      throw e;
    }
  }

  /**
   * Returns who holds a folder. Changes nothing.
   *
   * @throws StoreException if this cannot be found out, with the reason
   */
  public static Occupancy look(Path folder) {
    try {
      if (!Files.isDirectory(folder)) return new Occupancy.Free();
      var path = folder.toRealPath();
      Occupancy seen = new Occupancy.Hidden();
      // A process that has just locked the folder writes its note next.
      for (int i = 0; i < TRIES && seen instanceof Occupancy.Hidden; i++) {
        if (i > 0) LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
        seen = lookOnce(path);
      }
      return seen;
    } catch (IOException e) {
      throw new StoreException(
          "Cannot look into the data folder %s: %s.".formatted(folder, reason(e)), e);
    }
  }

  private static Occupancy lookOnce(Path path) throws IOException {
    var note = note(path);
    if (note.isPresent() && note.get().runs()) return new Occupancy.Held(note.get());
    if (isLocked(path)) return new Occupancy.Hidden();
    return note.<Occupancy>map(Occupancy.Left::new).orElseGet(Occupancy.Free::new);
  }

  private static boolean isLocked(Path path) throws IOException {
    if (HELD.contains(path)) return true;
    try (var channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.WRITE)) {
      return tryLock(channel) == null;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static Optional<FolderHolder> note(Path path) throws IOException {
    return noteFile(path).read().flatMap(FolderHolder::parse);
  }

  private static OwnerFile noteFile(Path path) {
    return new OwnerFile(path.resolve(HOLDER), FolderHolder.MOST_BYTES);
  }

  /**
   * Tells other processes the addresses of this one. Before this call it counts as starting.
   *
   * @param log the file that it logs to; null = standard error
   */
  public void announce(String chat, String dashboard, @Nullable Path log) {
    try {
      noteFile(path).write(self.at(chat, dashboard, log == null ? null : log.toString()).text());
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  public Path path() {
    return path;
  }

  public Path database() {
    return database(path);
  }

  /** Returns the path of a folder's database. This process need not hold the folder. */
  static Path database(Path folder) {
    return folder.resolve(DATABASE);
  }

  /** Returns warnings for a person; empty if there are none. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * Returns a file of this folder that only its owner can read. Creates it empty if it does not
   * exist.
   */
  public Path privateFile(String name) {
    try {
      return createFile(path.resolve(name));
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Releases the folder, so that another process can open it. */
  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(path.resolve(HOLDER));
    } catch (IOException e) {
      throw unusable(path, e);
    } finally {
      HELD.remove(path);
    }
  }

  private static DataFolder take(Path path, Instant now) throws IOException {
    var channel = FileChannel.open(createFile(path.resolve(LOCK)), StandardOpenOption.WRITE);
    try {
      if (!lock(channel)) throw inUse(path);
      var self = FolderHolder.self(now);
      noteFile(path).write(self.text());
      // SQLite gives its log and index the permissions of the database.
      createFile(path.resolve(DATABASE));
      return new DataFolder(path, channel, self, warningsAbout(path));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      if (i > 0) LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      if (tryLock(channel) != null) return true;
    }
    return false;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static Path create(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      var parent = folder.getParent();
      if (parent != null) Files.createDirectories(parent);
      try {
        Files.createDirectory(folder, ownerOnly(folder, "rwx------"));
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(folder)) throw e;
      }
    }
    return folder.toRealPath();
  }

  private static Path createFile(Path file) throws IOException {
    try {
      return Files.createFile(file, ownerOnly(file, "rw-------"));
    } catch (FileAlreadyExistsException e) {
      return file;
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return posix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static List<String> warningsAbout(Path folder) throws IOException {
    var warnings = new ArrayList<String>();
    if (posix(folder)) {
      for (var path : List.of(folder, folder.resolve(DATABASE))) {
        var others = EnumSet.noneOf(PosixFilePermission.class);
        others.addAll(Files.getPosixFilePermissions(path));
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        if (!others.isEmpty()) {
          warnings.add(
              "Other users of this machine may look into %s. To keep them out: chmod go= '%s'"
                  .formatted(path, path));
        }
      }
    }
    return List.copyOf(warnings);
  }

  private static StoreException inUse(Path path) {
    return new StoreException(
        "Data folder %s is in use by %s. Stop it, or use another DATA_DIR."
            .formatted(path, holder(path)));
  }

  private static String holder(Path path) {
    try {
      return note(path)
          .map(note -> "process %d (since %s)".formatted(note.pid(), note.since()))
          .orElse("another process");
    } catch (IOException e) {
      return "another process";
    }
  }

  private static StoreException unusable(Path folder, IOException e) {
    var reason = reason(e);
    return new StoreException(
        "Data folder %s cannot be used: %s. %s, or use another DATA_DIR."
            .formatted(
                folder,
                reason,
                reason.endsWith(FULL)
                    ? "Free some space there"
                    : "Make it a folder that you can write to"),
        e);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException f -> f.getFile() + " is not a folder";
      case AccessDeniedException f -> f.getFile() + ": permission denied";
      case FileSystemException f when f.getReason() != null -> f.getFile() + ": " + f.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
