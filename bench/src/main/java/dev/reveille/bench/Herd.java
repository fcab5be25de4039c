package dev.reveille.bench;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * The example for CSMA: five agents receive one question. Prints how many answers CSMA saves,
 * compared with answering at once, as a table in Markdown.
 */
final class Herd {
  private static final int AGENTS = 5;

  private Herd() {}

  static String measure(Options options) {
    var table =
        new StringBuilder(
            """
            | five agents, one question | questions | answers | per question | saved | thoughts per question | first answer, median s |
            |---|---|---|---|---|---|---|
            """);
    try (var servers = Servers.of(options);
        var server = servers.reveille(servers.newDataDir())) {
      var address = server.target().address();
      var uri = URI.create("ws://127.0.0.1:" + address.getPort());
      for (var way : HerdWay.values()) {
        System.err.println("… " + way.label());
        table.append(row(way, measure(way, uri, options.questions())));
      }
    }
    return table.toString();
  }

  /** Runs all rooms at once: they are independent, and most of the time they wait. */
  private static List<HerdRoom.Tally> measure(HerdWay way, URI server, int questions) {
    var rooms = new ArrayList<HerdRoom>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < questions; i++) rooms.add(new HerdRoom(way, server, i, AGENTS));
      var asking =
          rooms.stream().map(room -> CompletableFuture.supplyAsync(room::ask, threads)).toList();
      return asking.stream().map(CompletableFuture::join).toList();
    } finally {
      rooms.forEach(HerdRoom::close);
    }
  }

  private static String row(HerdWay way, List<HerdRoom.Tally> tallies) {
    int questions = tallies.size();
    int answers = tallies.stream().mapToInt(HerdRoom.Tally::answers).sum();
    int thoughts = tallies.stream().mapToInt(HerdRoom.Tally::thoughts).sum();
    var first = tallies.stream().map(HerdRoom.Tally::firstSeconds).sorted().toList();
    return "| %s | %d | %d | %.2f | %d of %d | %.2f | %.2f |%n"
        .formatted(
            way.label(),
            questions,
            answers,
            (double) answers / questions,
            AGENTS * questions - answers,
            AGENTS * questions,
            (double) thoughts / questions,
            first.get(questions / 2));
  }
}
