package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import dev.reveille.server.channel.ChannelReads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memberships that side sessions change, and what they and guests may read. */
class SideChannelTest extends SideFixture {
  private List<String> memberships() {
    return chat.store().reads(ChannelReads.class).memberships(ADA);
  }

  private void open(String channel, boolean inviteOnly) {
    var host = chat.agents().isEmpty() ? join("host", OTHER) : chat.agents().getFirst();
    ask(host, new ClientMessage.CreateChannel(channel, inviteOnly, false));
  }

  @Test
  void a_join_is_stored_and_its_body_is_in_the_channel_when_it_comes() {
    open("#room", false);
    var side = side();
    ask(side, new ClientMessage.Join("#room", null));
    assertThat(got(side, ServerMessage.Joined.class))
        .singleElement()
        .satisfies(j -> assertThat(j.firstSeq()).isLessThanOrEqualTo(j.lastSeq() + 1));
    assertThat(memberships()).containsExactly("#room");
    say(side, "#room", "from afar");
    assertThat(side.echoes()).hasSize(1);
    chat = chat.kill();
    var body = body();
    say(body, "#room", "here");
    assertThat(body.echoes()).hasSize(1);
  }

  @Test
  void the_replay_that_was_asked_for_comes_and_no_other() {
    open("#room", false);
    var host = chat.agents().getFirst();
    for (int i = 1; i <= 3; i++) say(host, "#room", "m" + i);
    var side = side();
    ask(side, new ClientMessage.Join("#room", null));
    assertThat(contents(side, "#room")).isEmpty();
    ask(side, new ClientMessage.Join("#room", 1L));
    assertThat(contents(side, "#room")).containsExactly("m2", "m3");
    assertThat(got(side, ServerMessage.Joined.class)).hasSize(2);
  }

  @Test
  void a_present_body_enters_and_leaves_with_it_and_is_told() {
    open("#room", false);
    var host = chat.agents().getFirst();
    var body = body();
    var side = side();
    int before = host.known().size();
    ask(side, new ClientMessage.Join("#room", null));
    assertThat(got(body, ServerMessage.Joined.class)).hasSize(1);
    assertThat(types(host, before)).containsExactly("AGENT_JOINED", "MSG");
    say(host, "#room", "welcome");
    assertThat(contents(body, "#room")).containsExactly("welcome");
    assertThat(contents(side, "#room")).isEmpty();
    before = host.known().size();
    ask(side, new ClientMessage.Leave("#room"));
    assertThat(got(side, ServerMessage.Left.class)).hasSize(1);
    assertThat(got(body, ServerMessage.Left.class)).hasSize(1);
    assertThat(types(host, before)).containsExactly("AGENT_LEFT");
    assertThat(memberships()).isEmpty();
    say(body, "#room", "gone");
    say(side, "#room", "gone too");
    assertThat(errors(body)).containsExactly(ErrorCode.NOT_INVITED);
    assertThat(errors(side)).containsExactly(ErrorCode.NOT_INVITED);
  }

  @Test
  void a_channel_is_created_for_an_agent_that_is_away_and_stays_while_it_is_its_member() {
    var side = side();
    ask(side, new ClientMessage.CreateChannel("#den", true, false));
    assertThat(got(side, ServerMessage.Created.class)).hasSize(1);
    ask(side, new ClientMessage.Invite("#den", "@" + OTHER.agentId()));
    assertThat(errors(side)).isEmpty();
    side.vanish();
    chat.run();
    chat.lookForEmptyChannels();
    chat.run();
    chat = chat.kill();
    var friend = join("friend", OTHER);
    ask(friend, new ClientMessage.Join("#den", null));
    assertThat(got(friend, ServerMessage.Joined.class)).hasSize(1);
    var body = body();
    say(friend, "#den", "secret");
    assertThat(contents(body, "#den")).containsExactly("secret");
    var stranger = join("stranger");
    ask(stranger, new ClientMessage.Join("#den", null));
    assertThat(errors(stranger)).containsExactly(ErrorCode.NOT_INVITED);
  }

  @Test
  void a_present_body_is_in_a_channel_that_its_side_session_creates() {
    var body = body();
    ask(side(), new ClientMessage.CreateChannel("#den", false, false));
    assertThat(got(body, ServerMessage.Created.class)).hasSize(1);
    say(body, "#den", "mine");
    assertThat(body.echoes()).hasSize(1);
  }

  @Test
  void history_members_and_invitations_need_a_membership() {
    open("#den", true);
    open("#room", false);
    var side = side();
    for (var message :
        List.of(
            new ClientMessage.History("#den", null, null, 5),
            new ClientMessage.ListAgents("#den"),
            new ClientMessage.Invite("#den", "@" + OTHER.agentId()),
            new ClientMessage.Join("#den", 0L),
            new ClientMessage.History("#room", null, null, 5))) {
      ask(side, message);
      assertThat(errors(side)).as(message.toString()).endsWith(ErrorCode.NOT_INVITED);
    }
    assertThat(errors(side)).hasSize(5);
    ask(side, new ClientMessage.History("#nowhere", null, null, 5));
    assertThat(errors(side)).endsWith(ErrorCode.CHANNEL_NOT_FOUND);
    var host = chat.agents().getFirst();
    ask(host, new ClientMessage.Invite("#den", ADA));
    ask(side, new ClientMessage.Join("#den", null));
    ask(side, new ClientMessage.History("#den", null, null, 5));
    ask(side, new ClientMessage.ListAgents("#den"));
    assertThat(errors(side)).hasSize(6);
    assertThat(got(side, ServerMessage.HistoryPage.class)).hasSize(1);
    assertThat(got(side, ServerMessage.Agents.class)).hasSize(1);
    ask(side, new ClientMessage.Leave("#den"));
    ask(side, new ClientMessage.History("#den", null, null, 5));
    assertThat(errors(side)).hasSize(7).endsWith(ErrorCode.NOT_INVITED);
  }

  @Test
  void a_join_that_is_not_stored_has_no_effect() {
    open("#room", false);
    var body = body();
    var side = side();
    chat.store().failNext(1);
    ask(side, new ClientMessage.Join("#room", null));
    assertThat(errors(side)).containsExactly(ErrorCode.STORE_UNAVAILABLE);
    assertThat(got(body, ServerMessage.Joined.class)).isEmpty();
    say(side, "#room", "not in");
    say(body, "#room", "not in");
    assertThat(errors(side)).endsWith(ErrorCode.NOT_INVITED);
    assertThat(errors(body)).containsExactly(ErrorCode.NOT_INVITED);
    ask(side, new ClientMessage.Join("#room", null));
    chat.store().failNext(1);
    ask(side, new ClientMessage.Leave("#room"));
    say(side, "#room", "still in");
    say(body, "#room", "still in");
    assertThat(side.echoes()).hasSize(1);
    assertThat(body.echoes()).hasSize(1);
    assertThat(memberships()).containsExactly("#room");
  }

  @Test
  void a_guest_reads_what_everybody_may_read_and_leaves_no_trace() {
    open("#den", true);
    var bob = join("bob");
    say(bob, "#general", "hello");
    int before = bob.known().size();
    var guest = guest();
    ask(guest, new ClientMessage.ListChannels());
    ask(guest, new ClientMessage.ListAgents("#general"));
    ask(guest, new ClientMessage.History("#general", null, null, 5));
    ask(guest, new ClientMessage.SearchSkills(SkillQuery.of(null, null, null, 9), null));
    ask(guest, new ClientMessage.Ping());
    assertThat(errors(guest)).isEmpty();
    assertThat(types(guest, 0))
        .containsExactly("WELCOME", "CHANNELS", "AGENTS", "HISTORY_PAGE", "SEARCH_RESULTS", "PONG");
    assertThat(got(guest, ServerMessage.Agents.class).getLast().list())
        .noneMatch(agent -> agent.id().equals(id(guest)));
    ask(guest, new ClientMessage.History("#den", null, null, 5));
    ask(guest, new ClientMessage.ListAgents("#den"));
    assertThat(errors(guest)).containsOnly(ErrorCode.NOT_INVITED).hasSize(2);
    guest.vanish();
    chat.run();
    assertThat(types(bob, before)).isEmpty();
  }

  @Test
  void a_guest_that_would_change_something_is_told_to_bring_a_key() {
    var guest = guest();
    var skills = Skill.list("[{\"capability\":\"tea\"}]");
    var messages =
        List.of(
            ClientMessage.Msg.of("#general", "hi"),
            ClientMessage.Msg.of("#general", "@@cb:1s@@x"),
            new ClientMessage.Join("#general", null),
            new ClientMessage.Leave("#general"),
            new ClientMessage.CreateChannel("#mine", false, false),
            new ClientMessage.Invite("#general", ADA),
            new ClientMessage.Callbacks(),
            new ClientMessage.RegisterSkills(skills, KEY.sign(AuthText.skills(skills))),
            new ClientMessage.Typing("#general"));
    for (var message : messages) {
      ask(guest, message);
      var told = got(guest, ServerMessage.Failure.class).getLast();
      assertThat(told.code()).as(message.toString()).isEqualTo(ErrorCode.SIGNATURE_REQUIRED);
      assertThat(told.message()).contains("only reads");
    }
    assertThat(errors(guest)).hasSize(messages.size());
    assertThat(chat.channels()).isEqualTo(2);
  }

  @Test
  void skills_are_registered_by_a_side_session() {
    var side = side();
    var skills = Skill.list("[{\"capability\":\"tea\"}]");
    ask(side, new ClientMessage.RegisterSkills(skills, KEY.sign(AuthText.skills(skills))));
    assertThat(got(side, ServerMessage.SkillsRegistered.class)).hasSize(1);
    ask(guest(), new ClientMessage.SearchSkills(SkillQuery.of(null, null, null, 9), null));
  }

  @Test
  void the_filters_of_the_channels_to_which_it_will_return_are_listed() {
    open("#room", false);
    var side = side();
    ask(side, new ClientMessage.Join("#room", null));
    ask(side, new ClientMessage.Subscriptions());
    assertThat(got(side, ServerMessage.Subscriptions.class).getLast().channels())
        .extracting(ServerMessage.Subscription::channel)
        .containsExactly("#general", "#agents", "#room");
  }
}
