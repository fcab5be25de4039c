package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.EventReads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RETRACT: an author takes back what it said. */
class RetractionTest extends SideFixture {
  private static final String BOB = "@" + OTHER.agentId();
  private static final String GONE = RetractionMessages.PLACEHOLDER;

  private static String idOf(ServerMessages.Received.Known echo) {
    return echo.json().path("msg_id").asString("");
  }

  private static String firstId(SimulatedAgent author) {
    return idOf(author.echoes().getFirst());
  }

  private static String lastId(SimulatedAgent author) {
    return idOf(author.echoes().getLast());
  }

  private List<String> stored(String stream) {
    return chat.store().reads(EntryReads.class).after(stream, 0, 100).stream()
        .filter(entry -> !entry.sender().equals("@server"))
        .map(entry -> entry.content())
        .toList();
  }

  private void retract(SimulatedAgent author, String msgId) {
    ask(author, new RetractionMessages.Retract(msgId));
  }

  private static List<RetractionMessages.Retracted> retracted(SimulatedAgent agent) {
    return got(agent, RetractionMessages.Retracted.class);
  }

  @Test
  void behaviour_44_the_text_is_replaced_and_replies_still_resolve() {
    var ada = body();
    var bob = join("bob", OTHER);
    say(ada, "#general", "wrong number");
    var id = lastId(ada);
    bob.send(
        new ClientMessage.Msg("#general", "sure?", null, JsonText.quote(id), List.of(), "reply"));
    chat.run();
    retract(ada, id);
    assertThat(retracted(ada)).hasSize(1);
    assertThat(retracted(bob)).isEqualTo(retracted(ada));
    assertThat(stored("#general")).containsExactly(GONE, "sure?");
    ask(bob, new ClientMessage.History("#general", null, null, 10));
    var page = got(bob, ServerMessage.HistoryPage.class).getLast().messages();
    var taken = page.stream().filter(m -> id.equals(m.msgId())).findFirst().orElseThrow();
    assertThat(taken.content()).isEqualTo(GONE);
    assertThat(taken.extras()).contains(RetractionMessages.MARK);
    assertThat(taken.seq()).isEqualTo(retracted(ada).getFirst().seq());
    assertThat(page.getLast().extras()).as("the reply names it still").contains(id);
  }

  @Test
  void a_replay_after_it_has_the_placeholder_also_from_memory_and_after_a_kill() {
    var ada = body();
    say(ada, "#general", "oops");
    retract(ada, lastId(ada));
    assertThat(replayed("late")).containsExactly(GONE);
    chat = chat.kill();
    assertThat(stored("#general")).containsExactly(GONE);
    assertThat(replayed("later")).containsExactly(GONE);
  }

  private List<String> replayed(String name) {
    var reader = join(name);
    ask(reader, new ClientMessage.Join("#general", 0L));
    return contents(reader, "#general");
  }

  @Test
  void mail_that_waits_is_replaced_in_mailbox_and_inbox_also_after_a_kill() {
    join("bob", OTHER).vanish();
    chat.run();
    var ada = body();
    say(ada, BOB, "secret");
    say(ada, "#general", "hello @bob");
    var mention = lastId(ada);
    retract(ada, firstId(ada));
    retract(ada, mention);
    chat = chat.kill();
    var side = side(OTHER);
    ask(side, InboxMessages.AskPending.of(10));
    var pending = got(side, InboxMessages.Pending.class).getLast().entries();
    assertThat(pending.stream().map(e -> e.because() + " " + e.message().content()))
        .containsExactly("dm " + GONE, "mention " + GONE);
    assertThat(contents(join("bob", OTHER), BOB)).containsExactly(GONE);
  }

  @Test
  void a_sleeper_finds_the_placeholder_in_what_waited_for_it() {
    var ada = body();
    var bob = join("bob", OTHER);
    say(bob, "#general", "@@sleep:60s@@");
    say(ada, BOB, "secret");
    say(ada, "#general", "hello " + BOB);
    retract(ada, firstId(ada));
    retract(ada, lastId(ada));
    assertThat(chat.node().sleepers().size()).as("bob sleeps still").isEqualTo(1);
    say(bob, "#general", "@@wake@@");
    assertThat(contents(bob, BOB)).containsExactly(GONE);
    assertThat(contents(bob, "#general")).contains(GONE).doesNotContain("hello " + BOB);
  }

  @Test
  void only_the_author_takes_a_message_back_and_others_do_not_learn_if_it_exists() {
    var ada = body();
    var bob = join("bob", OTHER);
    say(ada, "#general", "mine");
    retract(bob, lastId(ada));
    retract(bob, "1794801600123-k3");
    assertThat(errors(bob)).containsExactly(ErrorCode.INVALID_MSG, ErrorCode.INVALID_MSG);
    assertThat(retracted(bob)).isEmpty();
    assertThat(stored("#general")).containsExactly("mine");
    ask(guest(), new RetractionMessages.Retract(lastId(ada)));
    assertThat(stored("#general")).containsExactly("mine");
  }

  @Test
  void a_repeat_gets_the_same_answer_and_changes_nothing_also_after_a_kill() {
    var ada = body();
    say(ada, "#general", "oops");
    var id = lastId(ada);
    retract(ada, id);
    retract(ada, id);
    var first = retracted(ada);
    assertThat(first).hasSize(2);
    assertThat(first.getFirst()).isEqualTo(first.getLast());
    chat = chat.kill();
    var side = side();
    retract(side, id);
    assertThat(retracted(side)).containsExactly(first.getFirst());
    assertThat(chat.store().reads(EventReads.class).events(0, 1_000))
        .filteredOn(event -> event.kind().equals("message.retracted"))
        .hasSize(1);
  }

  @Test
  void an_author_that_left_the_channel_can_still_take_back_what_it_said_there() {
    var ada = body();
    say(ada, "#general", "oops");
    ask(ada, new ClientMessage.Leave("#general"));
    retract(ada, lastId(ada));
    assertThat(stored("#general")).containsExactly(GONE);
  }

  @Test
  void tags_and_the_signature_of_the_old_text_go_with_it_and_what_places_the_message_stays() {
    var ada = body();
    join("bob", OTHER);
    say(ada, "#general", "first");
    var first = lastId(ada);
    ada.send(
        new ClientMessage.Msg(
            "#general",
            "hello " + BOB,
            KEY.sign("hello"),
            JsonText.quote(first),
            List.of("secret"),
            "k",
            Priority.HIGH,
            false));
    chat.run();
    retract(ada, lastId(ada));
    var entry = chat.store().reads(EntryReads.class).after("#general", 0, 100).getLast();
    assertThat(entry.extras())
        .isEqualTo(
            "\"priority\":\"high\",\"in_reply_to\":\""
                + first
                + "\",\"mentions\":[\""
                + BOB
                + "\"],\"retracted\":true");
  }
}
