package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import org.junit.jupiter.api.Test;

/** Each reader of a channel has its own mark, and a mark is durable. */
class ReadMarkTest extends TaskFixture {
  private static final String ROOM = "#crew";

  ReadMarkTest() {
    ada.send(new ClientMessage.CreateChannel(ROOM, false, false));
    node.run();
    bob.send(new ClientMessage.Join(ROOM, null));
    cy.send(new ClientMessage.Join(ROOM, null));
    node.run();
  }

  private long unread(SimulatedAgent agent) {
    agent.send(new InboxMessages.AskUnread());
    node.run();
    return messages(agent, InboxMessages.Unread.class).getLast().channels().stream()
        .filter(channel -> channel.channel().equals(ROOM))
        .mapToLong(InboxMessages.UnreadChannel::unread)
        .sum();
  }

  private ConfirmMessages.Confirmed read(SimulatedAgent agent, long seq) {
    agent.send(ConfirmMessages.Confirm.upTo(ROOM, seq));
    node.run();
    return messages(agent, ConfirmMessages.Confirmed.class).getLast();
  }

  private long said(String text) {
    ada.say(ROOM, text);
    node.run();
    return ada.echoes().getLast().json().path("seq").asLong(0);
  }

  @Test
  void behaviour_40_each_recipient_has_its_own_mark_the_sender_none_and_late_joiners_nothing() {
    long seq = said("all hands");
    assertThat(unread(bob)).isEqualTo(1);
    assertThat(unread(cy)).isEqualTo(1);
    assertThat(unread(ada)).as("its own message").isZero();
    read(bob, seq);
    assertThat(unread(bob)).isZero();
    assertThat(unread(cy)).as("the other's mark stays").isEqualTo(1);
    var late = node.connect("dan").identify(SeededIdentity.of(9));
    node.run();
    late.send(new ClientMessage.Join(ROOM, null));
    node.run();
    assertThat(unread(late)).isZero();
  }

  @Test
  void behaviour_41_a_mark_that_was_answered_survives_a_kill() {
    long seq = said("all hands");
    assertThat(read(bob, seq).seq()).isEqualTo(seq);
    restart();
    bob = node.connect("bob").identifyForTasks(BOB_KEY);
    cy = node.connect("cy").identifyForTasks(CY_KEY);
    node.run();
    assertThat(unread(bob)).isZero();
    assertThat(unread(cy)).isEqualTo(1);
  }
}
