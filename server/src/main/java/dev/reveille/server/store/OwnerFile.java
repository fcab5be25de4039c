package dev.reveille.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * A small text file that only its owner can read. It is replaced as a whole, so nobody ever reads
 * half of it.
 */
public final class OwnerFile {
  private static final String PERMISSIONS = "rw-------";

  private final Path path;
  private final long mostBytes;

  public OwnerFile(Path path, long mostBytes) {
    this.path = path;
    this.mostBytes = mostBytes;
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the text; empty if there is no file.
   *
   * @throws IOException also if the file is larger than allowed
   */
  public Optional<String> read() throws IOException {
    try {
      if (Files.size(path) > mostBytes) {
        throw new IOException("it is larger than " + mostBytes + " bytes");
      }
      return Optional.of(Files.readString(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces the text. When this returns, the text is on disk. If this fails, the old text is still
   * there.
   */
  public void write(String text) throws IOException {
    var folder = path.toAbsolutePath().getParent();
    if (folder == null) throw new IOException(path + " cannot be a file");
    var temporary = folder.resolve(path.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try {
      Files.createFile(temporary, ownerOnly());
      try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
        channel.force(true);
      }
      Files.move(
          temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      sync(folder);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /** Makes the new name durable too. Only POSIX systems can open a folder for that. */
  private void sync(Path folder) throws IOException {
    if (!posix()) return;
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** True if other users of the machine may read the file. */
  public boolean isOpenToOthers() throws IOException {
    if (!posix() || !Files.exists(path)) return false;
    var others =
        Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    return Files.getPosixFilePermissions(path).stream().anyMatch(others::contains);
  }

  private FileAttribute<?>[] ownerOnly() {
    return posix()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PERMISSIONS))
        }
        : new FileAttribute<?>[0];
  }

  private boolean posix() {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
