package dev.reveille.client.file;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.client.file.TransferException.Reason;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end: hears offers, and takes one transfer at a time.
 *
 * <p>Tell it every message and every part that comes; it ignores what is not for it. Parts of a
 * transfer that was not accepted, or of another sender, cost nothing.
 */
public final class FileReceiver {
  /** The longest silence of the sender within a transfer, by default. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The sender of an older offer has given up. */
  static final Duration OFFER_LIFE = Duration.ofMinutes(30);

  private static final int MAX_OFFERS = 100;

  private final FileLink link;
  private final ClientTime time;
  private final InstantSource wall;
  private final Duration patience;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Offered> offers = new ArrayDeque<>();
  private @Nullable Arrival arrival;

  /** Transfers that are over: withdrawn by their sender, refused or ended here. */
  private final Map<String, Boolean> over =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MAX_OFFERS;
        }
      };

  /**
   * An offer and who made it.
   *
   * @param from the id, which the server vouches for
   * @param fromName the name, which anybody can have
   */
  public record Offered(String from, String fromName, FileOffer offer) {}

  public FileReceiver(FileLink link, ClientTime time, InstantSource wall) {
    this(link, time, wall, PATIENCE);
  }

  /**
   * @param patience how long the sender may be silent within a transfer
   */
  public FileReceiver(FileLink link, ClientTime time, InstantSource wall, Duration patience) {
    this.patience = patience;
    this.link = link;
    this.time = time;
    this.wall = wall;
  }

  /** Takes a message that the agent received. */
  public void hear(Incoming incoming) {
    var message = incoming.message();
    if (!message.isMsg()) return;
    if (!message.to().equals(link.agentId()) || message.from().equals(link.agentId())) return;
    TransferMessage.read(message.content())
        .ifPresent(
            step -> {
              switch (step) {
                case TransferMessage.Offer(var offer) -> offered(message, offer);
                case TransferMessage.Complete(var tid, var sha256) -> {
                  var current = current();
                  if (current != null && current.isFor(message.from(), tid)) {
                    current.complete(sha256);
                  } else {
                    withdrawn(message.from(), tid); // of a transfer before this connection
                  }
                }
                case TransferMessage.Reject(var tid) -> withdrawn(message.from(), tid);
                case TransferMessage.Accept _, TransferMessage.Part _, TransferMessage.Ack _ -> {}
              }
            });
  }

  private void offered(ServerMessage.Msg message, FileOffer offer) {
    if (wall.millis() - message.ts() > OFFER_LIFE.toMillis()) return;
    lock.lock();
    try {
      if (offers.size() == MAX_OFFERS) offers.removeFirst();
      offers.add(new Offered(message.from(), message.fromName(), offer));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The sender does not wait for this offer any more. */
  private void withdrawn(String from, String tid) {
    lock.lock();
    try {
      offers.removeIf(o -> o.from().equals(from) && o.offer().tid().equals(tid));
      over.put(from + " " + tid, true);
      if (arrival != null && arrival.isFor(from, tid)) arrival.abandoned(from);
    } finally {
      lock.unlock();
    }
  }

  /** Takes a part of a file. */
  public void hear(ServerMessage.FileChunk chunk) {
    var current = current();
    if (current == null) return;
    TransferMessage.readPart(chunk.content())
        .filter(part -> current.isFor(chunk.from(), part.tid()))
        .ifPresent(current::part);
  }

  private @Nullable Arrival current() {
    lock.lock();
    try {
      return arrival;
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the oldest offer. Returns empty if none came in time. */
  public Optional<Offered> nextOffer(Duration patience) throws InterruptedException {
    long end = time.millis() + patience.toMillis();
    lock.lock();
    try {
      while (offers.isEmpty()) {
        long left = end - time.millis();
        if (left <= 0) return Optional.empty();
        time.await(changed, left);
      }
      return Optional.of(offers.removeFirst());
    } finally {
      lock.unlock();
    }
  }

  public void refuse(Offered offered) {
    ended(offered);
    link.say(offered.from(), new TransferMessage.Reject(offered.offer().tid()).text());
  }

  /**
   * Accepts an offer and waits until its files are in the folder.
   *
   * @return where they are, in the order of the offer
   * @throws TransferException if they did not arrive whole; then there are none
   */
  public List<Path> receive(Offered offered, Shelf shelf, TransferProgress progress)
      throws InterruptedException {
    var offer = offered.offer();
    offer
        .objection()
        .ifPresent(
            why -> {
              throw new TransferException(Reason.DECLINED, "The offer is refused: " + why + ".");
            });
    try (var coming = new Arrival(offer, offered.from(), shelf.folder(), time, progress)) {
      begin(coming, offered);
      link.say(offered.from(), new TransferMessage.Accept(offer.tid()).text());
      var places = finish(coming, offer, shelf);
      link.say(offered.from(), new TransferMessage.Ack(offer.tid(), true, "").text());
      return places;
    } catch (IOException e) {
      var failure =
          new TransferException(Reason.LOCAL, "Cannot write to " + shelf.folder() + ".", e);
      tell(offered, failure);
      throw failure;
    } catch (TransferException e) {
      if (e.reason() != Reason.DECLINED) tell(offered, e);
      throw e;
    } finally {
      end();
      ended(offered);
    }
  }

  /** True if this transfer was withdrawn, refused or has ended. */
  public boolean isOver(String from, String tid) {
    lock.lock();
    try {
      return over.containsKey(from + " " + tid);
    } finally {
      lock.unlock();
    }
  }

  private void ended(Offered offered) {
    lock.lock();
    try {
      over.put(offered.from() + " " + offered.offer().tid(), true);
    } finally {
      lock.unlock();
    }
  }

  private List<Path> finish(Arrival coming, FileOffer offer, Shelf shelf)
      throws InterruptedException, IOException {
    var archive = coming.await(patience.toMillis());
    var files = Unpacking.of(archive, offer, shelf.folder());
    try {
      return shelf.put(offer, files);
    } finally {
      Unfinished.remove(files);
    }
  }

  private void begin(Arrival coming, Offered offered) {
    lock.lock();
    try {
      if (isOver(offered.from(), offered.offer().tid())) {
        throw new TransferException(Reason.DECLINED, offered.from() + " has given up sending.");
      }
      if (arrival != null) throw new IllegalStateException("a transfer is under way");
      arrival = coming;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      arrival = null;
    } finally {
      lock.unlock();
    }
  }

  /** Tells the sender why, if it is still connected. */
  private void tell(Offered offered, TransferException failure) {
    // Our own folders are nobody else's business.
    var why = failure.reason() == Reason.LOCAL ? "It could not be saved." : failure.sentence();
    try {
      link.say(offered.from(), new TransferMessage.Ack(offered.offer().tid(), false, why).text());
    } catch (ClientException e) {
      // the failure itself is what matters
    }
  }
}
