package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.simulation.NotesFeature.Note;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Side sessions beside a body, and without one. */
class SideSessionTest extends SideFixture {
  private int stored(String stream, String content) {
    return (int)
        chat.store().reads(EntryReads.class).after(stream, 0, 1000).stream()
            .filter(e -> e.content().equals(content))
            .count();
  }

  @Test
  void it_alone_gets_the_echo_and_the_body_gets_the_copy_of_the_channel() {
    var body = body();
    var bob = join("bob");
    var side = side();
    assertThat(got(side, ServerMessage.Welcome.class))
        .singleElement()
        .satisfies(w -> assertThat(w.side()).isTrue())
        .satisfies(w -> assertThat(w.agentId()).isEqualTo(ADA));
    say(side, "#general", "hello");
    assertThat(side.echoes()).hasSize(1);
    assertThat(body.echoes()).isEmpty();
    assertThat(contents(body, "#general")).containsExactly("hello");
    assertThat(contents(bob, "#general")).containsExactly("hello");
    assertThat(got(bob, ServerMessage.Msg.class).getLast().from()).isEqualTo(ADA);
    say(bob, "#general", "hi");
    say(bob, ADA, "psst");
    assertThat(contents(side, "#general")).as("no traffic").containsExactly("hello");
    assertThat(contents(side, ADA)).as("no mail").isEmpty();
    assertThat(contents(body, ADA)).containsExactly("psst");
  }

  @Test
  void a_direct_message_is_echoed_to_it_alone_also_one_to_its_own_body() {
    var body = body();
    var bob = join("bob");
    var side = side();
    say(side, id(bob), "psst");
    assertThat(contents(bob, id(bob))).containsExactly("psst");
    assertThat(contents(body, id(bob))).isEmpty();
    say(side, ADA, "note to self");
    assertThat(contents(body, ADA)).containsExactly("note to self");
    assertThat(body.echoes()).isEmpty();
    assertThat(side.echoes()).hasSize(2);
  }

  @Test
  void nobody_sees_it_come_or_go_and_no_list_has_it() {
    var bob = join("bob");
    int before = bob.known().size();
    var side = side();
    say(side, "#general", "hello");
    side.vanish();
    chat.run();
    assertThat(types(bob, before)).containsExactly("MSG");
    assertThat(stored("#general", "ada came online")).isZero();
    var second = side();
    ask(bob, new ClientMessage.ListAgents("#general"));
    assertThat(got(bob, ServerMessage.Agents.class).getLast().list())
        .noneMatch(agent -> agent.id().equals(ADA));
    assertThat(second.isIn()).isTrue();
    assertThat(chat.node().parts().presence().agents()).hasSize(1);
  }

  @Test
  void it_displaces_nobody_waits_for_nobody_and_outlives_take_overs() {
    var body = body();
    var side = side();
    assertThat(side.isIn()).isTrue();
    assertThat(body.isIn()).isTrue();
    var second = chat.connect("ada").identify(KEY);
    chat.run();
    pass(Duration.ofSeconds(1));
    assertThat(body.isGone()).isTrue();
    assertThat(second.isIn()).isTrue();
    say(side, "#general", "still here");
    assertThat(side.echoes()).hasSize(1);
    assertThat(contents(second, "#general")).containsExactly("still here");
  }

  @Test
  void its_message_wakes_the_body_and_its_sleep_marker_puts_it_to_sleep() {
    var body = body();
    var bob = join("bob");
    var side = side();
    say(side, "#general", "bye @@sleep:600s@@");
    assertThat(got(bob, ServerMessage.Presence.class).getLast().presence()).isEqualTo("sleeping");
    say(bob, ADA, "while asleep");
    assertThat(contents(body, ADA)).isEmpty();
    say(side, "#general", "back");
    assertThat(got(bob, ServerMessage.Presence.class).getLast().presence()).isEqualTo("online");
    assertThat(contents(body, ADA)).containsExactly("while asleep");
    assertThat(contents(body, "#general")).containsExactly("bye", "back");
    assertThat(got(side, ServerMessage.Msg.class)).noneMatch(m -> m.content().contains("@@wake@@"));
  }

  @Test
  void its_callbacks_are_durable_and_any_session_lists_and_cancels_them() {
    var side = side();
    say(side, "#general", "@@cb:60s@@stretch");
    say(side, "#general", "@@cb:600s@@later");
    side.vanish();
    chat.run();
    chat = chat.kill();
    var other = side();
    ask(other, new ClientMessage.Callbacks());
    var pending = got(other, ServerMessage.Callbacks.class).getLast().list();
    assertThat(pending)
        .extracting(ServerMessage.PendingCallback::payload)
        .containsExactly("stretch", "later");
    ask(other, new ClientMessage.CancelCallback(pending.getLast().cbId()));
    assertThat(got(other, ServerMessage.CallbackCancelled.class)).hasSize(1);
    pass(Duration.ofSeconds(61));
    assertThat(got(other, ServerMessage.Msg.class)).as("a side session gets no fire").isEmpty();
    var body = body();
    assertThat(got(body, ServerMessage.Msg.class))
        .anyMatch(m -> m.content().equals("@@cb-fire@@stretch"));
    pass(Duration.ofMinutes(10));
    assertThat(got(body, ServerMessage.Msg.class))
        .noneMatch(m -> m.content().equals("@@cb-fire@@later"));
  }

  @Test
  void what_needs_presence_is_refused_with_a_sentence() {
    body();
    var side = side();
    for (var message :
        List.of(
            new ClientMessage.SetPresence(PresenceStatus.BUSY, null),
            new ClientMessage.SetNick("eva"),
            new ClientMessage.Typing("#general"),
            new ClientMessage.RespondingTo("m", "#general", 1),
            new ClientMessage.FileChunk(ADA, "x"),
            new ClientMessage.VerifyRequest(ADA, "0123456789abcdef"),
            new ClientMessage.VerifyResponse("verify_1", "0123456789abcdef", "x"),
            new ClientMessage.Subscribe("#general", null),
            new ClientMessage.Mute("@" + OTHER.agentId(), true))) {
      ask(side, message);
      var told = got(side, ServerMessage.Failure.class).getLast();
      assertThat(told.code()).as(message.type()).isEqualTo(ErrorCode.NOT_ALLOWED);
      assertThat(told.message()).startsWith(message.type() + " needs presence");
    }
    assertThat(errors(side)).hasSize(9);
    ask(side, ClientMessage.Identify.of("eva", null));
    assertThat(errors(side)).endsWith(ErrorCode.INVALID_MSG).hasSize(10);
  }

  @Test
  void a_repeated_key_has_one_effect_whichever_session_repeats_it() {
    var body = body();
    var bob = join("bob");
    var side = side();
    var message = ClientMessage.Msg.of("#general", "once").withClientMsgId("k1");
    ask(side, message);
    ask(body, message);
    ask(side(), message);
    assertThat(contents(bob, "#general")).containsExactly("once");
    assertThat(body.echoes()).hasSize(1);
    var marker = ClientMessage.Msg.of("#general", "@@cb:60s@@ring").withClientMsgId("k2");
    ask(side, marker);
    ask(side(), marker);
    ask(body, marker);
    ask(side, new ClientMessage.Callbacks());
    assertThat(got(side, ServerMessage.Callbacks.class).getLast().list()).hasSize(1);
    pass(Duration.ofSeconds(61));
    ask(side, marker);
    pass(Duration.ofSeconds(61));
    assertThat(got(body, ServerMessage.Msg.class).stream().map(ServerMessage.Msg::content))
        .filteredOn("@@cb-fire@@ring"::equals)
        .hasSize(1);
  }

  @Test
  void an_agent_that_only_ever_had_side_sessions_gets_its_mail() {
    var bob = join("bob", OTHER);
    say(bob, ADA, "too early");
    assertThat(errors(bob)).containsExactly(ErrorCode.AGENT_NOT_FOUND);
    var side = side();
    say(side, id(bob), "hello");
    say(bob, ADA, "answer");
    assertThat(errors(bob)).hasSize(1);
    side.vanish();
    say(bob, "@ada", "by name");
    assertThat(errors(bob)).hasSize(1);
    assertThat(contents(body(), ADA)).containsExactly("answer", "by name");
  }

  @Test
  void a_cell_that_fails_is_loaded_with_the_side_sessions_that_it_had() {
    body();
    var side = side();
    chat.fragile(Cells.AGENT);
    say(side, "#general", "lost");
    assertThat(errors(side)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
    chat.fragile(null);
    say(side, "#general", "found");
    assertThat(side.echoes()).hasSize(1);
    assertThat(chat.outstanding(side.session())).isZero();
  }

  @Test
  void its_cell_stays_in_memory_while_it_is_open_and_nothing_stays_after() {
    var side = side();
    assertThat(chat.rest()).isPositive();
    say(side, "#general", "hello");
    side.vanish();
    chat.run();
    assertThat(chat.rest()).isZero();
    assertThat(chat.held()).isZero();
    assertThat(chat.node().parts().presence().sides()).isZero();
  }

  @Test
  void what_the_store_refuses_is_refused_and_what_it_cannot_read_turns_a_session_away() {
    var side = side();
    chat.store().failNext(1);
    say(side, "#general", "lost");
    assertThat(errors(side)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
    say(side, "#general", "found");
    assertThat(side.echoes()).hasSize(1);
    chat.store().unreadable(true);
    var late = side(OTHER);
    assertThat(errors(late)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
    assertThat(late.isIn()).isFalse();
    chat.store().unreadable(false);
    assertThat(side(OTHER).isIn()).isTrue();
  }

  @Test
  void a_new_agent_that_may_only_read_grows_older_also_by_side_sessions() {
    chat = SimulatedNode.with(new Random(5), "handshake.lurk-minutes = 10");
    var side = side();
    say(side, "#general", "too early");
    assertThat(errors(side)).containsExactly(ErrorCode.LURK_MODE);
    assertThat(got(side, ServerMessage.Welcome.class).getFirst().lurkReason()).isNotNull();
    side.vanish();
    chat.run();
    chat.rest();
    pass(Duration.ofMinutes(11));
    var later = side();
    say(later, "#general", "now");
    assertThat(errors(later)).isEmpty();
    assertThat(later.echoes()).hasSize(1);
  }

  @Test
  void a_feature_places_an_entry_for_it() {
    var body = body();
    var side = side();
    side.sendValid(new Note("#general", "lunch", "n1"));
    chat.run();
    assertThat(side.echoes()).hasSize(1);
    assertThat(got(body, ServerMessage.Msg.class)).anyMatch(m -> m.type().equals("NOTE"));
    side.sendValid(new Note("#nowhere", "tea", "n2"));
    chat.run();
    assertThat(errors(side)).containsExactly(ErrorCode.CHANNEL_NOT_FOUND);
  }

  @Test
  void it_speaks_under_the_name_that_its_agent_has() {
    var bob = join("bob");
    var side = chat.connect("ada").identifyAside(KEY);
    chat.run();
    say(side, "#general", "one");
    var body = chat.connect("lovelace").identify(KEY);
    chat.run();
    say(side, "#general", "two");
    body.vanish();
    chat.run();
    var late = chat.connect("countess").identifyAside(KEY);
    chat.run();
    say(late, "#general", "three");
    var said =
        got(bob, ServerMessage.Msg.class).stream().filter(m -> m.from().equals(ADA)).toList();
    assertThat(said)
        .extracting(ServerMessage.Msg::fromName)
        .containsExactly("ada", "lovelace", "countess");
    late.vanish();
    side.vanish();
    chat.run();
    say(bob, "@countess", "by the last name");
    assertThat(errors(bob)).isEmpty();
    assertThat(requireNonNull(bob.id())).isNotEmpty();
  }
}
