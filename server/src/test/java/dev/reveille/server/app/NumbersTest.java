package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.observe.SaveHour;
import dev.reveille.server.observe.SaveMinute;
import dev.reveille.server.observe.StoredNumbers;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The numbers of hours and days, as the API shows them, and what it costs to keep them. */
class NumbersTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  @TempDir Path folder = Path.of("");

  private static String figures(int messages) {
    return "{\"messages\":%d,\"deliveries\":%d,\"connected\":3000,\"sleeping\":600,"
            .formatted(messages, messages * 50)
        + "\"late\":{\"12\":4,\"13\":2},\"commit\":{\"40\":9,\"41\":30,\"42\":12,\"47\":1}}";
  }

  private void store(List<Write> writes) throws InterruptedException {
    var left = new CountDownLatch(writes.size());
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      store.listener(settled -> settled.forEach(_ -> left.countDown()));
      for (var write : writes) {
        var unit = Unit.bestEffort(List.of(write), List.of());
        store.submit(new Submission(new CellId("test", "a"), 1, unit));
      }
      left.await();
    }
  }

  private JsonNode ask(String query) throws IOException {
    try (var server = ServerFixture.start(folder)) {
      var answer = Web.of(server).get("/api/numbers?" + query);
      assertThat(answer.status()).isEqualTo(200);
      return answer.json();
    }
  }

  @Test
  void an_hour_and_half_a_day_are_told_by_minute_and_a_week_by_hour() throws Exception {
    long until = 20_000 * DAY + 90_000;
    var writes = new ArrayList<Write>();
    for (int i = 0; i < 800; i++) {
      writes.add(
          new SaveMinute(new StoredNumbers(until - until % MINUTE - i * MINUTE, 60, figures(i))));
    }
    for (int i = 0; i < 180; i++) {
      writes.add(
          new SaveHour(new StoredNumbers(until - until % HOUR - i * HOUR, 3600, figures(i))));
    }
    store(writes);
    try (var server = ServerFixture.start(folder)) {
      var web = Web.of(server);
      var hour = web.get("/api/numbers?range=1h&until=" + until).json();
      assertThat(hour.path("step").asLong(0)).isEqualTo(MINUTE);
      assertThat(hour.path("slots").size()).isEqualTo(61);
      assertThat(hour.path("to").asLong(0) - hour.path("from").asLong(0)).isEqualTo(61 * MINUTE);
      var first = hour.path("slots").get(0);
      assertThat(first.path("at").asLong(0)).isEqualTo(hour.path("from").asLong(0));
      assertThat(first.path("messages").asDouble(0)).isEqualTo(1);
      assertThat(first.path("connected").asDouble(0)).isEqualTo(50);
      assertThat(first.path("commits").asLong(0)).isEqualTo(52);
      assertThat(first.path("commit_p99_us").asLong(0))
          .isGreaterThan(first.path("commit_p50_us").asLong(0));
      assertThat(hour.path("slots").get(30).path("messages").asDouble(0)).isEqualTo(0.5);
      var halfDay = web.get("/api/numbers?range=12h&until=" + until).json();
      assertThat(halfDay.path("slots").size()).isEqualTo(721);
      var week = web.get("/api/numbers?range=7d&until=" + until).json();
      assertThat(week.path("step").asLong(0)).isEqualTo(HOUR);
      assertThat(week.path("slots").size()).isEqualTo(169);
      assertThat(week.path("slots").get(168).path("deliveries").asDouble(-1)).isZero();
    }
  }

  @Test
  void a_time_without_a_server_is_a_gap_and_not_zero() throws Exception {
    long from = 20_000 * DAY;
    var writes = new ArrayList<Write>();
    for (int i : new int[] {0, 1, 2, 30, 31}) {
      writes.add(new SaveMinute(new StoredNumbers(from + i * MINUTE, 60, figures(i))));
    }
    store(writes);
    var slots = ask("range=1h&until=" + (from + 40 * MINUTE)).path("slots");
    var found = new ArrayList<Long>();
    slots.forEach(slot -> found.add((slot.path("at").asLong(0) - from) / MINUTE));
    assertThat(found).containsExactly(0L, 1L, 2L, 30L, 31L);
  }

  @Test
  void what_was_measured_before_a_restart_is_there_after_it() throws Exception {
    try (var server = ServerFixture.start(folder)) {
      var web = Web.of(server);
      while (web.get("/api/numbers").json().path("seconds").isEmpty()) Thread.onSpinWait();
      assertThat(web.get("/api/numbers?range=7d").json().path("slots").size()).isZero();
    }
    var slots = ask("range=7d").path("slots");
    assertThat(slots.size()).isBetween(1, 2);
    assertThat(slots.get(0).path("seconds").asLong(0)).isPositive();
    assertThat(slots.get(0).has("messages")).isTrue();
    assertThat(slots.get(0).has("connected")).isTrue();
  }

  @Test
  void a_range_that_there_is_not_is_refused_with_those_that_there_are() throws Exception {
    try (var server = ServerFixture.start(folder)) {
      var web = Web.of(server);
      assertThat(web.get("/api/numbers?range=5m").json().has("seconds")).isTrue();
      for (var word : List.of("1d", "12H", "7d%20", "5M")) {
        var answer = web.get("/api/numbers?range=" + word);
        assertThat(answer.status()).as(word).isEqualTo(400);
        assertThat(answer.body()).contains("range=5m, 1h, 12h and 7d");
      }
      var far = web.get("/api/numbers?range=7d&until=" + Long.MAX_VALUE);
      assertThat(far.status()).isEqualTo(200);
      assertThat(far.json().path("slots").size()).isZero();
    }
  }

  @Test
  void a_day_of_numbers_takes_less_than_half_a_megabyte() throws Exception {
    store(List.of());
    long before = Files.size(folder.resolve("reveille.db"));
    var writes = new ArrayList<Write>();
    for (int i = 0; i < 1440; i++) {
      writes.add(new SaveMinute(new StoredNumbers(i * MINUTE, 60, figures(1000 + i))));
    }
    for (int i = 0; i < 24; i++) {
      writes.add(new SaveHour(new StoredNumbers(i * HOUR, 3600, figures(60_000 + i))));
    }
    store(writes);
    long bytes = Files.size(folder.resolve("reveille.db")) - before;
    System.out.printf("numbers: %d rows and %d bytes a day%n", writes.size(), bytes);
    assertThat(bytes).isBetween(100_000L, 500_000L);
  }
}
