package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent whose own row could not be stored when it came, because the disk was full. */
class UnrecordedAgentTest {
  private static final int SEEDS = 50;

  /** Comes while the disk takes nothing. When this returns, the disk takes everything again. */
  private static SimulatedAgent comeOnAFullDisk(SimulatedNode chat, Identity key) {
    chat.store().breakDisk();
    var ann = chat.connect("ann").identify(key);
    chat.run();
    assertThat(ann.isIn()).isTrue();
    chat.store().mendDisk();
    return ann;
  }

  private static SimulatedAgent comeBack(SimulatedNode chat, Identity key) {
    var ann = chat.connect("ann").identify(key);
    chat.run();
    assertThat(ann.isIn()).isTrue();
    return ann;
  }

  private static void say(SimulatedAgent agent, String to, String text, String clientMsgId) {
    agent.send(ClientMessage.Msg.of(to, text).withClientMsgId(clientMsgId));
  }

  private static List<String> said(SimulatedNode chat, String stream) {
    return chat.store().reads(EntryReads.class).after(stream, 0, 1000).stream()
        .filter(m -> !m.sender().equals("@server"))
        .map(StoredEntry::content)
        .toList();
  }

  private static List<ServerMessage> failures(SimulatedAgent agent) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(ServerMessage.Failure.class::isInstance)
        .toList();
  }

  @Test
  void a_repeat_after_a_crash_gets_the_first_echo_and_is_not_stored_twice() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ann = comeOnAFullDisk(chat, key);
          say(ann, "#general", "once", "a1");
          chat.run();
          var first = ann.echoes().getFirst().json();
          chat = chat.kill();
          ann = comeBack(chat, key);
          say(ann, "#general", "once", "a1");
          chat.run();
          assertThat(said(chat, "#general")).containsExactly("once");
          var again = ann.echoes().getFirst().json();
          assertThat(again.path("seq")).isEqualTo(first.path("seq"));
          assertThat(again.path("msg_id")).isEqualTo(first.path("msg_id"));
        });
  }

  @Test
  void a_repeat_of_a_direct_message_is_known_too() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var bob = SeededIdentity.of(random);
          chat.connect("bob").identify(bob);
          chat.run();
          var to = AgentKeys.id(bob.publicKey().pem());
          var ann = comeOnAFullDisk(chat, key);
          say(ann, to, "once", "a1");
          chat.run();
          assertThat(ann.echoes()).hasSize(1);
          chat = chat.kill();
          ann = comeBack(chat, key);
          say(ann, to, "once", "a1");
          chat.run();
          assertThat(said(chat, to)).containsExactly("once");
          assertThat(ann.echoes()).hasSize(1);
        });
  }

  @Test
  void mail_finds_her_after_a_crash_once_she_was_acknowledged_anything() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ann = comeOnAFullDisk(chat, key);
          var id = requireNonNull(ann.id());
          switch (random.nextInt(4)) {
            case 0 -> say(ann, "#general", "hello", "a1");
            case 1 ->
                ann.send(new ClientMessage.CreateChannel("#own", random.nextBoolean(), false));
            case 2 -> {
              chat.connect("cy").identify(null);
              chat.run();
              say(ann, requireNonNull(chat.agents().getLast().id()), "hello", "a1");
            }
            default -> ann.send(new ClientMessage.Join("#agents", null));
          }
          chat.run();
          assertThat(failures(ann)).isEmpty();
          chat = chat.kill();
          var bob = chat.connect("bob").identify(null);
          chat.run();
          say(bob, id, "are you there?", "b1");
          chat.run();
          assertThat(failures(bob)).isEmpty();
          assertThat(said(chat, id)).containsExactly("are you there?");
        });
  }

  @Test
  void what_was_sent_to_her_waits_and_retention_leaves_it() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var bob = chat.connect("bob").identify(null);
          chat.run();
          var id = requireNonNull(comeOnAFullDisk(chat, key).id());
          if (random.nextBoolean()) {
            // Her mailbox forgets what it was told when she came.
            chat.store().breakDisk();
            say(bob, id, "lost", "b0");
            chat.run();
            chat.store().mendDisk();
          }
          say(bob, id, "waits", "b1");
          chat.run();
          assertThat(bob.echoes()).hasSize(1);
          chat = chat.kill();
          chat.store().prune(new Retention(1, Duration.ofMillis(1)), Long.MAX_VALUE / 2);
          assertThat(said(chat, id)).containsExactly("waits");
          bob = chat.connect("bob").identify(null);
          chat.run();
          say(bob, id, "waits too", "b2");
          chat.run();
          assertThat(failures(bob)).isEmpty();
          var ann = comeBack(chat, key);
          chat.run();
          assertThat(ann.known().stream().map(k -> k.json().path("content").asString("")))
              .contains("waits", "waits too");
        });
  }

  @Test
  void the_channel_that_she_made_is_still_hers() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ann = comeOnAFullDisk(chat, key);
          ann.send(new ClientMessage.CreateChannel("#own", true, false));
          chat.run();
          assertThat(failures(ann)).isEmpty();
          chat = chat.kill();
          ann = comeBack(chat, key);
          say(ann, "#own", "mine", "a1");
          chat.run();
          assertThat(failures(ann)).isEmpty();
          assertThat(said(chat, "#own")).containsExactly("mine");
        });
  }

  /** One write fails, then the disk is well: whatever was acknowledged is known afterwards. */
  @Test
  void a_single_failed_write_anywhere_costs_no_repeat_its_first_echo() {
    SeededRuns.check(
        400,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(key);
          while (!ann.isIn()) {
            if (random.nextInt(6) == 0) chat.store().failNext(1 + random.nextInt(2));
            chat.stumble();
          }
          for (int i = 0; i < 4; i++) {
            say(ann, i % 2 == 0 ? "#general" : "#agents", "text " + i, "k" + i);
            chat.stumble();
            if (random.nextInt(3) == 0) chat.store().failNext(1);
          }
          chat.stumble();
          var acknowledged =
              ann.echoes().stream().map(k -> k.json().path("client_msg_id").asString("")).toList();
          chat = chat.kill();
          assertThat(
                  acknowledged.isEmpty()
                      || chat.store()
                          .reads(AgentReads.class)
                          .agent(requireNonNull(ann.id()))
                          .isPresent())
              .as("an agent that was acknowledged something is stored")
              .isTrue();
          ann = comeBack(chat, key);
          for (var clientMsgId : acknowledged) say(ann, "#general", "again", clientMsgId);
          chat.run();
          assertThat(said(chat, "#general")).doesNotContain("again");
        });
  }
}
