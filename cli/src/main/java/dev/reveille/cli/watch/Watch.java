package dev.reveille.cli.watch;

import dev.reveille.client.ClientBuilder;
import dev.reveille.client.ClientException;
import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The full-screen client. One thread owns the board and the screen; keys, messages, news and the
 * answers to requests come to it as events. Requests run one after the other on a thread of their
 * own, so typing never waits for the server.
 */
public final class Watch {
  /** A reader of more waits; messages wait in the client then, which has bounds of its own. */
  private static final int MAX_EVENTS = 10_000;

  private static final long CONFIRM_NANOS = 1_000_000_000;

  /** The exit code after Ctrl-C: 128 and the signal's number. */
  private static final int INTERRUPTED = 130;

  private static final String HELP =
      "/join #x  /create #x  /leave  /msg @agent text  /nick name  /quit  //text says /text; Ctrl-N, Ctrl-P or"
          + " Tab change the room, PgUp and PgDn scroll.";

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>(MAX_EVENTS);
  private final FullScreen window;
  private final Board board;
  private final ReveilleClient client;
  private final ExecutorService requests;
  private final AtomicBoolean looking = new AtomicBoolean();
  private long confirmedAt;

  /** Something happened. */
  private sealed interface Event {
    record Pressed(Key key) implements Event {}

    record Heard(Incoming incoming) implements Event {}

    record Told(ServerMessage news) implements Event {}

    /** A request is answered: what that changes. */
    record Answered(Runnable change) implements Event {}

    record Resized() implements Event {}

    /**
     * @param problem why nothing more can come; null = a person wants to leave
     */
    record Over(int exit, @Nullable ClientException problem) implements Event {}
  }

  private Watch(ClientBuilder builder, FullScreen window, String first) {
    this.window = window;
    this.client =
        builder.listener(m -> put(new Event.Heard(m))).news(n -> put(new Event.Told(n))).connect();
    this.board = new Board(client.agentId(), client.welcome().name(), first);
    this.requests = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  }

  /**
   * Runs until a person leaves or the session is over.
   *
   * @param first the channel to begin with
   * @return 0, or 130 after Ctrl-C
   * @throws ClientException if there is no server, or it ended the session
   * @throws IOException if there is no terminal
   */
  public static int run(ClientBuilder builder, String first) throws IOException {
    try (var window = FullScreen.open()) {
      var watch = new Watch(builder, window, first);
      try {
        return watch.run();
      } finally {
        // The terminal first: saying good-bye to the server may take a moment.
        window.giveBack();
        watch.requests.shutdownNow();
        watch.client.close();
      }
    }
  }

  private int run() {
    window.onResize(() -> offer(new Event.Resized()));
    window.onInterrupt(() -> offer(new Event.Over(INTERRUPTED, null)));
    Thread.ofPlatform().daemon().name("reveille-keys").start(this::readKeys);
    ask(() -> answer(client.channels(), board::channels));
    if (client.welcome().confirm()) {
      ask(() -> answer(client.inbox().unread().channels(), board.marks()::begin));
    }
    enter(board.current().name);
    try {
      while (true) {
        window.draw(board);
        confirmShown();
        // Wakes once a second to see whether the connection is up.
        var event = events.poll(1, TimeUnit.SECONDS);
        if (event == null) look();
        for (; event != null; event = events.poll()) {
          if (event instanceof Event.Over(var exit, var problem)) {
            if (problem != null) throw problem;
            return exit;
          }
          handle(event);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return INTERRUPTED;
    }
  }

  /**
   * Confirms what is on the screen. At most once a second: a server takes a limited number of
   * frames.
   */
  private void confirmShown() {
    if (!client.welcome().confirm() || board.current().scroll > 0) return;
    long now = System.nanoTime();
    if (confirmedAt != 0 && now - confirmedAt < CONFIRM_NANOS) return;
    var read = board.marks().shown(board.current().name);
    if (read.isEmpty()) return;
    confirmedAt = now;
    ask(() -> client.inbox().read(read.get().target(), read.get().seq()));
  }

  /** A connection that is down may be one that will not come back: only a request can tell. */
  private void look() {
    board.connection(client.isOnline(), client.agentId());
    if (board.isOnline() || !looking.compareAndSet(false, true)) return;
    requests.execute(
        () -> {
          try {
            client.ping();
          } catch (ClientException.Ended e) {
            put(new Event.Over(0, e));
          } catch (ClientException e) {
            // still trying
          } finally {
            looking.set(false);
          }
        });
  }

  private void handle(Event event) {
    switch (event) {
      case Event.Pressed(var key) -> press(key);
      case Event.Heard(var incoming) -> board.hear(incoming);
      case Event.Told(var news) -> board.hear(news);
      case Event.Answered(var change) -> change.run();
      case Event.Resized() -> window.resized();
      case Event.Over _ -> throw new IllegalStateException("handled by the loop");
    }
  }

  private void readKeys() {
    var keys = window.keys();
    try {
      while (true) {
        var key = keys.next();
        if (key.isEmpty()) break;
        put(new Event.Pressed(key.get()));
      }
    } catch (IOException e) {
      // the terminal is gone
    }
    put(new Event.Over(0, null));
  }

  private void put(Event event) {
    try {
      events.put(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From a signal, which must not wait. */
  private void offer(Event event) {
    if (events.offer(event)) return;
    events.clear();
    var _ = events.offer(event);
  }

  private void press(Key key) {
    var input = board.input;
    switch (key) {
      case Key.Text(var text) -> input.insert(text);
      case Key.Press(var name) -> {
        switch (name) {
          case ENTER -> obey(Order.of(input.take()));
          case BACKSPACE -> input.backspace();
          case DELETE -> input.delete();
          case LEFT -> input.left();
          case RIGHT -> input.right();
          case HOME -> input.home();
          case END -> input.end();
          case UP -> input.older();
          case DOWN -> input.newer();
          case CLEAR -> input.clearBefore();
          case DELETE_WORD -> input.deleteWord();
          case PAGE_UP -> board.current().scroll += window.page();
          case PAGE_DOWN ->
              board.current().scroll = Math.max(0, board.current().scroll - window.page());
          case NEXT_ROOM -> step(1);
          case PREVIOUS_ROOM -> step(-1);
          case REDRAW -> window.resized();
          case QUIT -> offer(new Event.Over(0, null));
          case INTERRUPT -> offer(new Event.Over(INTERRUPTED, null));
          case ESCAPE, UNKNOWN -> {}
        }
      }
    }
  }

  private void step(int by) {
    board.step(by);
    enter(board.current().name);
  }

  private void obey(Order order) {
    board.say("");
    switch (order) {
      case Order.Say(var text) -> {
        var to = board.current().name;
        ask(() -> client.send(to, text));
      }
      case Order.Tell(var agent, var text) ->
          ask(() -> answer(client.send(agent, text), sent -> shown(sent.echo().orElse(null))));
      case Order.Join(var channel) -> enter(channel, () -> client.join(channel));
      case Order.Create(var channel) -> enter(channel, () -> client.create(channel, false, false));
      case Order.Leave(var named) -> leave(named.isEmpty() ? board.current().name : named);
      case Order.Nick(var name) -> ask(() -> client.nick(name));
      case Order.Help() -> board.say(HELP);
      case Order.Quit() -> offer(new Event.Over(0, null));
      case Order.Wrong(var sentence) -> board.say(sentence);
    }
  }

  /** Joins or creates a channel, and shows it. */
  private void enter(String channel, Runnable request) {
    if (!Names.isChannel(channel)) {
      board.say("'" + channel + "' is no channel: # and 1-31 letters, digits, _ or -.");
      return;
    }
    ask(
        () -> {
          request.run();
          answer(client.agents(channel), list -> joined(channel, list));
        });
  }

  private void shown(ServerMessage.@Nullable Msg echo) {
    if (echo != null) board.show(echo.to());
  }

  private void joined(String channel, java.util.List<ServerMessage.AgentSummary> list) {
    board.show(channel);
    board.current().joined = true;
    board.members(channel, list);
  }

  private void leave(String name) {
    if (!name.startsWith("#")) {
      board.close(name);
      return;
    }
    ask(
        () -> {
          client.leave(name);
          answer(name, board::close);
        });
  }

  /** Enters a channel that is shown for the first time; a conversation needs no entering. */
  private void enter(String name) {
    var room = board.room(name);
    if (!room.isChannel() || room.joined) return;
    room.joined = true;
    ask(
        () -> {
          client.join(name);
          answer(client.agents(name), list -> board.members(name, list));
        });
  }

  /** Runs a request behind the others; why it failed is shown. */
  private void ask(Runnable request) {
    requests.execute(
        () -> {
          try {
            request.run();
          } catch (ClientException.Ended e) {
            put(new Event.Over(0, e));
          } catch (ClientException e) {
            put(new Event.Answered(() -> board.say(String.valueOf(e.getMessage()))));
          }
        });
  }

  private <T> void answer(T found, java.util.function.Consumer<T> change) {
    put(new Event.Answered(() -> change.accept(found)));
  }
}
