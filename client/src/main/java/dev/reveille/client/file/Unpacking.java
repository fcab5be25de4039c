package dev.reveille.client.file;

import dev.reveille.client.file.FileOffer.OfferedFile;
import dev.reveille.client.file.TransferException.Reason;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the offered files out of an archive, each into a temporary file of the folder.
 *
 * <p>The archive's own titles decide nothing: the files must come in the offered order, under the
 * offered names, in the offered sizes.
 */
final class Unpacking {
  private final BufferedReader in;
  private final Path folder;
  private final List<Path> unpacked = new ArrayList<>();

  private Unpacking(BufferedReader in, Path folder) {
    this.in = in;
    this.folder = folder;
  }

  /** Returns the temporary files, in the order of the offer. If it fails, none is left. */
  static List<Path> of(Reader archive, FileOffer offer, Path folder) throws IOException {
    try (var in = new BufferedReader(archive)) {
      var unpacking = new Unpacking(in, folder);
      boolean done = false;
      try {
        for (var file : offer.files()) unpacking.unpack(file);
        done = true;
        return unpacking.unpacked;
      } finally {
        if (!done) Unfinished.remove(unpacking.unpacked);
      }
    }
  }

  private void unpack(OfferedFile file) throws IOException {
    var text = "=== " + file.name() + " ===";
    var binary = "=== " + file.name() + " [binary] ===";
    var line = line();
    while (line != null && !line.equals(text) && !line.equals(binary)) line = line();
    if (line == null) throw damaged(file);
    var target = Unfinished.part(folder);
    unpacked.add(target);
    try (var out = new BufferedOutputStream(Files.newOutputStream(target))) {
      if (line.equals(binary)) base64(file, out);
      else text(file, out);
    }
    if (Files.size(target) != file.size()) throw damaged(file);
  }

  private void base64(OfferedFile file, OutputStream out) throws IOException {
    var carry = new StringBuilder();
    for (var line = body(file); line != null; line = body(file)) {
      carry.append(line.strip());
      decode(file, carry, carry.length() / 4 * 4, out);
    }
    decode(file, carry, carry.length(), out);
  }

  private static void decode(OfferedFile file, StringBuilder base64, int length, OutputStream out)
      throws IOException {
    try {
      out.write(Base64.getDecoder().decode(base64.substring(0, length)));
      base64.delete(0, length);
    } catch (IllegalArgumentException e) {
      throw damaged(file);
    }
  }

  /** A text's last line break is not packed; its size tells whether there was one. */
  private void text(OfferedFile file, OutputStream out) throws IOException {
    long size = 0;
    boolean first = true;
    for (var line = body(file); line != null; line = body(file)) {
      var bytes = ((first ? "" : "\n") + line).getBytes(StandardCharsets.UTF_8);
      out.write(bytes);
      size += bytes.length;
      first = false;
    }
    if (size + 1 == file.size()) out.write('\n');
  }

  /** Returns the next line of the file; null at its end. */
  private @Nullable String body(OfferedFile file) throws IOException {
    var line = line();
    if (line == null) throw damaged(file);
    return line.equals("=== END " + file.name() + " ===") ? null : line;
  }

  /** Up to the next line feed: unlike a reader's own lines, a carriage return is part of it. */
  private @Nullable String line() throws IOException {
    var line = new StringBuilder();
    int c = in.read();
    if (c < 0) return null;
    for (; c >= 0 && c != '\n'; c = in.read()) line.append((char) c);
    return line.toString();
  }

  private static TransferException damaged(OfferedFile file) {
    return new TransferException(
        Reason.DAMAGED, "'" + file.name() + "' is not in the archive as it was offered.");
  }
}
