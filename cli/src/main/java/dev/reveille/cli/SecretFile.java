package dev.reveille.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A new file that only its owner can read. It is made before the secret is, so that no secret is
 * made in vain; if nothing was written, it is removed again.
 */
final class SecretFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private boolean written;

  private SecretFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static SecretFile create(Path path) {
    try {
      var owner = PosixFilePermissions.fromString("rw-------");
      return new SecretFile(
          path,
          FileChannel.open(
              path,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(owner)));
    } catch (FileAlreadyExistsException e) {
      throw new Problem(Exit.FAILED, path + " exists already. Name a new file.", e);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot make the file " + path + ".", e);
    }
  }

  void write(String text) {
    try {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) channel.write(bytes);
      channel.force(true);
      written = true;
    } catch (IOException e) {
      throw new Problem(
          Exit.FAILED,
          "Cannot write " + path + ". The token was made: revoke it (reveille token list).",
          e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      if (!written) Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot close the file " + path + ".", e);
    }
  }
}
