package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The levels of a message and its wake, and the news of them that its sender gets. */
class ProofLevelTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private final SimulatedAgent cy = node.connect("cy").identify(CY_KEY);
  private SimulatedAgent ada = cy;

  @BeforeEach
  void adaIsIdleAndConnected() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
    ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
  }

  private void ask() {
    cy.send(new ClientMessage.Msg(ADA, "please", null, null, List.of(), null, Priority.HIGH, true));
    node.run();
    pass(Duration.ofSeconds(160));
  }

  private String nonce() {
    return messages(ada, WakeMessages.Wake.class).getLast().nonce();
  }

  private void begin() {
    send(ada, new WakeMessages.Started(nonce()));
  }

  private void confirm() {
    send(ada, new ConfirmMessages.Confirm("@me", 1, null));
  }

  private List<String> levels() {
    return messages(cy, ReceiptMessages.Receipt.class).stream()
        .map(receipt -> String.valueOf(receipt.level()))
        .toList();
  }

  private WakeProof proof() {
    return Objects.requireNonNull(wakes(ADA).getFirst().proof());
  }

  @Test
  void a_sender_hears_that_a_turn_began_once_the_message_was_retrieved_in_it() {
    ask();
    begin();
    assertThat(levels()).doesNotContain("started");
    confirm();
    assertThat(levels()).endsWith("started");
  }

  @Test
  void a_message_that_was_retrieved_before_the_nonce_came_rises_when_it_comes() {
    ask();
    confirm();
    assertThat(levels()).endsWith("retrieved");
    begin();
    assertThat(levels()).endsWith("started");
  }

  @Test
  void a_reply_is_acting_whoever_woke_the_agent() {
    ask();
    var entries = node.store().reads(EntryReads.class).after(ADA, 0, 1);
    var id = Objects.requireNonNull(entries.getFirst().msgId());
    send(
        ada,
        new ClientMessage.Msg(
            "@" + CY_KEY.publicKey().agentId(), "done", null, JsonText.quote(id), List.of(), null));
    assertThat(levels()).endsWith("acted");
  }

  @Test
  void a_task_that_is_moved_in_the_turn_proves_wake_and_message() {
    ask();
    begin();
    confirm();
    send(
        ada,
        new TaskMessages.Create(TaskDraft.of("@" + CY_KEY.publicKey().agentId(), "check"), null));
    assertThat(proof()).isEqualTo(WakeProof.ACTED);
    assertThat(levels()).endsWith("acted");
  }

  @Test
  void a_handoff_in_the_turn_proves_wake_and_message_also_after_a_restart_of_the_mailbox() {
    ask();
    begin();
    confirm();
    ada.vanish();
    node.run();
    node.pass(Duration.ofMinutes(3));
    node.sweep();
    node.run();
    var side = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
    send(
        side,
        new SeatMessages.LeaveHandoff(
            new SeatMessages.Note("all of it", "nothing", "", List.of()), null));
    assertThat(proof()).isEqualTo(WakeProof.ACTED);
    assertThat(levels()).endsWith("acted");
  }

  @Test
  void a_message_that_was_retrieved_before_the_wake_is_not_part_of_it() {
    cy.send(new ClientMessage.Msg(ADA, "first", null, null, List.of(), null, Priority.HIGH, true));
    node.run();
    confirm();
    assertThat(levels()).endsWith("retrieved");
    cy.send(ClientMessage.Msg.of(ADA, "second"));
    node.run();
    pass(Duration.ofSeconds(160));
    begin();
    ada.say("#general", "on it");
    node.run();
    assertThat(proof()).isEqualTo(WakeProof.ACTED);
    assertThat(levels()).endsWith("retrieved");
  }

  @Test
  void what_an_agent_does_without_the_nonce_is_no_proof_for_the_message() {
    ask();
    confirm();
    ada.say("#general", "something else");
    node.run();
    assertThat(levels()).endsWith("retrieved");
  }

  @Test
  void the_proof_of_an_action_is_heard_also_if_the_server_was_restarted_meanwhile() {
    ask();
    begin();
    node = node.kill();
    work();
    var again = node.connect("ada").identify(ADA_KEY);
    node.run();
    again.say("#general", "on it");
    node.run();
    assertThat(proof()).isEqualTo(WakeProof.ACTED);
  }
}
