package dev.reveille.client.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Bytes on disk without a name: they end with the process, whatever ends it. Written first, then
 * read, by one reader at a time.
 */
final class Scratch implements AutoCloseable {
  private final RandomAccessFile file;

  private Scratch(RandomAccessFile file) {
    this.file = file;
  }

  static Scratch in(Path folder) throws IOException {
    var path = Files.createTempFile(folder, ".reveille-", ".part");
    try {
      return new Scratch(new RandomAccessFile(path.toFile(), "rw"));
    } finally {
      // The open file stays usable.
      Files.delete(path);
    }
  }

  /** Appends. Closing it changes nothing. */
  OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        file.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        file.write(bytes, from, length);
      }
    };
  }

  /** Reads from the beginning. Closing it changes nothing. */
  Reader reader() throws IOException {
    file.seek(0);
    return new InputStreamReader(
        new InputStream() {
          @Override
          public int read() throws IOException {
            return file.read();
          }

          @Override
          public int read(byte[] bytes, int from, int length) throws IOException {
            return file.read(bytes, from, length);
          }
        },
        StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
