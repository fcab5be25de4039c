package dev.reveille.server.edge.ws;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** The event loops that ever had a connection. They are few and are never removed. */
final class Loops {
  private final List<Loop> all = new CopyOnWriteArrayList<>();
  private final Function<EventLoop, Loop> maker;

  Loops(Function<EventLoop, Loop> maker) {
    this.maker = maker;
  }

  /**
   * Returns the loop of an event loop. Called by that loop's thread only, so that no loop is
   * created twice.
   */
  Loop of(EventLoop eventLoop) {
    for (var loop : all) {
      if (loop.runs(eventLoop)) return loop;
    }
    var made = maker.apply(eventLoop);
    all.add(made);
    return made;
  }

  void flush() {
    for (var loop : all) loop.flush();
  }

  void forEach(Consumer<Loop> action) {
    all.forEach(action);
  }
}
