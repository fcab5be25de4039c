package dev.reveille.cli.watch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks for the agents once a second, on a thread of its own. The last answer can be read at any
 * time without waiting.
 */
final class AgentPoller implements AutoCloseable {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Wrong tokens are counted by the server, and who sends many is made to wait. */
  private static final Duration AGAIN_IF_REFUSED = Duration.ofSeconds(30);

  private final Top.Source source;
  private final Runnable news;
  private final Thread thread;
  private volatile Snapshot snapshot;

  /**
   * The agents as they were last heard of.
   *
   * @param agents the last that were heard of
   * @param heardNanos when that was
   * @param trouble why nothing came since; null = nothing is known to be wrong
   */
  record Snapshot(JsonNode agents, long heardNanos, @Nullable Trouble trouble) {}

  /** Why there is no answer. */
  record Trouble(String why, boolean refused) {}

  /**
   * @param news called when there is something new to see
   */
  AgentPoller(Top.Source source, JsonNode first, Runnable news) {
    this.source = source;
    this.news = news;
    this.snapshot = new Snapshot(first, System.nanoTime(), null);
    this.thread = Thread.ofVirtual().name("reveille-poller").unstarted(this::look);
  }

  void start() {
    thread.start();
  }

  Snapshot snapshot() {
    return snapshot;
  }

  private void look() {
    try {
      var wait = AGAIN;
      while (true) {
        Thread.sleep(wait);
        var answer = source.ask();
        var last = snapshot;
        snapshot =
            switch (answer) {
              case Top.Answer.Heard(var agents) -> new Snapshot(agents, System.nanoTime(), null);
              case Top.Answer.Silent(var why) ->
                  new Snapshot(last.agents(), last.heardNanos(), new Trouble(why, false));
              case Top.Answer.Refused(var why) ->
                  new Snapshot(last.agents(), last.heardNanos(), new Trouble(why, true));
            };
        wait = answer instanceof Top.Answer.Refused ? AGAIN_IF_REFUSED : AGAIN;
        news.run();
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  /** A request that is under way is given up, and not waited for. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
