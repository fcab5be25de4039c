package dev.reveille.server.sleep;

import dev.reveille.server.delivery.CallbackLateness;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.delivery.Pulls;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.mail.MailProgress;
import dev.reveille.server.sleep.SleepGate.Held;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries that were held for a sleeping agent, in order of arrival, a page at a time. */
final class WakePull implements Pull {
  private static final int PAGE = 50;

  private final Store store;
  private final Clock clock;
  private final String agent;
  private final List<Held> held;
  private final @Nullable MailProgress flow;

  /** The number of held entries that were sent or are on their way. */
  private int taken;

  private int given;

  /** The messages of channels that are in the page. */
  private final List<Held.Stored> copies = new ArrayList<>();

  WakePull(Store store, Clock clock, String agent, List<Held> held, @Nullable MailProgress flow) {
    this.store = store;
    this.clock = clock;
    this.agent = agent;
    this.held = held;
    this.flow = flow;
  }

  /**
   * Returns the next page. Entries that retention has removed or the agent has confirmed meanwhile
   * are left out; if a page has no others, it is not the end.
   */
  @Override
  public List<Frame> next() {
    var frames = new ArrayList<Frame>();
    while (frames.isEmpty() && given < held.size()) {
      int end = Math.min(held.size(), given + PAGE);
      while (given < end && Pulls.hasRoom(frames)) {
        switch (held.get(given)) {
          case Held.Value(var message, _) -> {
            frames.add(buffered(message));
            given++;
          }
          case Held.Stored first -> given += read(first, end, frames);
        }
      }
    }
    if (frames.isEmpty()) written();
    return frames;
  }

  /**
   * Reads consecutive entries of one stream with one query, as many as a page has room for. Returns
   * how many entries were handled.
   */
  private int read(Held.Stored first, int end, List<Frame> frames) {
    int run = 1;
    while (given + run < end
        && held.get(given + run) instanceof Held.Stored(var stream, var seq)
        && stream.equals(first.stream())
        && seq == first.seq() + run) {
      run++;
    }
    long last = first.seq() + run - 1;
    var page = store.reads(EntryReads.class).after(first.stream(), first.seq() - 1, run);
    for (StoredEntry message : page) {
      if (message.seq() > last) return run;
      if (!first.stream().equals(agent)) {
        copies.add(new Held.Stored(first.stream(), message.seq()));
      } else if (flow != null && flow.isSettled(message.seq())) {
        continue;
      }
      var wire = CallbackLateness.handedOver(message, clock.wallMillis());
      boolean isOwnMail = first.stream().equals(agent);
      frames.add(buffered(flow != null && isOwnMail ? flow.known(wire) : wire));
    }
    return page.isEmpty() ? run : (int) (page.getLast().seq() - first.seq()) + 1;
  }

  private static Frame buffered(dev.reveille.protocol.ServerMessage.Msg message) {
    return Messages.buffered(Messages.frame(message));
  }

  @Override
  public void written() {
    for (; taken < given; taken++) {
      switch (held.get(taken)) {
        case Held.Value(_, var done) -> {
          if (done != null) done.run();
        }
        case Held.Stored(var stream, var seq) -> {
          if (flow != null && stream.equals(agent)) flow.taken(seq);
        }
      }
    }
    if (flow != null) for (var copy : copies) flow.copied(copy.stream(), copy.seq(), copy.seq());
    copies.clear();
  }
}
