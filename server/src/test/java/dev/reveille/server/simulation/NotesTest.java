package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.simulation.NotesFeature.Note;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kind of entry that no other package knows is stored, sent and replayed like a message. */
class NotesTest {
  private static List<ServerMessage.Msg> notes(SimulatedAgent agent) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(m -> m instanceof ServerMessage.Msg msg && msg.type().equals("NOTE"))
        .map(ServerMessage.Msg.class::cast)
        .toList();
  }

  private static List<ErrorCode> errors(SimulatedAgent agent) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(ServerMessage.Failure.class::isInstance)
        .map(m -> ((ServerMessage.Failure) m).code())
        .toList();
  }

  @Test
  void members_get_it_in_order_and_whoever_joins_later_gets_it_replayed_also_after_a_kill() {
    SeededRuns.check(
        30,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(key);
          var bob = chat.connect("bob").identify(SeededIdentity.of(random));
          chat.run();
          ada.say("#general", "before");
          ada.sendValid(new Note("#general", "lunch", "n1"));
          ada.say("#general", "after");
          chat.run();
          assertThat(notes(bob)).hasSize(1);
          assertThat(notes(bob).getFirst().extras()).contains("\"about\":\"lunch\"");
          assertThat(notes(ada)).as("its echo").hasSize(1);
          chat = chat.kill();
          var cy = chat.connect("cy").identify(SeededIdentity.of(random));
          chat.run();
          cy.send(new ClientMessage.Join("#general", null));
          chat.run();
          assertThat(notes(cy)).as("replayed").hasSize(1);
        });
  }

  @Test
  void the_feature_learns_what_became_of_it() {
    SeededRuns.check(
        30,
        random -> {
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          chat.run();
          ada.sendValid(new Note("#nowhere", "lunch", "n0"));
          chat.run();
          assertThat(errors(ada)).containsExactly(ErrorCode.CHANNEL_NOT_FOUND);
          chat.store().failNext(1);
          ada.sendValid(new Note("#general", "lunch", "n1"));
          chat.run();
          assertThat(errors(ada)).endsWith(ErrorCode.STORE_UNAVAILABLE).hasSize(2);
          ada.sendValid(new Note("#general", "lunch", "n1"));
          ada.sendValid(new Note("#general", "lunch", "n1"));
          ada.sendValid(new Note("#general", "lunch", "n2"));
          chat.run();
          assertThat(notes(ada)).as("the echo, and the same echo again").hasSize(2);
          assertThat(errors(ada)).endsWith(ErrorCode.INVALID_MSG).hasSize(3);
        });
  }
}
