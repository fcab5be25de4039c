package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;

/** What is read from the store at a socket's pace. */
final class Pulls {
  private static final int PAGE = 100;

  private Pulls() {}

  /** True if another frame fits into the page. */
  static boolean hasRoom(List<Frame> page) {
    return page.stream().mapToLong(Frame::size).sum() < Store.PAGE_CHARS;
  }

  /** A part of a stream, page by page. */
  private abstract static class Range implements Pull {
    private final Store store;
    private final String stream;
    private final long to;
    private final Set<String> muted;
    private long last;

    /** Where the page that was given last began: everything after this. */
    private long before;

    Range(Store store, String stream, long from, long to, Set<String> muted) {
      this.store = store;
      this.stream = stream;
      this.to = to;
      this.muted = muted;
      last = from - 1;
      before = last;
    }

    /** A page of nothing but muted agents is not the end. */
    @Override
    public List<Frame> next() {
      if (last >= to) return List.of();
      var frames = new ArrayList<Frame>();
      before = last;
      for (var frame : atHand(last + 1, to)) {
        if (!hasRoom(frames)) return frames;
        last++;
        frames.add(Messages.replayed(frame));
      }
      while (frames.isEmpty() && last < to) {
        var page = store.reads(EntryReads.class).after(stream, last, PAGE);
        if (page.isEmpty()) last = to;
        for (var message : page) {
          last = Math.min(message.seq(), to);
          if (message.seq() > to) break;
          boolean unheard = muted.contains(CallbackMessage.speaker(message));
          if (!unheard && !isPassedOver(last)) frames.add(frame(message));
        }
      }
      if (frames.isEmpty() && last > before) settle(before + 1, last);
      return frames;
    }

    @Override
    public void written() {
      settle(before + 1, last);
    }

    @Override
    public boolean isOver() {
      return last >= to;
    }

    /** All frames of these seqs if they need not be read; else none. */
    abstract List<Frame> atHand(long from, long to);

    /** Whether this entry is not to be shown, whoever it is from. */
    abstract boolean isPassedOver(long seq);

    /** The socket took these, or they are not shown, or the store does not have them any more. */
    abstract void settle(long first, long last);

    abstract Frame frame(StoredMessage message);
  }

  /**
   * JOINED, then the messages of the range as replay. It keeps no frames while it waits.
   *
   * @param recent frames that need not be read
   */
  static Pull replay(
      Store store,
      ChannelEffect.Replay replay,
      RecentFrames recent,
      Function<ServerMessage, Frame> frames) {
    var muted = Set.copyOf(replay.muted());
    return new Range(store, replay.channel(), replay.from(), replay.to(), muted) {
      private boolean begun;

      @Override
      public List<Frame> next() {
        if (begun) return super.next();
        begun = true;
        var head = store.reads(EntryReads.class).head(replay.channel());
        var first = new ArrayList<Frame>();
        first.add(
            frames.apply(
                new ServerMessage.Joined(
                    replay.channel(), replay.members(), head.firstSeq(), replay.to())));
        first.addAll(super.next());
        return first;
      }

      @Override
      public boolean isOver() {
        return begun && super.isOver();
      }

      @Override
      List<Frame> atHand(long from, long to) {
        // The frames do not say whose they are.
        return muted.isEmpty() ? recent.range(replay.channel(), from, to) : List.of();
      }

      @Override
      boolean isPassedOver(long seq) {
        return false;
      }

      @Override
      void settle(long first, long last) {}

      @Override
      Frame frame(StoredMessage message) {
        return Messages.replayed(Messages.frame(Messages.wire(message)));
      }
    };
  }

  /** Mail that waits; what may have been shown before is marked as replay. */
  static Pull mail(Store store, long from, long to, LongPredicate mayHaveBeenShown, MailFlow flow) {
    return new Range(store, flow.agent(), from, to, flow.muted()) {
      @Override
      List<Frame> atHand(long first, long last) {
        return List.of();
      }

      @Override
      Frame frame(StoredMessage message) {
        var wire = Messages.wire(message);
        var frame = Messages.frame(wire);
        return mayHaveBeenShown.test(message.seq()) ? Messages.replayed(frame) : frame;
      }

      @Override
      boolean isPassedOver(long seq) {
        return flow.isSettled(seq);
      }

      @Override
      void settle(long first, long last) {
        flow.settle(first, last);
      }
    };
  }

  static Pull echo(
      Store store, DeliveryEffect.EchoAgain asked, Function<ServerMessage, Frame> frames) {
    return once(
        () -> {
          var found = store.reads(EntryReads.class).after(asked.stream(), asked.seq() - 1, 1);
          boolean stored =
              !found.isEmpty()
                  && found.getFirst().seq() == asked.seq()
                  && asked.clientMsgId().equals(found.getFirst().clientMsgId());
          if (stored) {
            var frame = Messages.frame(Messages.wire(found.getFirst()));
            return Messages.echo(frame, asked.clientMsgId());
          }
          // The first try may have been refused after it had its seq, which is another's by now.
          return frames.apply(
              asked.seq() < store.reads(EntryReads.class).head(asked.stream()).firstSeq()
                  ? new ServerMessage.Failure(
                      ErrorCode.INVALID_MSG, "Sent before, and no longer stored")
                  : Messages.notStored());
        });
  }

  /** One frame, made by whoever pulls: long lists must not hold up the effects of others. */
  static Pull once(java.util.function.Supplier<Frame> frame) {
    return new Pull() {
      private boolean given;

      @Override
      public List<Frame> next() {
        if (given) return List.of();
        given = true;
        return List.of(frame.get());
      }

      @Override
      public boolean isOver() {
        return given;
      }
    };
  }
}
