package dev.reveille.client.file;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An offer of files. It is untrusted until {@link #objection} is empty.
 *
 * @param tid the transfer's id, chosen by the sender
 * @param totalSize bytes of all files
 * @param sha256 of the archive that the parts make, lower-case hex
 * @param parts how many there will be
 * @param senderNick the name that the sender gives itself
 */
public record FileOffer(
    String tid,
    List<OfferedFile> files,
    long totalSize,
    String sha256,
    int parts,
    String senderNick) {
  /** Bytes of all files of one transfer. */
  public static final long MAX_BYTES = 50L << 20;

  public static final int MAX_FILES = 100;
  private static final int MAX_PARTS = 10_000;
  private static final Pattern TID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /** A name without a folder, and bytes. */
  public record OfferedFile(String name, long size) {}

  public FileOffer {
    files = List.copyOf(files);
  }

  /** Returns why this offer cannot be accepted, or empty if it can. */
  public Optional<String> objection() {
    if (!TID.matcher(tid).matches()) return Optional.of("its id is no word");
    if (!SHA256.matcher(sha256).matches()) return Optional.of("it has no SHA-256 checksum");
    if (files.isEmpty() || files.size() > MAX_FILES) {
      return Optional.of("it has not 1-" + MAX_FILES + " files");
    }
    long sum = 0;
    for (var file : files) {
      if (file.size() < 0 || file.size() > MAX_BYTES) return tooLarge();
      sum += file.size();
      var name = FileNames.objection(file.name());
      if (name.isPresent()) return name;
    }
    if (sum > MAX_BYTES) return tooLarge();
    if (sum != totalSize) return Optional.of("its sizes do not add up");
    return parts < 1 || parts > MAX_PARTS
        ? Optional.of("it has not 1-" + MAX_PARTS + " parts")
        : Optional.empty();
  }

  private static Optional<String> tooLarge() {
    return Optional.of("it is larger than " + (MAX_BYTES >> 20) + " MB");
  }

  /**
   * The most characters that an archive of these files can have: base64 in lines of 76, a title and
   * an end for each file, and a list of them at the top.
   */
  long maxArchive() {
    long base64 = (totalSize + 2L * files.size()) / 3 * 4 + 4L * files.size();
    return base64 + base64 / 76 + 1200L * files.size() + 8192;
  }
}
