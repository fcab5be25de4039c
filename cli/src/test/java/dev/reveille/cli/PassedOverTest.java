package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages that a filter passes over, and entries that are lost, hide nothing behind them. */
@Timeout(60)
class PassedOverTest extends CommandFixture {
  private String ada = "";

  PassedOverTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @BeforeEach
  void has_an_identity_in_a_busy_channel() {
    var run = quick();
    assertThat(run.exit("identity", "new", "ada")).isZero();
    ada = run.out().substring(0, run.out().indexOf(' '));
    server.inbox().channels("#general");
    server.inbox().examineAtMost(5);
    for (int i = 0; i < 12; i++) server.inbox().add("#general", "lunch " + i);
  }

  private Run quick() {
    return reveille().env("AGENTCHAT_SETTLE_MS", "0").env("AGENTCHAT_JITTER_PERCENT", "0");
  }

  @Test
  void a_match_behind_more_than_one_answer_looks_at_is_found_and_the_rest_is_told() {
    server.inbox().add("#general", "the build is red");
    var run = quick();
    String[] line = {"listen", "-i", "ada", "--once", "--keyword", "red", "--wait", "30s"};
    assertThat(run.exit(line)).as(run.err()).isZero();
    assertThat(run.out()).contains("the build is red").doesNotContain("lunch");
    assertThat(run.err()).contains("12 messages of channels did not match");
    assertThat(server.inbox().open("#general")).isEmpty();
  }

  @Test
  void a_wait_goes_on_behind_what_does_not_match_and_reads_nothing() {
    server.inbox().add("#general", "the build is red");
    var run = quick();
    String[] line = {"wait", "#general", "-i", "ada", "--keyword", "red", "--for", "30s"};
    assertThat(run.exit(line)).as(run.err()).isZero();
    assertThat(run.out()).startsWith("channel ").contains("the build is red");
    assertThat(server.inbox().open("#general")).hasSize(13);
    assertThat(server.inbox().questions()).hasSizeLessThan(5);
  }

  @Test
  void a_wait_that_confirms_says_what_it_confirms_besides() {
    server.inbox().add("#general", "the build is red");
    server.inbox().lose(3);
    var run = quick();
    String[] line = {"wait", "#general", "-i", "ada", "--keyword", "red", "--confirm"};
    assertThat(run.exit(line)).as(run.err()).isZero();
    assertThat(run.err()).contains("3 older messages are lost").contains("12 messages of channels");
    assertThat(server.inbox().open("#general")).isEmpty();
    assertThat(server.inbox().lost()).isZero();
  }

  @Test
  void lost_entries_end_no_wait_and_are_asked_for_once() {
    server.inbox().lose(2);
    var run = quick();
    assertThat(run.exit("wait", "-i", "ada", "--for", "300ms")).isEqualTo(5);
    assertThat(run.err()).contains("2 older messages are lost");
    assertThat(server.inbox().questions()).hasSizeLessThan(5);
    assertThat(server.inbox().lost()).as("it reads nothing").isEqualTo(2);
  }

  @Test
  void following_says_what_is_lost_before_it_confirms_that() throws Exception {
    server.inbox().lose(4);
    var run = quick();
    var thread = Thread.ofVirtual().start(() -> run.exit("listen", "-i", "ada"));
    while (server.inbox().lost() > 0) Thread.sleep(5);
    thread.interrupt();
    thread.join();
    assertThat(run.err()).contains("4 older messages are lost");
    assertThat(server.inbox().open(ada)).isEmpty();
  }
}
