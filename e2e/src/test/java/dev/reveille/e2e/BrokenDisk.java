package dev.reveille.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** A way to take a running server's disk away and to give it back. Closing undoes everything. */
interface BrokenDisk extends AutoCloseable {
  /** Returns the folder for the server's data. */
  Path data();

  void breakFor(ServerProcess server);

  void mendFor(ServerProcess server);

  @Override
  void close();

  /**
   * The first if this machine can do it; else prints why not and limits the size of the server's
   * files, which any user may do to his own processes.
   */
  static BrokenDisk orFileSizeLimit(Path folder, Function<Path, BrokenDisk> wanted) {
    try {
      return wanted.apply(folder);
    } catch (IllegalStateException e) {
      System.out.println("Not possible here, a file size limit stands in: " + e.getMessage());
      return new FileSizeLimit(folder);
    }
  }

  /** A memory disk of a few megabytes, filled to the last byte. Needs the right to mount. */
  final class FullDisk implements BrokenDisk {
    private final Path mount;

    FullDisk(Path folder) {
      mount = folder.resolve("small");
      create(mount);
      Machine.must("mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", mount.toString());
    }

    @Override
    public Path data() {
      return mount.resolve("data");
    }

    @Override
    public void breakFor(ServerProcess server) {
      try (var out = Files.newOutputStream(mount.resolve("ballast"))) {
        // Ever smaller pieces, until not one byte fits.
        for (int piece = 1 << 20; piece > 0; ) {
          try {
            out.write(new byte[piece]);
          } catch (IOException e) {
            piece /= 2;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void mendFor(ServerProcess server) {
      try {
        Files.delete(mount.resolve("ballast"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      Machine.must("umount", mount.toString());
    }
  }

  /** The log is made immutable, which also stops who has it open. Needs root and ext4 or alike. */
  final class ImmutableLog implements BrokenDisk {
    private final Path data;

    ImmutableLog(Path folder) {
      data = folder.resolve("data");
      var probe = folder.resolve("probe");
      try (var open = Files.newOutputStream(probe)) {
        Machine.must("chattr", "+i", probe.toString());
        try {
          open.write(1);
          throw new IllegalStateException("chattr +i does not stop who has the file open");
        } catch (IOException e) {
          // as it should be
        } finally {
          Machine.must("chattr", "-i", probe.toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Path data() {
      return data;
    }

    @Override
    public void breakFor(ServerProcess server) {
      Machine.must("chattr", "+i", log());
    }

    @Override
    public void mendFor(ServerProcess server) {
      Machine.must("chattr", "-i", log());
    }

    private String log() {
      return data.resolve("reveille.db-wal").toString();
    }

    @Override
    public void close() {
      if (Files.exists(Path.of(log()))) Machine.must("chattr", "-i", log());
    }
  }

  /** No file of the process may be written beyond its first bytes. */
  final class FileSizeLimit implements BrokenDisk {
    private final Path data;

    FileSizeLimit(Path folder) {
      data = folder.resolve("data");
    }

    @Override
    public Path data() {
      return data;
    }

    @Override
    public void breakFor(ServerProcess server) {
      limit(server, "512");
    }

    @Override
    public void mendFor(ServerProcess server) {
      limit(server, "unlimited");
    }

    private static void limit(ServerProcess server, String soft) {
      Machine.must("prlimit", "--pid", Long.toString(server.pid()), "--fsize=" + soft + ":");
    }

    @Override
    public void close() {}
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
