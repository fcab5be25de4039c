package dev.reveille.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Locks an identity's file while a command changes it. Without the lock, two changes at once could
 * overwrite each other, and the key that the server knows would be lost.
 */
final class IdentityLock implements AutoCloseable {
  private final FileChannel channel;

  private IdentityLock(FileChannel channel) {
    this.channel = channel;
  }

  static IdentityLock take(Path folder, String identity) {
    var path = IdentityFile.path(folder, identity).resolveSibling("." + identity + ".lock");
    if (!Files.isDirectory(folder)) IdentityFile.load(folder, identity);
    try {
      var channel =
          FileChannel.open(
              path,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      if (locked(channel)) return new IdentityLock(channel);
      channel.close();
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot lock the identity with " + path + ".", e);
    }
    throw new Problem(
        Exit.FAILED, "Another command changes the identity '" + identity + "' just now.");
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }
}
