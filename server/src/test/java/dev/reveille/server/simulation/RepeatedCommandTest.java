package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A command that places an entry has one effect, and each repeat gets the first reply. */
class RepeatedCommandTest {
  private static final String CHANNEL = "#general";
  private static final Identity KEY = Identity.generate();

  private SimulatedNode chat = new SimulatedNode(new Random(7));
  private final String mailbox = AgentKeys.id(KEY.publicKey().pem());
  private int ids;

  /** A command and the cell and stream that it goes to. */
  private record Sent(CellId cell, String stream, Command command) {}

  private String id() {
    return chat.wallMillis() + "-" + ++ids;
  }

  private Presence.Member member() {
    return chat.node().parts().presence().roster(CHANNEL).iterator().next();
  }

  private Sent post(String id) {
    return new Sent(
        Cells.channel(CHANNEL),
        CHANNEL,
        new ChannelCommand.Post(
            id,
            member(),
            StoredEntry.MESSAGE,
            "hello " + id,
            "",
            "key " + id,
            List.of(),
            List.of(),
            null,
            null,
            Attached.NOTHING));
  }

  private Sent sayFor(String id) {
    return new Sent(
        Cells.channel(CHANNEL),
        CHANNEL,
        new ChannelCommand.SayFor(
            "@ada",
            null,
            id,
            "callback",
            "due",
            "",
            "callback.fired",
            "\"cb_id\":1",
            Attached.NOTHING));
  }

  private Sent deposit(String id) {
    return new Sent(
        Cells.mailbox(mailbox),
        mailbox,
        new MailboxCommand.Deposit(
            id,
            new Presence.Member("@bob", "bob", new SessionId("sim", 99), false),
            StoredEntry.MESSAGE,
            "hello",
            "",
            null,
            List.of(),
            null,
            false));
  }

  private void join() {
    chat.connect("ada").identify(Identity.generate());
    chat.connect("key").identify(KEY).say(CHANNEL, "so that the store has it");
    chat.run();
    chat.agents().getLast().vanish();
    chat.run();
  }

  private CompletableFuture<Answer> ask(Sent sent) {
    return chat.node().host().ask(sent.cell(), sent.command()).toCompletableFuture();
  }

  private Answer answer(Sent sent) {
    var asked = ask(sent);
    chat.run();
    return asked.join();
  }

  private List<StoredEntry> entries(String stream) {
    return chat.store().reads(EntryReads.class).after(stream, 0, 10_000);
  }

  private List<Sent> oneOfEach() {
    return List.of(post(id()), sayFor(id()), deposit(id()));
  }

  @Test
  void while_the_first_is_on_its_way_and_when_it_is_durable() {
    join();
    for (var sent : oneOfEach()) {
      var first = ask(sent);
      var second = ask(sent);
      assertThat(second).as("never before the first is durable").isNotDone();
      chat.run();
      assertThat(first.join()).isInstanceOf(ChatAnswer.Placed.class);
      assertThat(second.join()).isEqualTo(first.join());
      assertThat(answer(sent)).isEqualTo(first.join());
      assertThat(entries(sent.stream()))
          .extracting(StoredEntry::seq)
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, entries(sent.stream()).size()).boxed().toList());
    }
  }

  @Test
  void long_after_the_first() {
    join();
    for (var sent : oneOfEach()) {
      var first = answer(sent);
      chat.pass(Duration.ofMinutes(10));
      int entries = entries(sent.stream()).size();
      assertThat(answer(sent)).isEqualTo(first);
      assertThat(entries(sent.stream())).hasSize(entries);
    }
  }

  @Test
  void after_the_cell_was_forgotten_and_after_a_restart() {
    join();
    for (var sent : oneOfEach()) {
      var first = answer(sent);
      chat.rest();
      assertThat(answer(sent)).isEqualTo(first);
      chat = chat.kill();
      chat.run();
      assertThat(answer(sent)).as("soon").isEqualTo(first);
      chat = chat.kill();
      chat.pass(Duration.ofHours(1));
      assertThat(answer(sent)).as("late").isEqualTo(first);
      chat.jumpWall(Duration.ofHours(-3));
      chat = chat.kill();
      chat.run();
      assertThat(answer(sent)).as("before it was made, says the clock").isEqualTo(first);
      join();
    }
  }

  @Test
  void after_a_restart_also_if_the_clock_was_set_back_while_the_first_was_on_its_way() {
    join();
    for (var sent : oneOfEach()) {
      var asked = ask(sent);
      chat.jumpWall(Duration.ofSeconds(-14));
      chat.run();
      var first = asked.join();
      chat.jumpWall(Duration.ofSeconds(14));
      chat = chat.kill();
      chat.run();
      assertThat(answer(sent)).isEqualTo(first);
      join();
    }
  }

  @Test
  void a_repeat_of_a_message_that_was_refused_is_refused_too_and_then_placed_once() {
    join();
    for (var sent : oneOfEach()) {
      int before = entries(sent.stream()).size();
      chat.store().failNext(1);
      var first = ask(sent);
      var second = ask(sent);
      chat.run();
      assertThat(first).isCompletedExceptionally();
      var placed = answer(sent);
      assertThat(placed).isEqualTo(new ChatAnswer.Placed(sent.stream(), before + 1));
      if (!second.isCompletedExceptionally()) assertThat(second.join()).isEqualTo(placed);
      assertThat(entries(sent.stream())).hasSize(before + 1);
    }
  }

  @Test
  void an_old_id_that_was_never_placed_is_placed() {
    join();
    var old = oneOfEach();
    chat.pass(Duration.ofMinutes(10));
    for (var sent : old) {
      assertThat(answer(sent)).isInstanceOf(ChatAnswer.Placed.class);
      assertThat(answer(sent)).isInstanceOf(ChatAnswer.Placed.class);
    }
    assertThat(entries(mailbox)).hasSize(1);
  }

  @Test
  void others_are_not_disturbed() {
    join();
    var sent = post(id());
    answer(sent);
    chat.pass(Duration.ofMinutes(1));
    int before = entries(CHANNEL).size();
    var asked = new ArrayList<CompletableFuture<Answer>>();
    for (int i = 0; i < 20; i++) {
      asked.add(ask(post(id())));
      asked.add(ask(sent));
    }
    chat.run();
    assertThat(asked).allMatch(a -> a.join() instanceof ChatAnswer.Placed);
    assertThat(entries(CHANNEL)).hasSize(before + 20);
  }

  @Test
  void a_new_message_reads_nothing() {
    join();
    for (var sent : oneOfEach()) answer(sent);
    chat.store().unreadable(true);
    for (var sent : List.of(post(id()), sayFor(id()))) {
      assertThat(answer(sent)).isInstanceOf(ChatAnswer.Placed.class);
    }
    var old = post("1600000000000-1");
    assertThat(answer(old)).as("it cannot be known").isInstanceOf(ChatAnswer.Refused.class);
    chat.store().unreadable(false);
    assertThat(answer(old)).isInstanceOf(ChatAnswer.Placed.class);
  }

  @Test
  void the_author_gets_its_echo_again() {
    join();
    var sent = post(id());
    answer(sent);
    answer(sent);
    assertThat(chat.agents().getFirst().echoes()).hasSize(2);
    assertThat(chat.agents().getFirst().echoes().getLast())
        .isEqualTo(chat.agents().getFirst().echoes().getFirst());
  }

  @Test
  void under_any_schedule_each_id_has_one_entry_and_one_reply() {
    SeededRuns.check(
        100,
        random -> {
          chat = new SimulatedNode(random);
          join();
          var known = new ArrayList<Sent>();
          var replies = new HashMap<Sent, List<CompletableFuture<Answer>>>();
          for (int i = 0; i < 60; i++) {
            boolean fresh = known.isEmpty() || random.nextBoolean();
            var sent = fresh ? any(random) : known.get(random.nextInt(known.size()));
            if (fresh) known.add(sent);
            replies.computeIfAbsent(sent, _ -> new ArrayList<>()).add(ask(sent));
            switch (random.nextInt(30)) {
              case 0 -> chat.store().failNext(1);
              case 1 -> chat = chat.kill();
              case 2 -> chat.pass(Duration.ofSeconds(random.nextInt(30)));
              case 3 -> chat.jumpWall(Duration.ofSeconds(random.nextInt(-20, 20)));
              default -> chat.stumble();
            }
          }
          chat.store().failNext(0);
          chat.run();
          for (var sent : known) {
            check(sent, replies.getOrDefault(sent, List.of()), answer(sent));
          }
        });
  }

  /** A command that needs no member, so that it can also be sent after a restart. */
  private Sent any(Random random) {
    return random.nextBoolean() ? sayFor(id()) : deposit(id());
  }

  private void check(Sent sent, List<CompletableFuture<Answer>> replies, Answer last) {
    for (var reply : replies) {
      if (!reply.isDone()) continue; // the process died
      if (reply.isCompletedExceptionally()) {
        assertThat(reply.exceptionNow()).hasMessageNotContaining("contradicts");
      } else if (reply.join() instanceof ChatAnswer.Placed placed) {
        assertThat(placed).as("also if the mailbox is full now").isEqualTo(last);
      }
    }
    var ids = new HashMap<String, Long>();
    for (var entry : entries(sent.stream())) {
      if (entry.msgId() != null) ids.merge(entry.msgId(), 1L, Long::sum);
    }
    assertThat(Map.copyOf(ids).values()).allMatch(count -> count == 1);
  }
}
