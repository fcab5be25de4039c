package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.client.ClientTime;
import dev.reveille.protocol.ServerMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchRunTest {
  private static final String SERVER = "ws://127.0.0.1:6667";

  private final Path home;
  private final List<Long> pauses = new ArrayList<>();
  private final Terminal terminal;
  private Duration longest = Duration.ofMinutes(1);

  BatchRunTest(@TempDir Path home) {
    this.home = home;
    var out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    var env = Map.of("XDG_CONFIG_HOME", home.toString(), "PATH", System.getenv("PATH"));
    this.terminal = new Terminal(InputStream.nullInputStream(), out, out, env, false);
  }

  /** Time passes by itself, and is written down. */
  private final ClientTime time =
      new ClientTime() {
        @Override
        public long millis() {
          return 0;
        }

        @Override
        public void sleep(long millis) {
          pauses.add(millis);
        }

        @Override
        public void await(Condition signal, long atMostMillis) {
          throw new IllegalStateException();
        }
      };

  private DeadLetters letters() {
    return DeadLetters.of(terminal, "@ada");
  }

  private BatchRun run(String command, int tries) {
    return new BatchRun(
        new BatchHandler(command, terminal.env(), longest),
        letters(),
        tries,
        time,
        InstantSource.fixed(java.time.Instant.ofEpochMilli(77)));
  }

  private static PendingBatch batch(long... seqs) {
    var items = new ArrayList<PendingBatch.Item>();
    for (long seq : seqs) {
      var message =
          new ServerMessage.Msg(1, "@b", "bob", "@ada", "m" + seq, seq, "id" + seq, false, "");
      items.add(new PendingBatch.Item(message, "{\"seq\":" + seq + "}"));
    }
    return new PendingBatch(items, "c", 0, 0, false);
  }

  @Test
  void the_pause_grows_and_the_last_failure_makes_a_dead_letter() throws Exception {
    var dead = run("cat >/dev/null; exit 7", 5).run(batch(1, 2), SERVER, terminal).orElseThrow();
    assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L);
    assertThat(dead.tries()).isEqualTo(5);
    assertThat(dead.reason()).isEqualTo("exit code 7");
    assertThat(dead.at()).isEqualTo(77);
    assertThat(letters().all()).containsExactly(dead);
    assertThat(dead.entries()).containsExactly("{\"seq\":1}", "{\"seq\":2}");
    var again = run("exit 0", 5).run(batch(1, 2), SERVER, terminal);
    assertThat(again).as("not run again before it is confirmed").contains(dead);
    assertThat(letters().all()).containsExactly(dead);
    letters().confirmed();
    assertThat(letters().tries(SERVER + " " + batch(1).key())).isZero();
  }

  @Test
  void a_batch_that_succeeds_and_cannot_be_confirmed_is_run_a_bounded_number_of_times()
      throws Exception {
    var runs = home.resolve("runs");
    for (int i = 0; i < 9; i++) {
      var _ = run("echo x >> " + runs, 5).run(batch(1), SERVER, terminal);
    }
    assertThat(Files.readAllLines(runs)).hasSize(5);
    assertThat(letters().all())
        .singleElement()
        .satisfies(letter -> assertThat(letter.reason()).contains("before it could confirm"));
  }

  @Test
  void a_program_that_hangs_is_stopped_with_all_that_it_started_and_that_is_a_failed_try()
      throws Exception {
    longest = Duration.ofMillis(300);
    var pid = home.resolve("pid");
    var command = "sleep 600 & echo $! > " + pid + "; wait; exit 0";
    var dead = run(command, 1).run(batch(1), SERVER, terminal).orElseThrow();
    assertThat(dead.reason()).isEqualTo("it ran longer than 300ms");
    long child = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void what_was_pushed_without_a_seq_is_another_batch_each_time() {
    var message = new ServerMessage.Msg(1, "@server", "server", "@ada", "x", 0, null, null, "");
    var keys =
        Stream.of("{\"cb_id\":\"1\"}", "{\"cb_id\":\"2\"}")
            .map(json -> List.of(new PendingBatch.Item(message, json)))
            .map(items -> new PendingBatch(items, "", 0, 0, false).key())
            .distinct();
    assertThat(keys).hasSize(2);
  }

  @Test
  void a_success_forgets_the_failures_before_it_when_it_is_confirmed() throws Exception {
    var flag = home.resolve("flag");
    var command = "test -e " + flag + " || { touch " + flag + "; exit 1; }";
    assertThat(run(command, 5).run(batch(1), SERVER, terminal)).isEmpty();
    assertThat(pauses).containsExactly(1_000L);
    assertThat(letters().all()).isEmpty();
    letters().confirmed();
    assertThat(letters().tries(SERVER + " " + batch(1).key())).isZero();
  }

  @Test
  void tries_before_a_kill_count_also_if_more_has_come_since() throws Exception {
    for (int i = 0; i < 4; i++) letters().begin(SERVER + " " + batch(1).key());
    var dead = run("exit 1", 5).run(batch(1, 2), SERVER, terminal).orElseThrow();
    assertThat(dead.tries()).isEqualTo(5);
    assertThat(pauses).isEmpty();
    // Another batch begins anew.
    letters().begin(SERVER + " " + batch(3).key());
    assertThat(letters().begin(SERVER + " " + batch(4).key())).isOne();
  }

  @Test
  void a_program_that_does_not_read_or_does_not_exist_is_judged_by_its_end() throws Exception {
    var long1 = new ServerMessage.Msg(1, "@b", "bob", "@ada", "x", 1, "id", false, "");
    var item = new PendingBatch.Item(long1, "{\"x\":\"" + "y".repeat(1 << 20) + "\"}");
    var large = new PendingBatch(List.of(item), "c", 0, 0, false);
    assertThat(run("exit 0", 1).run(large, SERVER, terminal)).isEmpty();
    letters().confirmed();
    assertThat(run("/no/such/program", 1).run(large, SERVER, terminal).orElseThrow().reason())
        .isEqualTo("exit code 127");
  }

  @Test
  void letters_keep_their_numbers_and_too_many_are_refused() throws IOException {
    var letters = letters();
    var letter = new DeadLetter(0, 1, SERVER, 1, "c", "r", List.of("{\"a\":1}"));
    assertThat(letters.add(letter).id()).isEqualTo(1);
    assertThat(letters.add(letter).id()).isEqualTo(2);
    letters.remove(Set.of(2L));
    assertThat(letters.add(letter).id()).isEqualTo(3);
    assertThat(letters.find(2)).isEmpty();
    assertThat(letters.find(3)).map(DeadLetter::entries).contains(List.of("{\"a\":1}"));
    for (int i = 2; i < DeadLetters.MAX_LETTERS; i++) letters.add(letter);
    assertThatThrownBy(() -> letters.add(letter)).hasMessageContaining("stays on the server");
    assertThat(letters.all()).hasSize(DeadLetters.MAX_LETTERS);
    var file = home.resolve("reveille/mail/ada.json");
    Files.writeString(file, "{\"letters\":[");
    assertThatThrownBy(() -> letters.add(letter)).hasMessageContaining("damaged");
    assertThat(file).as("left as it is").hasContent("{\"letters\":[");
  }

  @Test
  void two_commands_at_once_lose_no_letter() throws InterruptedException {
    var letter = new DeadLetter(0, 1, SERVER, 1, "c", "r", List.of());
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 10; n++) letters().add(letter);
                  }));
    }
    for (var thread : threads) thread.join();
    assertThat(letters().all()).hasSize(40).extracting(DeadLetter::id).doesNotHaveDuplicates();
  }
}
