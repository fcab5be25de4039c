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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchRunTest {
  private static final String SERVER = "ws://127.0.0.1:6667";

  private final Path home;
  private final List<Long> pauses = new ArrayList<>();
  private final Terminal terminal;

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
        new BatchHandler(command, terminal.env()),
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
    return new PendingBatch(items, "c", 0, false);
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
    assertThat(letters().tries(SERVER + " " + batch(1).key())).isZero();
  }

  @Test
  void a_success_forgets_the_failures_before_it() throws Exception {
    var flag = home.resolve("flag");
    var command = "test -e " + flag + " || { touch " + flag + "; exit 1; }";
    assertThat(run(command, 5).run(batch(1), SERVER, terminal)).isEmpty();
    assertThat(pauses).containsExactly(1_000L);
    assertThat(letters().all()).isEmpty();
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
    var large = new PendingBatch(List.of(item), "c", 0, false);
    assertThat(run("exit 0", 1).run(large, SERVER, terminal)).isEmpty();
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
