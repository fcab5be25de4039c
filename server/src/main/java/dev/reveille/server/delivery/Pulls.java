package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.function.Function;

/** Makes the pulls that read from the store at the pace of one connection. */
public final class Pulls {
  private Pulls() {}

  /** True if another frame fits into the page. */
  public static boolean hasRoom(List<Frame> page) {
    return page.stream().mapToLong(Frame::size).sum() < Store.PAGE_CHARS;
  }

  public static Pull echo(
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
          // The first try may have been refused after it got its seq. Then another message has that
          // seq now.
          return frames.apply(
              asked.seq() < store.reads(EntryReads.class).head(asked.stream()).firstSeq()
                  ? new ServerMessage.Failure(
                      ErrorCode.INVALID_MSG, "Sent before, and no longer stored")
                  : Messages.notStored());
        });
  }

  /**
   * Returns a pull of one frame. The thread that pulls makes the frame, so a long list does not
   * delay the effects of others.
   */
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
