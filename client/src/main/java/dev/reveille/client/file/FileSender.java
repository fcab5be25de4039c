package dev.reveille.client.file;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.client.file.TransferException.Reason;
import dev.reveille.protocol.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * The sending end of transfers, one at a time. Tell it every message that comes; it ignores what is
 * not for it.
 */
public final class FileSender {
  /**
   * The longest silence of the receiver, by default: before it accepts, and before it acknowledges.
   */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Between two parts. Each is two frames (the PING behind it tells whether it was refused), and a
   * server takes 60 in 10 s from one connection.
   */
  static final Duration PAUSE = Duration.ofMillis(400);

  private static final int MAX_TRIES = 5;
  private static final int MAX_REPLIES = 16;

  private final FileLink link;
  private final ClientTime time;
  private final RandomGenerator random;
  private final Duration patience;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Reply> replies = new ArrayDeque<>();
  private String tid = "";

  private record Reply(String from, TransferMessage step) {}

  public FileSender(FileLink link, ClientTime time, RandomGenerator random) {
    this(link, time, random, PATIENCE);
  }

  /**
   * @param patience how long the receiver may be silent, and how long a part may take to be taken
   */
  public FileSender(FileLink link, ClientTime time, RandomGenerator random, Duration patience) {
    this.patience = patience;
    this.link = link;
    this.time = time;
    this.random = random;
  }

  /** Takes a message that the agent received. */
  public void hear(Incoming incoming) {
    var message = incoming.message();
    if (!message.isMsg()) return;
    TransferMessage.read(message.content()).ifPresent(step -> reply(message.from(), step));
  }

  private void reply(String from, TransferMessage step) {
    lock.lock();
    try {
      if (!step.tid().equals(tid) || replies.size() == MAX_REPLIES) return;
      replies.add(new Reply(from, step));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Offers the files, sends them once they are accepted, and returns when the receiver has said
   * that they arrived whole.
   *
   * @param to an {@code @id}, or an {@code @name} that one connected agent has
   * @param nick what to call this agent in the offer
   */
  public void send(String to, PackedFiles files, String nick, TransferProgress progress)
      throws InterruptedException {
    var offer = files.offer(begin(), nick);
    try {
      var partner = link.say(to, new TransferMessage.Offer(offer).text());
      try {
        transfer(partner, offer, files, progress);
      } catch (TransferException e) {
        if (e.reason() != Reason.DECLINED) withdraw(partner, offer.tid());
        throw e;
      } catch (ClientException | InterruptedException e) {
        withdraw(partner, offer.tid());
        throw e;
      }
    } finally {
      end();
    }
  }

  private void transfer(
      String partner, FileOffer offer, PackedFiles files, TransferProgress progress)
      throws InterruptedException {
    awaitAccept(partner);
    parts(partner, offer.tid(), files, progress);
    patiently(
        () -> link.say(partner, new TransferMessage.Complete(offer.tid(), files.sha256()).text()));
    awaitAck(partner);
  }

  /** Tells the receiver that the offer is withdrawn, so that it does not wait for files. */
  private void withdraw(String partner, String id) {
    // A word that is interrupted would not leave.
    boolean interrupted = Thread.interrupted();
    try {
      var _ = link.say(partner, new TransferMessage.Reject(id).text());
    } catch (ClientException e) {
      // why the transfer failed is what matters
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private String begin() {
    var bytes = new byte[8];
    random.nextBytes(bytes);
    lock.lock();
    try {
      if (!tid.isEmpty()) throw new IllegalStateException("a transfer is under way");
      tid = HexFormat.of().formatHex(bytes);
      return tid;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      tid = "";
      replies.clear();
    } finally {
      lock.unlock();
    }
  }

  private void awaitAccept(String partner) throws InterruptedException {
    while (true) {
      switch (next(partner, patience).orElse(null)) {
        case null -> throw silent(partner, "accept the offer");
        case TransferMessage.Accept _ -> {
          return;
        }
        case TransferMessage.Reject _ ->
            throw new TransferException(Reason.DECLINED, partner + " declined the offer.");
        case TransferMessage.Ack ack -> check(partner, ack);
        case TransferMessage.Offer _, TransferMessage.Part _, TransferMessage.Complete _ -> {}
      }
    }
  }

  private void awaitAck(String partner) throws InterruptedException {
    while (true) {
      var step = next(partner, patience).orElseThrow(() -> silent(partner, "say that it arrived"));
      if (step instanceof TransferMessage.Ack ack) {
        check(partner, ack);
        return;
      }
    }
  }

  private static void check(String partner, TransferMessage.Ack ack) {
    if (!ack.ok()) {
      throw new TransferException(
          Reason.DECLINED, partner + " did not get it whole: " + ack.error());
    }
  }

  private TransferException silent(String partner, String what) {
    return new TransferException(
        Reason.TIMED_OUT, partner + " did not " + what + " within " + spoken(patience) + ".");
  }

  private static String spoken(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private void parts(String partner, String id, PackedFiles files, TransferProgress progress)
      throws InterruptedException {
    try (var in = files.open()) {
      for (int i = 0; i < files.parts(); i++) {
        if (i > 0) time.sleep(PAUSE.toMillis());
        // The receiver may have given up: its word would come now.
        if (next(partner, Duration.ZERO).orElse(null) instanceof TransferMessage.Ack ack) {
          check(partner, ack);
        }
        var part = new TransferMessage.Part(id, i, files.parts(), PackedFiles.next(in)).text();
        patiently(() -> link.part(partner, part));
        progress.moved(i + 1, files.parts());
      }
    } catch (IOException e) {
      throw new TransferException(Reason.LOCAL, "Cannot read what was packed.", e);
    }
  }

  /** Again when it was too fast, or the connection broke: a part that comes twice counts once. */
  private void patiently(Runnable step) throws InterruptedException {
    long end = time.millis() + patience.toMillis();
    for (int tries = 1; ; tries++) {
      try {
        step.run();
        return;
      } catch (ClientException.Refused e) {
        if (!e.is(ErrorCode.RATE_LIMITED) || tries == MAX_TRIES) throw e;
      } catch (ClientException.TimedOut e) {
        if (tries == MAX_TRIES || time.millis() >= end) throw e;
      }
      time.sleep(1000L * tries);
    }
  }

  /** Returns the partner's next step of this transfer. Ignores other steps. */
  private Optional<TransferMessage> next(String partner, Duration patience)
      throws InterruptedException {
    long end = time.millis() + patience.toMillis();
    lock.lock();
    try {
      while (true) {
        while (!replies.isEmpty()) {
          var reply = replies.removeFirst();
          if (reply.from().equals(partner)) return Optional.of(reply.step());
        }
        long left = end - time.millis();
        if (left <= 0) return Optional.empty();
        time.await(changed, left);
      }
    } finally {
      lock.unlock();
    }
  }
}
