package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pull;
import org.jspecify.annotations.Nullable;

/** An operation queued for a loop. Each object is queued once: it is its own link in the queue. */
abstract sealed class Operation {
  /**
   * The operation queued before this one. After the loop took and reversed the queue: the one
   * after.
   */
  @Nullable Operation link;

  /** A frame for this loop's part of an audience. */
  static final class Broadcast extends Operation {
    final Connection[] receivers;
    final Frame frame;
    final @Nullable Connection except;
    final @Nullable Frame other;

    Broadcast(
        Connection[] receivers, Frame frame, @Nullable Connection except, @Nullable Frame other) {
      this.receivers = receivers;
      this.frame = frame;
      this.except = except;
      this.other = other;
    }

    /** Returns the frame for the connection, or null. */
    @Nullable Frame frameFor(Connection connection) {
      return connection == except ? other : frame;
    }
  }

  static final class Send extends Operation {
    final Connection to;
    final Frame frame;
    final @Nullable Runnable written;

    Send(Connection to, Frame frame, @Nullable Runnable written) {
      this.to = to;
      this.frame = frame;
      this.written = written;
    }
  }

  /** Reports when everything before it was written. */
  static final class After extends Operation {
    final Connection to;
    final Runnable written;

    After(Connection to, Runnable written) {
      this.to = to;
      this.written = written;
    }
  }

  static final class Begin extends Operation {
    final Connection to;
    final Pull pull;

    Begin(Connection to, Pull pull) {
      this.to = to;
      this.pull = pull;
    }
  }

  static final class Hold extends Operation {
    final Connection to;

    Hold(Connection to) {
      this.to = to;
    }
  }

  static final class Release extends Operation {
    final Connection to;
    final Frame first;

    Release(Connection to, Frame first) {
      this.to = to;
      this.first = first;
    }
  }

  static final class DropHeld extends Operation {
    final Connection of;

    DropHeld(Connection of) {
      this.of = of;
    }
  }

  static final class Reading extends Operation {
    final Connection from;
    final boolean on;

    Reading(Connection from, boolean on) {
      this.from = from;
      this.on = on;
    }
  }

  static final class Close extends Operation {
    final Connection connection;
    final int code;
    final String reason;

    Close(Connection connection, int code, String reason) {
      this.connection = connection;
      this.code = code;
      this.reason = reason;
    }
  }
}
