package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.simulation.NotesFeature.Note;
import dev.reveille.server.store.EntryPlace;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.EventReads;
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

  /** The server says something in the channel, under an id that is known beforehand. */
  private static void say(SimulatedNode chat, String id) {
    chat.tell(
        Cells.channel("#general"),
        new ChannelCommand.SayFor(
            "@clock", null, id, "callback", "now", "", "fired", "\"n\":1", Attached.NOTHING));
    chat.run();
  }

  /** Returns the seqs of the entries that were noted, as they were stored with the notes. */
  private static List<String> noted(SimulatedNode chat) {
    return chat.store().reads(EventReads.class).events(0, 1_000).stream()
        .filter(event -> event.kind().equals("noted"))
        .map(event -> String.valueOf(event.detail()))
        .toList();
  }

  private static long seq(SimulatedNode chat, String id) {
    return chat.store().reads(EntryReads.class).place(id).orElseThrow().seq();
  }

  @Test
  void a_note_about_an_entry_is_refused_until_the_entry_exists() {
    SeededRuns.check(
        60,
        random -> {
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          chat.run();
          ada.sendValid(new Note("#general", "lunch", "later", "n1"));
          chat.run();
          assertThat(errors(ada)).containsExactly(ErrorCode.INVALID_MSG);
          say(chat, "later");
          if (random.nextBoolean()) chat.store().failNext(1);
          ada.sendValid(new Note("#general", "lunch", "later", "n1"));
          chat.run();
          ada.sendValid(new Note("#general", "lunch", "later", "n1"));
          chat.run();
          assertThat(notes(ada)).isNotEmpty();
          assertThat(noted(chat)).containsExactly(Long.toString(seq(chat, "later")));
          assertThat(chat.store().reads(EntryReads.class).place("later"))
              .map(EntryPlace::kind)
              .contains("callback");
        });
  }

  @Test
  void an_entry_of_another_channel_is_unknown_and_strangers_learn_nothing() {
    SeededRuns.check(
        30,
        random -> {
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          chat.run();
          say(chat, "here");
          ada.sendValid(new Note("#agents", "lunch", "here", "n1"));
          ada.sendValid(new Note("#nowhere", "lunch", "here", "n2"));
          ada.send(new ClientMessage.Leave("#general"));
          ada.sendValid(new Note("#general", "lunch", "here", "n3"));
          ada.sendValid(new Note("#general", "lunch", "nothing", "n4"));
          chat.run();
          assertThat(errors(ada))
              .containsExactly(
                  ErrorCode.INVALID_MSG,
                  ErrorCode.CHANNEL_NOT_FOUND,
                  ErrorCode.NOT_INVITED,
                  ErrorCode.NOT_INVITED);
          assertThat(notes(ada)).isEmpty();
        });
  }

  @Test
  void a_checked_note_takes_the_rate_once_and_its_repeat_gets_the_first_echo_without_a_check() {
    SeededRuns.check(
        30,
        random -> {
          var chat =
              SimulatedNode.with(random, "limits { rate-limit-ms = 1000, rate-limit-burst = 2 }");
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          chat.run();
          say(chat, "here");
          ada.sendValid(new Note("#general", "lunch", "here", "n1"));
          // The check of a repeat would refuse it: the first one is noted, and this id is unknown.
          ada.sendValid(new Note("#general", "lunch", "nothing", "n1"));
          ada.sendValid(new Note("#general", "tea", "here", "n2"));
          chat.run();
          assertThat(errors(ada)).isEmpty();
          assertThat(notes(ada)).extracting(ServerMessage.Msg::seq).hasSize(3).doesNotContainNull();
          assertThat(notes(ada).get(1).seq()).isEqualTo(notes(ada).getFirst().seq());
          ada.sendValid(new Note("#general", "cake", "here", "n3"));
          chat.run();
          assertThat(errors(ada)).containsExactly(ErrorCode.RATE_LIMITED);
        });
  }
}
