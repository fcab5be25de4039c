package dev.reveille.client.file;

import dev.reveille.client.file.FileOffer.OfferedFile;
import dev.reveille.client.file.TransferException.Reason;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Files in the one text that existing clients exchange, kept on disk without a name until closed.
 *
 * <p>The text has for each file a title line, the file in base64 (lines of 76) and an end line. The
 * form knows plain text too, but that loses the last line break and breaks on a file that holds an
 * end line, so nothing is packed that way here.
 */
public final class PackedFiles implements AutoCloseable {
  /**
   * Characters in one part. Together with {@link FileSender#PAUSE} about 10 Mbit/s: 50 MB take less
   * than a minute, and a receiver on a slow line is not thrown out for reading too slowly.
   */
  static final int PART_CHARS = 512 * 1024;

  private final Scratch archive;
  private final List<OfferedFile> files;
  private final String sha256;
  private final int parts;

  private PackedFiles(Scratch archive, List<OfferedFile> files) throws IOException {
    this.archive = archive;
    this.files = List.copyOf(files);
    var digest = Digests.sha256();
    int count = 0;
    try (var in = open()) {
      for (var part = next(in); !part.isEmpty(); part = next(in)) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        count++;
      }
    }
    this.sha256 = HexFormat.of().formatHex(digest.digest());
    this.parts = count;
  }

  /**
   * Packs them.
   *
   * @throws TransferException if one cannot be read, or they are too many or too large
   */
  public static PackedFiles of(List<Path> paths) {
    return of(paths, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Packs them with room in this folder. */
  static PackedFiles of(List<Path> paths, Path room) {
    if (paths.isEmpty() || paths.size() > FileOffer.MAX_FILES) {
      throw local("1-" + FileOffer.MAX_FILES + " files can be sent at once.");
    }
    Scratch archive = null;
    try {
      archive = Scratch.in(room);
      var files = new ArrayList<OfferedFile>();
      try (var out = new BufferedOutputStream(archive.out())) {
        line(out, "# --- SLURP v4 ---", "#", "# files: " + paths.size(), "#", "");
        long left = FileOffer.MAX_BYTES;
        for (var path : paths) {
          var file = pack(path, left, out);
          left -= file.size();
          files.add(file);
        }
      }
      return new PackedFiles(archive, files);
    } catch (IOException e) {
      remove(archive);
      throw new TransferException(Reason.LOCAL, "Cannot pack the files: " + e + ".", e);
    } catch (TransferException e) {
      remove(archive);
      throw e;
    }
  }

  private static OfferedFile pack(Path path, long most, OutputStream out) throws IOException {
    var last = path.toAbsolutePath().normalize().getFileName();
    if (last == null || !Files.isRegularFile(path)) throw local("'" + path + "' is no file.");
    var name = last.toString();
    FileNames.objection(name)
        .ifPresent(
            why -> {
              throw local("'" + path + "' cannot be sent: " + why + ".");
            });
    line(out, "=== " + name + " [binary] ===");
    long size = 0;
    var base64 = Base64.getMimeEncoder(76, new byte[] {'\n'}).wrap(new Unclosed(out));
    try (var in = Files.newInputStream(path);
        base64) {
      var buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > most) {
          throw local("The files are larger than " + (FileOffer.MAX_BYTES >> 20) + " MB together.");
        }
        base64.write(buffer, 0, n);
      }
    } catch (IOException e) {
      throw new TransferException(Reason.LOCAL, "Cannot read '" + path + "'.", e);
    }
    line(out, "", "=== END " + name + " ===", "");
    return new OfferedFile(name, size);
  }

  private static void line(OutputStream out, String... lines) throws IOException {
    for (var line : lines) out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static TransferException local(String sentence) {
    return new TransferException(Reason.LOCAL, sentence);
  }

  public FileOffer offer(String tid, String senderNick) {
    long size = files.stream().mapToLong(OfferedFile::size).sum();
    return new FileOffer(tid, files, size, sha256, parts, senderNick);
  }

  String sha256() {
    return sha256;
  }

  int parts() {
    return parts;
  }

  /** Reads the text from its beginning; ends the reading before. */
  Reader open() throws IOException {
    return new BufferedReader(archive.reader());
  }

  /** The next part; empty at the end. A pair of surrogates stays together: half of one is lost. */
  static String next(Reader in) throws IOException {
    var part = new StringBuilder(PART_CHARS + 1);
    var buffer = new char[8192];
    while (part.length() < PART_CHARS) {
      int n = in.read(buffer, 0, Math.min(buffer.length, PART_CHARS - part.length()));
      if (n < 0) return part.toString();
      part.append(buffer, 0, n);
    }
    if (Character.isHighSurrogate(part.charAt(part.length() - 1))) part.append((char) in.read());
    return part.toString();
  }

  @Override
  public void close() {
    remove(archive);
  }

  private static void remove(@org.jspecify.annotations.Nullable Scratch archive) {
    try {
      if (archive != null) archive.close();
    } catch (IOException e) {
      // it ends with the process
    }
  }

  /** Lets the encoder write its end without closing what comes after it. */
  private static final class Unclosed extends FilterOutputStream {
    private Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
