package dev.reveille.server.simulation;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SeededScheduler;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sockets that take one thing at a time, whenever the schedule lets them. */
final class SimulatedOutlets implements Outlets {

  private record Members(List<SessionId> sessions) implements Audience {}

  private sealed interface Item {
    record Text(Frame frame, @Nullable Runnable written) implements Item {}

    record Mark(Runnable written) implements Item {}

    record Pulled(Pull pull) implements Item {}

    record End(int code) implements Item {}

    final class Hold implements Item {
      private @Nullable Frame first;
    }
  }

  /** One socket: what is queued for it and who reads it. */
  private static final class Socket {
    private final ArrayDeque<Item> queue = new ArrayDeque<>();
    private final Consumer<String> reader;
    private final Runnable onClose;
    private boolean scheduled;

    private Socket(Consumer<String> reader, Runnable onClose) {
      this.reader = reader;
      this.onClose = onClose;
    }
  }

  /** A frame that was handed over for a session, in the order of handing over. */
  record Sent(SessionId session, Frame frame) {}

  private final List<Sent> journal = new ArrayList<>();
  private final SeededScheduler scheduler;
  private final Map<SessionId, Socket> sockets = new HashMap<>();

  SimulatedOutlets(SeededScheduler scheduler) {
    this.scheduler = scheduler;
  }

  void open(SessionId session, Consumer<String> reader, Runnable onClose) {
    sockets.put(session, new Socket(reader, onClose));
  }

  /** The client is gone: what was queued is lost. */
  void cut(SessionId session) {
    sockets.remove(session);
  }

  List<Sent> journal() {
    return journal;
  }

  private void add(SessionId session, Item item) {
    var socket = sockets.get(session);
    if (socket == null) return;
    if (item instanceof Item.Text(var frame, _)) journal.add(new Sent(session, frame));
    socket.queue.add(item);
    schedule(session, socket);
  }

  private void schedule(SessionId session, Socket socket) {
    if (socket.scheduled) return;
    socket.scheduled = true;
    scheduler.execute(() -> take(session, socket));
  }

  private void take(SessionId session, Socket socket) {
    socket.scheduled = false;
    if (sockets.get(session) != socket) return;
    if (socket.queue.peek() instanceof Item.Hold hold && hold.first == null) return;
    switch (socket.queue.poll()) {
      case Item.Hold hold -> socket.reader.accept(String.valueOf(hold.first));
      case Item.Text(var frame, var written) -> {
        socket.reader.accept(frame.toString());
        if (written != null) written.run();
      }
      case Item.Mark(var written) -> written.run();
      case Item.Pulled(var pull) -> {
        var page = pull.next();
        if (!page.isEmpty()) {
          page.forEach(frame -> socket.reader.accept(frame.toString()));
          pull.written();
          socket.queue.addFirst(new Item.Pulled(pull));
        }
      }
      case Item.End _ -> {
        sockets.remove(session);
        socket.onClose.run();
        return;
      }
      case null -> {}
    }
    if (!socket.queue.isEmpty()) schedule(session, socket);
  }

  @Override
  public Audience audience(List<SessionId> sessions) {
    return new Members(sessions);
  }

  @Override
  public void broadcast(
      Audience audience, Frame frame, @Nullable SessionId except, @Nullable Frame other) {
    for (var session : ((Members) audience).sessions()) {
      if (!session.equals(except)) send(session, frame);
      else if (other != null) send(session, other);
    }
  }

  @Override
  public void send(SessionId session, Frame frame) {
    add(session, new Item.Text(frame, null));
  }

  @Override
  public void send(SessionId session, Frame frame, Runnable written) {
    add(session, new Item.Text(frame, written));
  }

  @Override
  public void after(SessionId session, Runnable written) {
    add(session, new Item.Mark(written));
  }

  @Override
  public void pull(SessionId session, Pull pull) {
    add(session, new Item.Pulled(pull));
  }

  @Override
  public void hold(SessionId session) {
    add(session, new Item.Hold());
  }

  @Override
  public void release(SessionId session, Frame first) {
    var socket = sockets.get(session);
    if (socket == null) return;
    for (var item : socket.queue) {
      if (item instanceof Item.Hold hold) hold.first = first;
    }
    schedule(session, socket);
  }

  @Override
  public void dropHeld(SessionId session) {
    var socket = sockets.get(session);
    if (socket == null) return;
    boolean behind = false;
    for (var each = socket.queue.iterator(); each.hasNext(); ) {
      behind |= each.next() instanceof Item.Hold hold && hold.first == null;
      if (behind) each.remove();
    }
  }

  @Override
  public void reading(SessionId session, boolean on) {}

  @Override
  public void close(SessionId session, int code, String reason) {
    add(session, new Item.End(code));
  }

  @Override
  public void flush() {}
}
