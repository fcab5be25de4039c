package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** What is read from the store at a socket's pace. */
final class Pulls {
  private static final int PAGE = 100;

  /** What one HISTORY_PAGE holds of text, at most, if it holds more than one message. */
  private static final long PAGE_CHARS = 1 << 20;

  private Pulls() {}

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
      var frames = new ArrayList<Frame>();
      before = last;
      while (frames.isEmpty() && last < to) {
        var page = store.after(stream, last, PAGE);
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

    /** Whether this entry is not to be shown, whoever it is from. */
    abstract boolean isPassedOver(long seq);

    /** The socket took these, or they are not shown, or the store does not have them any more. */
    abstract void settle(long first, long last);

    abstract Frame frame(StoredMessage message);
  }

  /**
   * JOINED, then the messages of the range as replay.
   *
   * @param ready the frames of the range, if they are at hand
   */
  static Pull replay(
      Store store,
      ChatEffect.Replay replay,
      @Nullable List<Frame> ready,
      Function<ServerMessage, Frame> frames) {
    long from = ready == null ? replay.from() : replay.to() + 1;
    return new Range(store, replay.channel(), from, replay.to(), Set.copyOf(replay.muted())) {
      private boolean begun;

      @Override
      public List<Frame> next() {
        if (begun) return super.next();
        begun = true;
        var head = store.head(replay.channel());
        var first = new ArrayList<Frame>();
        first.add(
            frames.apply(
                new ServerMessage.Joined(
                    replay.channel(), replay.members(), head.firstSeq(), replay.to())));
        if (ready != null) ready.forEach(frame -> first.add(Messages.replayed(frame)));
        return first;
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

  static Pull history(
      Store store, ChatEffect.SendHistory asked, Function<ServerMessage, Frame> frames) {
    return once(
        () -> {
          var channel = asked.channel();
          int limit = asked.limit();
          var head = store.head(channel);
          var rows =
              asked.after() != null
                  ? store.after(channel, asked.after(), limit)
                  : store.before(
                      channel, asked.before() != null ? asked.before() : Long.MAX_VALUE, limit);
          var messages = bounded(rows, asked.after() == null).stream().map(Messages::wire).toList();
          long first = messages.isEmpty() ? 0 : messages.getFirst().seq();
          long last = messages.isEmpty() ? 0 : messages.getLast().seq();
          boolean more =
              !messages.isEmpty()
                  && (asked.after() != null ? last < head.lastSeq() : first > head.firstSeq());
          return frames.apply(new ServerMessage.HistoryPage(channel, messages, first, last, more));
        });
  }

  /**
   * As much of a page as fits into one frame, and one message at least.
   *
   * @param newest keep the end of the page, not its beginning
   */
  private static List<StoredMessage> bounded(List<StoredMessage> rows, boolean newest) {
    var kept = new ArrayList<StoredMessage>();
    long chars = 0;
    for (var row : newest ? rows.reversed() : rows) {
      chars += row.content().length() + row.extras().length();
      if (!kept.isEmpty() && chars > PAGE_CHARS) break;
      kept.add(row);
    }
    return newest ? kept.reversed() : kept;
  }

  static Pull echo(Store store, ChatEffect.EchoAgain asked, Function<ServerMessage, Frame> frames) {
    return once(
        () -> {
          var found = store.after(asked.stream(), asked.seq() - 1, 1);
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
              asked.seq() < store.head(asked.stream()).firstSeq()
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
    };
  }
}
