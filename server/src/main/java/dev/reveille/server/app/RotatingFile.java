package dev.reveille.server.app;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * A log file that only its owner may read. It never grows beyond its limit: when it is full, it is
 * renamed to {@code name.1}, and so on, and the oldest is deleted.
 *
 * <p>Data that cannot be written is dropped, so a full disk stops nobody. The next write tries
 * again.
 */
final class RotatingFile extends OutputStream {
  private final Path file;
  private final long mostBytes;
  private final int kept;

  /** Guarded by this, like everything here. */
  private @Nullable OutputStream out;

  private long size;

  /**
   * @param kept how many files stay besides the newest
   * @throws IOException if it cannot be written now
   */
  RotatingFile(Path file, long mostBytes, int kept) throws IOException {
    this.file = file;
    this.mostBytes = mostBytes;
    this.kept = kept;
    open();
  }

  @Override
  public synchronized void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    try {
      if (size > 0 && size + length > mostBytes) rotate();
      int fits = (int) Math.min(length, mostBytes);
      var target = out == null ? open() : out;
      target.write(bytes, offset, fits);
      size += fits;
    } catch (IOException e) {
      close();
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (out != null) out.close();
    } catch (IOException e) {
      // nothing is buffered, so nothing is lost
    }
    out = null;
  }

  private OutputStream open() throws IOException {
    if (!Files.exists(file)) Files.createFile(file, ownerOnly());
    size = Files.size(file);
    var opened = Files.newOutputStream(file, StandardOpenOption.APPEND);
    out = opened;
    return opened;
  }

  private void rotate() throws IOException {
    close();
    for (int i = kept; i > 0; i--) {
      var newer = i == 1 ? file : numbered(i - 1);
      if (Files.exists(newer)) Files.move(newer, numbered(i), StandardCopyOption.REPLACE_EXISTING);
    }
    size = 0;
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  private FileAttribute<?>[] ownerOnly() {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
