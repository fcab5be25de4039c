package dev.reveille.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventLog;
import dev.reveille.server.store.JdbcStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {
  @TempDir Path home = Path.of("");

  private static void append(JdbcStore store, int from, int to) throws InterruptedException {
    var settled = new CountDownLatch(1);
    store.listener(batch -> batch.forEach(_ -> settled.countDown()));
    var writes = new ArrayList<Write>();
    for (int i = from; i <= to; i++) {
      writes.add(new AppendEvent(i, "kind" + i, "@ann", null, "plain"));
    }
    store.submit(
        new Committer.Submission(
            new CellId("t", "t"), 1, Unit.required(writes, List.of(), List.of())));
    assertThat(settled.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private static List<String> kinds(Path file) throws Exception {
    return Files.readAllLines(file).stream()
        .map(line -> Json.read(line).orElseThrow().path("kind").asString(""))
        .toList();
  }

  @Test
  void it_goes_on_behind_its_last_line_and_starts_a_new_file_when_one_is_full() throws Exception {
    var data = home.resolve("data");
    var file = home.resolve("audit.jsonl");
    try (var folder = DataFolder.open(data, Instant.EPOCH);
        var store = JdbcStore.open(folder, Features.TABLES, new Failures())) {
      append(store, 1, 3);
      try (var follower = new AuditFile(EventLog.open(data), file, 1)) {
        follower.follow();
        follower.follow();
      }
      assertThat(kinds(file)).containsExactly("kind1", "kind2", "kind3");
      for (int i = 4; i < 12; i++) {
        append(store, i, i);
        try (var follower = new AuditFile(EventLog.open(data), file, 1)) {
          follower.follow();
        }
      }
    }
    assertThat(kinds(file)).containsExactly("kind11");
    assertThat(kinds(home.resolve("audit.jsonl.1"))).containsExactly("kind10");
    assertThat(kinds(home.resolve("audit.jsonl.4"))).containsExactly("kind7");
    assertThat(home.resolve("audit.jsonl.5")).doesNotExist();
  }

  @Test
  void a_line_that_a_dying_process_left_unfinished_does_not_spoil_the_next() throws Exception {
    var data = home.resolve("data");
    var file = home.resolve("audit.jsonl");
    Files.writeString(file, "{\"id\":1,\"kind\":\"whole\"}\n{\"id\":2,\"ki");
    try (var folder = DataFolder.open(data, Instant.EPOCH);
        var store = JdbcStore.open(folder, Features.TABLES, new Failures())) {
      append(store, 1, 2);
      AuditFile.start(data, file).close();
    }
    var lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3);
    assertThat(lines.getLast()).contains("\"kind\":\"kind2\"");
  }
}
