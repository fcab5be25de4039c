package dev.reveille.cli.watch;

import java.io.IOException;
import java.time.ZoneId;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All agents on the full screen. One thread draws and obeys keys, one reads keys, one asks the
 * server: none waits for another.
 */
public final class Top {
  /** More often than the seconds change, so that each is seen. */
  private static final long DRAW_MILLIS = 250;

  private static final int INTERRUPTED = 130;

  private Top() {}

  /** The route that lists agents. */
  public interface Source {
    /**
     * May take its time.
     *
     * @throws InterruptedException if the thread was interrupted
     */
    Answer ask() throws InterruptedException;
  }

  /** The answer of the server, or why there is none. */
  public sealed interface Answer {
    record Heard(JsonNode agents) implements Answer {}

    /** There may be a server, or there may be one again. */
    record Silent(String why) implements Answer {}

    /** Asking again soon does not help. */
    record Refused(String why) implements Answer {}
  }

  private sealed interface Event {
    record Pressed(Key key) implements Event {}

    record Resized() implements Event {}

    record News() implements Event {}

    record Over(int exit) implements Event {}
  }

  /**
   * Runs until a person leaves.
   *
   * @param table what is shown of an agent
   * @param first the agents, as they were just now
   * @return 0, or 130 after Ctrl-C
   */
  public static int run(
      String server, AgentListing table, TopChoice choice, Source source, JsonNode first)
      throws IOException {
    var events = new ArrayBlockingQueue<Event>(64);
    try (var window = FullScreen.open();
        var poller = new AgentPoller(source, first, () -> events.offer(new Event.News()))) {
      window.onResize(() -> events.offer(new Event.Resized()));
      window.onInterrupt(() -> end(events, INTERRUPTED));
      window.hideCursor();
      Thread.ofPlatform().daemon().name("reveille-keys").start(() -> read(window, events));
      poller.start();
      var screen = new TopScreen(server, table, ZoneId.systemDefault(), choice);
      while (true) {
        var room = window.room();
        window.draw(
            screen.lines(
                poller.snapshot(),
                System.currentTimeMillis(),
                System.nanoTime(),
                room.getColumns(),
                room.getRows()));
        for (var event = await(events); event != null; event = events.poll()) {
          if (event instanceof Event.Over(var exit)) return exit;
          if (event instanceof Event.Resized) window.resized();
          if (event instanceof Event.Pressed(var key) && !choice.press(key)) {
            switch (key) {
              case Key.Text(var text) when text.equalsIgnoreCase("q") -> {
                return 0;
              }
              case Key.Press(var name) -> {
                if (name == Key.Name.REDRAW) window.resized();
                screen.move(name);
              }
              case Key.Text _ -> {}
            }
          }
        }
      }
    }
  }

  private static @Nullable Event await(ArrayBlockingQueue<Event> events) {
    try {
      return events.poll(DRAW_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Event.Over(INTERRUPTED);
    }
  }

  private static void read(FullScreen window, ArrayBlockingQueue<Event> events) {
    var keys = window.keys();
    try {
      for (var key = keys.next(); key.isPresent(); key = keys.next()) {
        switch (key.get()) {
          case Key.Press(var name) when name == Key.Name.QUIT -> end(events, 0);
          case Key.Press(var name) when name == Key.Name.INTERRUPT -> end(events, INTERRUPTED);
          case Key other -> events.offer(new Event.Pressed(other));
        }
      }
    } catch (IOException e) {
      // the terminal is gone
    }
    end(events, 0);
  }

  /** Before whatever else waits. */
  private static void end(ArrayBlockingQueue<Event> events, int exit) {
    while (!events.offer(new Event.Over(exit))) events.clear();
  }
}
