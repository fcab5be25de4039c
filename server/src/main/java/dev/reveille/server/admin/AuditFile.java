package dev.reveille.server.admin;

import dev.reveille.protocol.Json;
import dev.reveille.server.store.EventLog;
import dev.reveille.server.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the audit into a file of JSON lines, for programs that watch files.
 *
 * <p>The store holds the log; this copy is a moment later. After a restart it continues after the
 * last line that it wrote, so every event is in the files once while they exist.
 */
public final class AuditFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AuditFile.class);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int PAGE = 500;
  private static final int LAST_LINE = 64 << 10;

  /** The number of files besides the newest. */
  static final int KEPT = 4;

  private final EventLog events;
  private final Path file;
  private final long mostBytes;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("audit-file").daemon().factory());

  private long last;
  private boolean failing;

  AuditFile(EventLog events, Path file, long mostBytes) throws IOException {
    this.events = events;
    this.file = file;
    this.mostBytes = mostBytes;
    last = Math.max(lastId(file), lastId(numbered(1)));
  }

  /**
   * Starts to copy.
   *
   * @throws StoreException with a sentence that names the file, if it cannot be written
   */
  public static AuditFile start(Path dataFolder, Path file) {
    try {
      var following = new AuditFile(EventLog.open(dataFolder), file, 16 << 20);
      following.append(endsWithNewline(file) ? "" : "\n");
      var _ =
          following.thread.scheduleWithFixedDelay(
              following::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return following;
    } catch (IOException e) {
      throw new StoreException(
          "AUDIT_LOG %s cannot be written (%s). Name a file that you can write to, or leave it empty."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private void look() {
    try {
      follow();
      failing = false;
    } catch (IOException | RuntimeException | Error e) {
      if (!failing) log.warn("{} cannot be written; it is tried again each second", file, e);
      failing = true;
    }
  }

  /** Appends all new events. */
  synchronized void follow() throws IOException {
    while (true) {
      var page = events.after(last, PAGE);
      if (page.isEmpty()) return;
      var lines = new StringBuilder();
      for (var event : page) lines.append(EventLog.json(event)).append('\n');
      if (Files.exists(file) && Files.size(file) >= mostBytes) rotate();
      append(lines.toString());
      last = page.getLast().id();
    }
  }

  private void append(String lines) throws IOException {
    if (!Files.exists(file)) Files.createFile(file, ownerOnly());
    Files.writeString(file, lines, StandardOpenOption.APPEND);
  }

  /** False if the process died while it wrote the last line. */
  private static boolean endsWithNewline(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) return true;
    try (var channel = Files.newByteChannel(file)) {
      var end = ByteBuffer.allocate(1);
      channel.position(channel.size() - 1).read(end);
      return end.get(0) == '\n';
    }
  }

  private FileAttribute<?>[] ownerOnly() {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private void rotate() throws IOException {
    for (int i = KEPT; i > 0; i--) {
      var older = numbered(i);
      var newer = i == 1 ? file : numbered(i - 1);
      if (Files.exists(newer)) Files.move(newer, older, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  /** Returns the id in a file's last whole line; 0 if there is none. */
  private static long lastId(Path file) throws IOException {
    if (!Files.exists(file)) return 0;
    try (var channel = Files.newByteChannel(file)) {
      long size = channel.size();
      var tail = ByteBuffer.allocate((int) Math.min(size, LAST_LINE));
      channel.position(size - tail.capacity());
      while (tail.hasRemaining() && channel.read(tail) >= 0) {}
      var lines = new String(tail.array(), StandardCharsets.UTF_8).lines().toList();
      for (var line : lines.reversed()) {
        var json = Json.read(line);
        if (json.isPresent() && json.get().path("id").asLong(0) > 0) {
          return json.get().path("id").asLong(0);
        }
      }
      return 0;
    }
  }

  /** Writes the remaining events. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(2, TimeUnit.SECONDS)) thread.shutdownNow();
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    look();
    events.close();
  }
}
