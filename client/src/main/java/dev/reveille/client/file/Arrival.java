package dev.reveille.client.file;

import dev.reveille.client.ClientTime;
import dev.reveille.client.file.TransferException.Reason;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An accepted transfer that comes in, part by part, into a file without a name.
 *
 * <p>Parts and the word that all is sent come on different threads and in any order of the two; the
 * parts themselves come in order. One lock owns everything.
 */
final class Arrival implements AutoCloseable {
  private final FileOffer offer;
  private final String from;
  private final ClientTime time;
  private final TransferProgress progress;
  private final Path folder;
  private final Scratch archive;
  private final OutputStream out;
  private final MessageDigest digest = Digests.sha256();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int parts;
  private long bytes;
  private long lastMillis;
  private boolean complete;
  private @Nullable TransferException failure;

  Arrival(FileOffer offer, String from, Path folder, ClientTime time, TransferProgress progress)
      throws IOException {
    this.offer = offer;
    this.from = from;
    this.time = time;
    this.progress = progress;
    this.folder = folder;
    this.archive = Scratch.in(folder);
    this.out = new BufferedOutputStream(archive.out());
    this.lastMillis = time.millis();
  }

  boolean isFor(String sender, String tid) {
    return from.equals(sender) && offer.tid().equals(tid);
  }

  void part(TransferMessage.Part part) {
    lock.lock();
    try {
      // A part that comes twice was sent again because its way was unknown.
      if (failure != null || (part.idx() >= 0 && part.idx() < parts)) return;
      lastMillis = time.millis();
      if (part.total() != offer.parts()) fail("The parts are not as many as were offered.");
      else if (part.idx() != parts) fail("Part " + (parts + 1) + " is missing.");
      else if (parts == offer.parts()) fail("There are more parts than were offered.");
      else write(part.data());
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  private void write(String data) {
    var text = data.getBytes(StandardCharsets.UTF_8);
    if (bytes + text.length > offer.maxArchive()) {
      fail("More came than was offered.");
      return;
    }
    try {
      out.write(text);
    } catch (IOException e) {
      failure = new TransferException(Reason.LOCAL, "Cannot write to " + folder + ".", e);
      return;
    }
    digest.update(text);
    bytes += text.length;
    parts++;
    progress.moved(parts, offer.parts());
  }

  void complete(String sha256) {
    lock.lock();
    try {
      if (!sha256.isEmpty() && !sha256.equals(offer.sha256())) {
        fail("The checksum is another one than was offered.");
      }
      complete = true;
      lastMillis = time.millis();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Notes that the sender has sent all parts. */
  void abandoned(String from) {
    lock.lock();
    try {
      if (failure == null) {
        failure = new TransferException(Reason.DECLINED, from + " has given up sending.");
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void fail(String sentence) {
    if (failure == null) failure = new TransferException(Reason.DAMAGED, sentence);
  }

  /**
   * Waits until all is here.
   *
   * @return the archive, whose checksum is right
   */
  Reader await(long patienceMillis) throws InterruptedException, IOException {
    lock.lock();
    try {
      while (failure == null && !(complete && parts == offer.parts())) {
        long left = lastMillis + patienceMillis - time.millis();
        if (left <= 0) {
          throw new TransferException(
              Reason.TIMED_OUT,
              "Nothing came for " + patienceMillis / 1000 + " s after part " + parts + ".");
        }
        time.await(changed, left);
      }
      if (failure != null) throw failure;
      out.close();
      if (!HexFormat.of().formatHex(digest.digest()).equals(offer.sha256())) {
        throw new TransferException(Reason.DAMAGED, "The checksum is wrong.");
      }
      return archive.reader();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      if (failure == null) fail("The transfer is over.");
      archive.close();
    } finally {
      lock.unlock();
    }
  }
}
