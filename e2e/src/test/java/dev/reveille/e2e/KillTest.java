package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** An acknowledged message survives {@code kill -9}, exactly once. */
class KillTest {
  private static final List<String> ROOMS = List.of("#yard", "#shed");

  private final Path folder;
  private final List<MailReader> readers =
      List.of(new MailReader("away1"), new MailReader("away2"));
  private final List<LoadedSender> senders = new ArrayList<>();
  private final Map<String, List<JsonNode>> known = new HashMap<>();

  KillTest(@TempDir Path folder) {
    this.folder = folder;
    for (int i = 0; i < 4; i++) senders.add(new LoadedSender("talker" + i, ROOMS.get(i % 2)));
    // Two senders share a mailbox, so that its order is made by the server alone.
    for (int i = 0; i < 3; i++) {
      senders.add(new LoadedSender("poster" + i, readers.get(i % 2).id()));
    }
    ROOMS.forEach(room -> known.put(room, new ArrayList<>()));
  }

  @Test
  void twenty_kills_under_load_lose_nothing_and_double_nothing() throws Exception {
    var random = Seed.random("kill -9");
    int rounds = Seed.rounds(20, 200);
    long begin = System.nanoTime();
    long slowest = 0;
    for (int round = 0; round < rounds; round++) {
      try (var server = ServerProcess.start(folder.resolve("data"), ServerProcess.NO_LIMITS)) {
        slowest = Math.max(slowest, server.startTime().toMillis());
        // Who reads its mail right after the restart, and who stays until the kill.
        boolean first = round == 0;
        for (var reader : readers) {
          boolean comes = first || random.nextBoolean();
          boolean stays = !first && random.nextBoolean();
          if (comes) readMail(server, reader);
          if (comes && !stays) reader.leave();
        }
        together(sender -> sender.resume(server.uri()));
        checkRooms(server);
        var loading = startLoad();
        Thread.sleep(random.nextInt(600));
        server.kill();
        for (var load : loading) load.get(30, TimeUnit.SECONDS);
        assertThat(server.errors()).isEmpty();
      }
    }
    checkEverything();
    System.out.printf(
        "kill -9: %d rounds in %d s, %d messages promised, %d mails came again, slowest start %d"
            + " ms%n",
        rounds,
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
        senders.stream().mapToInt(s -> s.promises().size()).sum(),
        readers.stream().mapToInt(MailReader::repeats).sum(),
        slowest);
  }

  private interface Step {
    void run(LoadedSender sender);
  }

  private void together(Step step) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (var sender : senders) all.add(threads.submit(() -> step.run(sender)));
      for (var one : all) one.get(60, TimeUnit.SECONDS);
    }
    assertThat(senders).allSatisfy(sender -> assertThat(sender.faults()).isEmpty());
  }

  private List<Future<?>> startLoad() {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var all = new ArrayList<Future<?>>();
    for (var sender : senders) all.add(threads.submit(sender::load));
    threads.shutdown();
    return all;
  }

  /** Everything promised into this mailbox so far must come. */
  private void readMail(ServerProcess server, MailReader reader) {
    reader.connect(server.uri());
    reader.awaitMail(
        promisesTo(reader.id()).stream().mapToLong(LoadedSender.Promise::seq).max().orElse(0));
    assertThat(reader.faults()).isEmpty();
  }

  /** Reads what is new in every room and compares it with every promise. */
  private void checkRooms(ServerProcess server) {
    try (var auditor = WireAgent.guest(server.uri(), "auditor")) {
      for (var room : ROOMS) {
        auditor.join(room, WireAgent.NOTHING_OLD);
        var all = known.getOrDefault(room, List.of());
        all.addAll(auditor.history(room, all.size()));
        check(room, all);
      }
    }
  }

  private void check(String room, List<JsonNode> history) {
    var contents = new HashSet<String>();
    var ids = new HashSet<String>();
    for (int i = 0; i < history.size(); i++) {
      var message = history.get(i);
      assertThat(message.path("seq").asLong()).as("seq in %s", room).isEqualTo(i + 1);
      if (message.path("from").asString().equals("@server")) continue;
      assertThat(ids.add(message.path("msg_id").asString())).as("once: %s", message).isTrue();
      assertThat(contents.add(message.path("content").asString())).as("once: %s", message).isTrue();
    }
    for (var promise : promisesTo(room)) {
      var stored = history.get((int) promise.seq() - 1);
      assertThat(stored.path("msg_id").asString()).isEqualTo(promise.msgId());
      assertThat(stored.path("content").asString()).isEqualTo(promise.content());
    }
  }

  private List<LoadedSender.Promise> promisesTo(String to) {
    return senders.stream()
        .filter(sender -> sender.to().equals(to))
        .flatMap(sender -> sender.promises().values().stream())
        .toList();
  }

  private void checkEverything() throws Exception {
    try (var server = ServerProcess.start(folder.resolve("data"), ServerProcess.NO_LIMITS)) {
      together(sender -> sender.resume(server.uri()));
      var before = known.values().stream().mapToInt(List::size).sum();
      known.values().forEach(List::clear);
      checkRooms(server);
      assertThat(known.values().stream().mapToInt(List::size).sum()).isGreaterThanOrEqualTo(before);
      for (var reader : readers) {
        readMail(server, reader);
        for (var promise : promisesTo(reader.id())) {
          var came = reader.mail().getOrDefault(promise.seq(), MissingNode.getInstance());
          assertThat(came.path("msg_id").asString("")).isEqualTo(promise.msgId());
          assertThat(came.path("content").asString("")).isEqualTo(promise.content());
        }
        assertThat(reader.mail().values().stream().map(m -> m.path("content").asString()))
            .doesNotHaveDuplicates();
        reader.leave();
      }
      senders.forEach(LoadedSender::leave);
      server.terminate(java.time.Duration.ofSeconds(20));
      assertThat(Database.integrity(server.database())).containsExactly("ok");
      assertThat(Database.streamsWithGaps(server.database())).isEmpty();
    }
    assertThat(ROOMS).allSatisfy(room -> assertThat(promisesTo(room)).isNotEmpty());
    assertThat(readers).allSatisfy(reader -> assertThat(reader.mail()).isNotEmpty());
  }
}
