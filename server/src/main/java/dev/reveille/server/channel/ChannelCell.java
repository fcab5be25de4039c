package dev.reveille.server.channel;

import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Repeats;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.List;

/**
 * Owns a channel: who is in it, who may come in, and the order of what is said.
 *
 * <p>A message's seq, its place in the store and its receivers are decided in one step, so seq
 * order, commit order and fan-out order are the same.
 */
public final class ChannelCell implements Cell {
  private static final int MEMBERS_PER_PAGE = 1_000;

  private final ChannelState state;
  private final ChannelOpening opening;
  private final ChannelMembership membership;
  private final SideMembership asides;
  private final ChannelSubscribing subscribing;
  private final ChannelPosting posting;
  private final ChannelHints hints;

  private ChannelCell(ChannelState state, ChannelList list) {
    this.state = state;
    opening = new ChannelOpening(state, list);
    membership = new ChannelMembership(state);
    asides = new SideMembership(state);
    subscribing = new ChannelSubscribing(state);
    posting = new ChannelPosting(state);
    hints = new ChannelHints(state);
  }

  public static ChannelCell load(
      String name, ChatConfig config, Clock clock, Store store, Presence presence) {
    return load(
        name,
        config,
        clock,
        store,
        presence,
        new ChannelFilters(),
        new ChannelList(presence, store.reads(ChannelReads.class).channels()));
  }

  public static ChannelCell load(
      String name,
      ChatConfig config,
      Clock clock,
      Store store,
      Presence presence,
      ChannelFilters channelFilters,
      ChannelList list) {
    var state = new ChannelState(name, config, clock);
    store
        .reads(ChannelReads.class)
        .channel(name)
        .ifPresent(
            stored -> {
              state.open(stored);
              state.invited().addAll(store.reads(ChannelReads.class).invited(name));
              loadMembers(state, store.reads(ChannelReads.class));
              var head = store.reads(EntryReads.class).head(name);
              state.continueAfter(head, Repeats.load(name, head, clock, store));
              store.reads(SlowModeReads.class).slowMode(name).ifPresent(state.limits()::slowDown);
              for (var member : presence.roster(name)) {
                state.add(member, channelFilters.of(name, member.agent(), member.session()));
              }
            });
    return new ChannelCell(state, list);
  }

  private static void loadMembers(ChannelState state, ChannelReads reads) {
    if (state.isAutomatic()) return;
    var page = reads.members(state.name(), "", MEMBERS_PER_PAGE);
    while (!page.isEmpty()) {
      page.forEach(state::keep);
      page = reads.members(state.name(), page.getLast(), MEMBERS_PER_PAGE);
    }
  }

  @Override
  public boolean mayUnload() {
    return state.isEmpty();
  }

  /** Goes on when the store was asked for the id of a message. */
  @Override
  public Step resume(Command command, Answer answer) {
    return state.repeats().resume(answer);
  }

  @Override
  public Step handle(Command command) {
    return switch ((ChannelCommand) command) {
      case ChannelCommand.Post post -> posting.post(post);
      case ChannelCommand.Enter enter -> membership.enter(enter);
      case ChannelCommand.Exit(var member, var gone) -> membership.exit(member, gone);
      case ChannelCommand.Admit admit -> asides.admit(admit);
      case ChannelCommand.Dismiss(var side, var body) -> asides.dismiss(side, body);
      case ChannelCommand.Place(var body, var in, var filter) -> asides.place(body, in, filter);
      case ChannelCommand.Notice(var text) ->
          announces() ? ChannelState.done(posting.notice(text)) : ChannelState.done();
      case ChannelCommand.Create create -> opening.create(create);
      case ChannelCommand.Establish() -> opening.establish();
      case ChannelCommand.Close(var foundAt) -> opening.close(foundAt);
      case ChannelCommand.Invite invite -> membership.invite(invite);
      case ChannelCommand.ListMembers(var asker, var aside) -> membership.listMembers(asker, aside);
      case ChannelCommand.MayRead read -> membership.mayRead(read);
      case ChannelCommand.Type(var typist) -> hints.type(typist);
      case ChannelCommand.Claim claim -> hints.claim(claim);
      case ChannelCommand.ReleaseFloor(var session) -> {
        state.floor().release(session);
        yield ChannelState.done();
      }
      case ChannelCommand.Announce(var text) ->
          announces() ? ChannelState.done(posting.said(text)) : ChannelState.done();
      case ChannelCommand.SayFor say -> posting.sayFor(say);
      case ChannelCommand.FindFellows(var agent) ->
          Step.answer(
              new ChatAnswer.FellowSessions(
                  state.announces() ? membership.fellows(agent) : List.of()));
      case ChannelCommand.Rename(var member, var oldName) -> membership.rename(member, oldName);
      case ChannelCommand.SetFilter set -> subscribing.setFilter(set);
      case ChannelCommand.SlowDown slow -> posting.slowDown(slow);
      case ChannelCommand.Update(var member) -> membership.update(member);
    };
  }

  /** True if the channel exists and is small enough for words of the server. */
  private boolean announces() {
    return state.exists() && state.announces();
  }
}
