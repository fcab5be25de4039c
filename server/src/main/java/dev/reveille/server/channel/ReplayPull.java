package dev.reveille.server.channel;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Copies;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.delivery.RecentFrames;
import dev.reveille.server.delivery.StreamPull;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the answer to a JOIN from the store. */
final class ReplayPull {
  private ReplayPull() {}

  /**
   * Returns a pull of JOINED, then the messages of the range as replay. It holds no frames while it
   * waits.
   *
   * @param recent frames that need not be read
   * @param copies takes note of what the socket took; null if nobody does
   */
  static Pull of(
      Store store,
      ChannelEffect.Replay replay,
      RecentFrames recent,
      Copies.@Nullable Taken copies,
      Function<ServerMessage, Frame> frames) {
    var muted = Set.copyOf(replay.muted());
    return new StreamPull(store, replay.channel(), replay.from(), replay.to(), muted) {
      private boolean begun;
      private SeqRanges shown = new SeqRanges();

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
      protected List<Frame> atHand(long from, long to) {
        // The frames do not say who sent them.
        return muted.isEmpty() ? recent.range(replay.channel(), from, to) : List.of();
      }

      @Override
      protected boolean isPassedOver(long seq) {
        return false;
      }

      @Override
      protected void shows(long seq) {
        if (copies != null) shown.add(seq);
      }

      @Override
      protected void settle(long first, long last) {
        if (copies == null) return;
        var taken = shown;
        shown = new SeqRanges();
        taken.forEach((from, to) -> copies.copied(replay.channel(), from, to));
      }

      @Override
      protected Frame frame(StoredEntry message) {
        return Messages.replayed(Messages.frame(Messages.wire(message)));
      }
    };
  }
}
