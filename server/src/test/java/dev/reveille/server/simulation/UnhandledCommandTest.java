package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.callback.CallbackCell;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.verification.VerificationCell;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a cell fails on, its session is answered. */
class UnhandledCommandTest {
  private static final int SEEDS = 15;

  private static List<ErrorCode> errors(SimulatedAgent agent) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(ServerMessage.Failure.class::isInstance)
        .map(m -> ((ServerMessage.Failure) m).code())
        .toList();
  }

  @Test
  void who_comes_while_the_store_cannot_be_read_gets_an_error_and_may_try_again() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = random.nextBoolean() ? SeededIdentity.of(random) : null;
          var chat = new SimulatedNode(random);
          chat.store().unreadable(true);
          var ann = chat.connect("ann").identify(key);
          chat.run();
          assertThat(errors(ann)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
          assertThat(ann.isIn()).isFalse();
          chat.store().unreadable(false);
          ann = chat.connect("ann").identify(key);
          chat.run();
          assertThat(errors(ann)).isEmpty();
          assertThat(ann.isIn()).isTrue();
        });
  }

  @Test
  void who_comes_while_a_cell_that_it_needs_fails_is_not_let_in_half() {
    for (var kind : List.of(Cells.AGENT, Cells.CHANNEL, Cells.MAILBOX)) {
      SeededRuns.check(
          SEEDS,
          random -> {
            var key = SeededIdentity.of(random);
            var chat = new SimulatedNode(random);
            var ann = chat.connect("ann").identify(key);
            for (int i = random.nextInt(4); i > 0 && !ann.isIn(); i--) chat.stumble();
            chat.fragile(kind);
            chat.run();
            // What fails after WELCOME is not seen by the agent.
            if (!ann.isIn() || !errors(ann).isEmpty()) {
              assertThat(errors(ann)).as(kind).containsExactly(ErrorCode.STORE_UNAVAILABLE);
              assertThat(ann.isIn()).as(kind).isFalse();
            }
            chat.fragile(null);
            chat.pass(Duration.ofSeconds(1));
            ann.vanish();
            var again = chat.connect("ann").identify(key);
            chat.run();
            chat.pass(Duration.ofSeconds(1));
            chat.run();
            assertThat(again.isIn()).as(kind).isTrue();
          });
    }
  }

  @Test
  void who_is_not_let_in_gets_nothing_but_the_error_and_finds_what_waits_the_next_time() {
    for (var kind : List.of(Cells.CHANNEL, Cells.MAILBOX)) {
      SeededRuns.check(
          SEEDS,
          random -> {
            var key = SeededIdentity.of(random);
            var chat = withMailAndAFire(random, key);
            chat.fragile(kind);
            var ann = chat.connect("ann").identifyDurable(key);
            chat.run();
            assertThat(errors(ann)).as(kind).containsExactly(ErrorCode.STORE_UNAVAILABLE);
            assertThat(texts(ann)).as(kind).isEmpty();
            chat.fragile(null);
            chat.pass(Duration.ofSeconds(2));
            chat.run();
            ann = chat.connect("ann").identifyDurable(key);
            chat.run();
            assertThat(ann.isIn()).as(kind).isTrue();
            assertThat(texts(ann)).as(kind).containsExactlyInAnyOrder("mail", "@@cb-fire@@think");
          });
    }
  }

  @Test
  void a_cell_that_nobody_needs_at_the_door_keeps_nobody_out() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = withMailAndAFire(random, key);
          chat.fragile(CallbackCell.KIND);
          var ann = chat.connect("ann").identifyDurable(key);
          chat.run();
          assertThat(errors(ann)).isEmpty();
          assertThat(texts(ann)).containsExactlyInAnyOrder("mail", "@@cb-fire@@think");
        });
  }

  /** Returns a server that keeps a message and the fire of a callback for ann, who is away. */
  private static SimulatedNode withMailAndAFire(Random random, Identity key) {
    var chat = new SimulatedNode(random);
    var ann = chat.connect("ann").identifyDurable(key);
    var bob = chat.connect("bob").identify(null);
    chat.run();
    var id = requireNonNull(ann.id());
    ann.say("#general", "@@cb:1s@@think");
    chat.run();
    ann.vanish();
    chat.run();
    bob.say(id, "mail");
    chat.pass(Duration.ofSeconds(2));
    chat.run();
    return chat;
  }

  /** Returns what an agent was told alone. */
  private static List<String> texts(SimulatedAgent agent) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(m -> m instanceof ServerMessage.Msg msg && msg.to().startsWith("@"))
        .map(m -> ((ServerMessage.Msg) m).content())
        .toList();
  }

  @Test
  void every_message_that_its_agents_cell_fails_on_is_answered_in_its_place() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var ann =
              chat.connect("ann").identify(random.nextBoolean() ? SeededIdentity.of(random) : null);
          chat.run();
          ann.say("#general", "before");
          chat.run();
          chat.fragile(Cells.AGENT);
          // More than may be outstanding: a session whose count is not given back would be stuck.
          for (int i = 0; i < 150; i++) ann.send(new ClientMessage.Ping());
          chat.run();
          assertThat(errors(ann)).hasSize(150).containsOnly(ErrorCode.STORE_UNAVAILABLE);
          assertThat(chat.outstanding(ann.session())).isZero();
          chat.fragile(null);
          ann.say("#general", "after");
          chat.run();
          assertThat(ann.echoes()).hasSize(2);
        });
  }

  @Test
  void a_message_to_a_cell_below_that_fails_is_answered_too() {
    for (var kind : List.of(Cells.CHANNEL, Cells.MAILBOX, VerificationCell.KIND)) {
      SeededRuns.check(
          SEEDS,
          random -> {
            var chat = new SimulatedNode(random);
            var ann = chat.connect("ann").identify(null);
            var bob = chat.connect("bob").identify(SeededIdentity.of(random));
            chat.run();
            chat.fragile(kind);
            switch (kind) {
              case Cells.CHANNEL -> ann.say("#general", "hello");
              case Cells.MAILBOX -> ann.say(requireNonNull(bob.id()), "hello");
              default ->
                  ann.send(
                      new ClientMessage.VerifyRequest(
                          requireNonNull(bob.id()), "0123456789abcdef0123456789abcdef"));
            }
            chat.run();
            assertThat(errors(ann)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
            assertThat(chat.outstanding(ann.session())).isZero();
          });
    }
  }
}
