package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A listener asks about the channels that its identity is in now, not at its start. */
@Timeout(60)
class ListenedChannelsTest extends CommandFixture {
  ListenedChannelsTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @BeforeEach
  void has_an_identity() {
    assertThat(quick().exit("identity", "new", "ada")).isZero();
    server.inbox().channels("#general", "#old");
  }

  private Run quick() {
    return reveille().env("AGENTCHAT_SETTLE_MS", "0").env("AGENTCHAT_JITTER_PERCENT", "0");
  }

  private void awaitQuestions(int number) throws InterruptedException {
    while (server.inbox().questions().size() < number) Thread.sleep(5);
  }

  @Test
  void channels_that_it_joins_or_leaves_meanwhile_are_added_and_dropped() throws Exception {
    var file = home.resolve("heard");
    var run = quick();
    var line = new String[] {"listen", "-i", "ada", "--exec", "cat >> " + file};
    var listener = Thread.ofVirtual().start(() -> run.exit(line));
    awaitQuestions(1);
    assertThat(quick().exit("channel", "join", "#new", "-i", "ada")).isZero();
    server.inbox().add("#new", "in the new one");
    while (!Files.exists(file) || !Files.readString(file).contains("in the new one")) {
      assertThat(listener.isAlive()).as(run.err()).isTrue();
      Thread.sleep(5);
    }
    assertThat(quick().exit("channel", "leave", "#old", "-i", "ada")).isZero();
    server.inbox().add("#general", "after the leave");
    while (!Files.readString(file).contains("after the leave")) {
      assertThat(listener.isAlive()).as(run.err()).isTrue();
      Thread.sleep(5);
    }
    assertThat(server.inbox().questions().getLast().channels()).containsExactly("#general", "#new");
    listener.interrupt();
    listener.join();
  }

  @Test
  void a_named_channel_that_it_left_is_dropped_with_a_word() throws Exception {
    var run = quick();
    var line = new String[] {"listen", "#old", "#general", "-i", "ada", "--exec", "cat"};
    var listener = Thread.ofVirtual().start(() -> run.exit(line));
    awaitQuestions(1);
    assertThat(quick().exit("channel", "leave", "#old", "-i", "ada")).isZero();
    while (!run.err().contains("no longer in #old")) {
      assertThat(listener.isAlive()).as(run.err()).isTrue();
      Thread.sleep(5);
    }
    assertThat(quick().exit("channel", "join", "#old", "-i", "ada")).isZero();
    while (!server.inbox().questions().getLast().channels().contains("#old")) Thread.sleep(5);
    listener.interrupt();
    listener.join();
  }

  @Test
  void of_more_channels_than_a_question_takes_those_with_unread_messages_come_first() {
    var names = IntStream.range(0, 40).mapToObj(i -> "#c" + i).toArray(String[]::new);
    server.inbox().channels(names);
    server.inbox().add("#c39", "from the last one");
    var run = quick();
    assertThat(run.exit("listen", "-i", "ada", "--once", "--wait", "30s")).as(run.err()).isZero();
    assertThat(run.out()).contains("from the last one");
    assertThat(server.inbox().questions().getFirst().channels()).hasSize(32).startsWith("#c39");
  }
}
