import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One build at a time in this folder. The system drops the lock when its owner ends. */
final class BuildLock implements AutoCloseable {
  private final FileChannel channel;

  private BuildLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits for the lock, and says for whom. */
  static BuildLock take(Path file) throws IOException {
    FileChannel channel;
    try {
      Files.createDirectories(file.getParent());
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw Home.fail("cannot write to " + file.getParent() + ", so cannot build.");
    }
    if (channel.tryLock() == null) {
      var owner = Files.readString(file).strip();
      System.err.println("Waiting for process " + owner + ", which is building here…");
      channel.lock();
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            String.valueOf(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
    return new BuildLock(channel);
  }

  static BuildLock take() throws IOException {
    return take(Home.TARGET.resolve("build.pid"));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
