package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.channel.ChannelCommand.Entry;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.simulation.StoreFixture;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A channel and the side sessions of its members. */
class SideMembershipTest {
  private static final Presence.Member HOST = member("@host", 1, false);
  private static final Presence.Member BODY = member("@ada", 2, false);
  private static final Presence.Member SIDE = member("@ada", 3, false);

  private final ManualClock clock = new ManualClock();
  private final Ids ids = new Ids(clock, new SeededRandomness(1));
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});

  private static Presence.Member member(String agent, long session, boolean verified) {
    return new Presence.Member(agent, agent.substring(1), new SessionId("n", session), verified);
  }

  private ChannelCell channel(boolean inviteOnly, boolean verifiedOnly) {
    var channel = ChannelCell.load("#den", StoreFixture.config(), clock, store, new MapPresence());
    channel.handle(
        new ChannelCommand.Create(
            HOST, HOST, true, inviteOnly, verifiedOnly, ChannelFilter.FULL, null));
    return channel;
  }

  private static ChannelCommand.Admit admit(Presence.@Nullable Member body, Entry entry) {
    return new ChannelCommand.Admit(SIDE, body, entry, null, ChannelFilter.FULL, null);
  }

  private ChannelCommand.Post post(Presence.Member by, @Nullable Entry aside) {
    return new ChannelCommand.Post(
        ids.message(),
        by,
        StoredEntry.MESSAGE,
        "hi",
        "",
        null,
        List.of(),
        List.of(),
        null,
        null,
        Attached.NOTHING,
        aside);
  }

  private static @Nullable ErrorCode refusal(Step step) {
    return step.answer() instanceof ChatAnswer.Refused(var code, _) ? code : null;
  }

  private static List<Effect> effects(Step step) {
    return step.units().stream().flatMap(unit -> unit.effects().stream()).toList();
  }

  @Test
  void an_answer_to_a_join_or_leave_means_stored() {
    var channel = channel(false, false);
    for (var command : List.of(admit(BODY, Entry.ASKED), new ChannelCommand.Dismiss(SIDE, BODY))) {
      var step = channel.handle(command);
      assertThat(step.units()).extracting(Unit::required).containsExactly(true);
      assertThat(step.units().getFirst().otherwise()).isNotEmpty();
    }
  }

  @Test
  void the_body_enters_and_leaves_once_and_both_are_told() {
    var channel = channel(false, false);
    var joined = effects(channel.handle(admit(BODY, Entry.ASKED)));
    assertThat(joined).contains(new ChannelEffect.Entered("#den", BODY));
    assertThat(joined.stream().filter(ChannelEffect.Replay.class::isInstance)).hasSize(2);
    var again = effects(channel.handle(admit(BODY, Entry.RETURN)));
    assertThat(again).hasSize(1).hasOnlyElementsOfType(ChannelEffect.Replay.class);
    var left = effects(channel.handle(new ChannelCommand.Dismiss(SIDE, BODY)));
    var word = new ServerMessage.Left("#den");
    assertThat(left)
        .contains(
            new DeliveryEffect.ToSession(BODY.session(), word),
            new DeliveryEffect.ToSession(SIDE.session(), word));
    assertThat(effects(channel.handle(new ChannelCommand.Dismiss(SIDE, null)))).hasSize(1);
  }

  @Test
  void a_private_channel_wants_an_invitation_and_a_stored_member_has_one() {
    var channel = channel(true, false);
    assertThat(refusal(channel.handle(admit(null, Entry.ASKED)))).isEqualTo(ErrorCode.NOT_INVITED);
    for (var aside : new @Nullable Entry[] {null, Entry.AUTOMATIC}) {
      assertThat(refusal(channel.handle(post(SIDE, aside)))).isEqualTo(ErrorCode.NOT_INVITED);
      var read = new ChannelCommand.MayRead("@ada", false, aside);
      assertThat(refusal(channel.handle(read))).isEqualTo(ErrorCode.NOT_INVITED);
      var list = new ChannelCommand.ListMembers(SIDE, aside);
      assertThat(refusal(channel.handle(list))).isEqualTo(ErrorCode.NOT_INVITED);
      var invite = new ChannelCommand.Invite("i", SIDE, "@eve", aside);
      assertThat(refusal(channel.handle(invite))).isEqualTo(ErrorCode.NOT_INVITED);
    }
    assertThat(refusal(channel.handle(post(SIDE, Entry.RETURN)))).isNull();
    channel.handle(new ChannelCommand.Invite("j", HOST, "@ada", null));
    assertThat(refusal(channel.handle(admit(null, Entry.ASKED)))).isNull();
  }

  @Test
  void a_channel_for_verified_agents_wants_them_verified_also_aside() {
    var channel = channel(false, true);
    for (var entry : Entry.values()) {
      assertThat(refusal(channel.handle(post(SIDE, entry)))).isEqualTo(ErrorCode.AUTH_REQUIRED);
      assertThat(refusal(channel.handle(admit(null, entry)))).isEqualTo(ErrorCode.AUTH_REQUIRED);
    }
    var verified = member("@ada", 3, true);
    assertThat(refusal(channel.handle(post(verified, Entry.RETURN)))).isNull();
  }

  @Test
  void a_post_of_a_side_session_ends_the_claim_of_its_body() {
    var channel = channel(false, false);
    channel.handle(admit(BODY, Entry.ASKED));
    channel.handle(new ChannelCommand.Claim(BODY, "q1", 1));
    channel.handle(post(SIDE, Entry.RETURN));
    assertThat(channel.handle(new ChannelCommand.Claim(HOST, "q1", 2)).answer())
        .isEqualTo(new ChatAnswer.Claimed());
  }

  @Test
  void a_body_is_put_where_it_belongs_and_told_only_if_it_was_elsewhere() {
    var channel = channel(false, false);
    var in = new ChannelCommand.Place(BODY, true, ChannelFilter.FULL);
    var out = new ChannelCommand.Place(BODY, false, ChannelFilter.FULL);
    assertThat(effects(channel.handle(out))).isEmpty();
    assertThat(effects(channel.handle(in)))
        .contains(new ChannelEffect.Entered("#den", BODY))
        .anyMatch(ChannelEffect.Replay.class::isInstance);
    assertThat(effects(channel.handle(in))).isEmpty();
    assertThat(effects(channel.handle(out)))
        .contains(new DeliveryEffect.ToSession(BODY.session(), new ServerMessage.Left("#den")));
  }
}
