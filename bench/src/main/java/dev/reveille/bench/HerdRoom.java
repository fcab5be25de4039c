package dev.reveille.bench;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ServerMessage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A channel with a few agents that all know the answer to the one question that is asked. */
final class HerdRoom implements AutoCloseable {
  private static final int HISTORY = 100;
  private static final int MINUTES = 5;

  private final String channel;
  private final ReveilleClient asker;
  private final List<HerdAgent> agents = new ArrayList<>();

  /**
   * The result.
   *
   * @param answers how many agents answered
   * @param thoughts how often an agent had to think
   * @param firstSeconds from the question to the first answer, on the server's clock
   */
  record Tally(int answers, int thoughts, double firstSeconds) {}

  HerdRoom(HerdWay way, URI server, int number, int size) {
    channel = "#" + way.name().toLowerCase(Locale.ROOT) + "-" + number;
    asker = ReveilleClient.builder().uri(server).name("asker").connect();
    asker.create(channel, false, false);
    for (int i = 0; i < size; i++) {
      long seed = way.label().hashCode() + 10L * number + i;
      agents.add(new HerdAgent(way, server, "agent-" + i, channel, asker.agentId(), seed));
    }
  }

  /** Asks, and returns when every agent has answered or decided not to. */
  Tally ask() {
    var question = asker.send(channel, "What is six times seven?").echo().orElseThrow();
    try {
      CompletableFuture.allOf(
              agents.stream().map(HerdAgent::done).toArray(CompletableFuture[]::new))
          .get(MINUTES, TimeUnit.MINUTES);
    } catch (ExecutionException | TimeoutException e) {
      throw new BenchException("an agent in " + channel + " came to no end: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
    var answers =
        asker.history(channel, HISTORY).messages().stream()
            .filter(m -> m.seq() > question.seq() && m.content().equals("42"))
            .map(ServerMessage.Msg::ts)
            .toList();
    if (answers.isEmpty()) throw new BenchException("nobody answered in " + channel);
    return new Tally(
        answers.size(),
        agents.stream().mapToInt(HerdAgent::asked).sum(),
        (answers.getFirst() - question.ts()) / 1e3);
  }

  @Override
  public void close() {
    agents.forEach(HerdAgent::close);
    asker.close();
  }
}
