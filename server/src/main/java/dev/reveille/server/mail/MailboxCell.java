package dev.reveille.server.mail;

import dev.reveille.server.channel.BeginMark;
import dev.reveille.server.channel.DropReferences;
import dev.reveille.server.channel.Invited;
import dev.reveille.server.channel.Refer;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Repeats;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent's inbox: the order of its direct messages, the references to messages that mention
 * it, and what it has taken or confirmed of both.
 *
 * <p>An agent with a key gets mail while it is away, up to a limit. An agent without a key gets
 * mail only while it is connected.
 */
public final class MailboxCell implements Cell {
  /** The most entries that are read at once. */
  private static final int PAGE = 100;

  private final MailboxContent content;
  private final MailDeposits deposits;

  private MailboxCell(MailboxContent content, Repeats repeats) {
    this.content = content;
    deposits = new MailDeposits(content, repeats);
  }

  /** Made when it is needed: it has no state, and there is a mailbox for every connected agent. */
  private MailConfirming confirming() {
    return new MailConfirming(content);
  }

  public static MailboxCell load(
      String agent, ChatConfig config, Clock clock, Store store, Presence presence) {
    var body = presence.agent(agent);
    boolean hasKey =
        body.map(Presence.Agent::hasKey).orElseGet(() -> AgentKeys.of(store, agent).reachable());
    var head = store.reads(EntryReads.class).head(agent);
    var stored = hasKey ? store.reads(MailReads.class).inbox(agent) : StoredInbox.NEW;
    var marks = new MailMarks(agent, head, stored.state());
    var content = new MailboxContent(agent, config, clock, marks, stored);
    content.session = body.map(Presence.Agent::session).orElse(null);
    content.confirm = body.map(Presence.Agent::confirm).orElse(false);
    content.hasKey = hasKey;
    content.newcomer =
        body.filter(Presence.Agent::hasKey).map(b -> newcomer(b, store)).orElse(null);
    // While the agent is connected, its own cell sends its mutes.
    if (hasKey) content.muted = Set.copyOf(store.reads(SubscriptionReads.class).muted(agent));
    if (!content.muted.isEmpty()) marks.skipped(countSkipped(content, store));
    return new MailboxCell(content, Repeats.load(agent, head, clock, store));
  }

  /** Returns the row of a connected agent if the store does not have it. */
  private static @Nullable StoredAgent newcomer(Presence.Agent body, Store store) {
    if (store.reads(AgentReads.class).agent(body.id()).isPresent()) return null;
    var first = AgentKeys.of(store, body.id()).root().orElse(body.pubkey());
    return new StoredAgent(body.id(), body.name(), first, body.connectedAt(), body.connectedAt());
  }

  /**
   * Counts the waiting entries of muted agents. The number of waiting entries is bounded, so this
   * is too.
   */
  private static long countSkipped(MailboxContent content, Store store) {
    long count = 0;
    var marks = content.marks;
    for (long last = marks.delivered(); last < marks.lastSeq(); ) {
      var page = store.reads(EntryReads.class).after(content.agent, last, PAGE);
      if (page.isEmpty()) return count;
      count +=
          page.stream()
              .filter(m -> content.muted.contains(Messages.speaker(m)) && !marks.isSettled(m.seq()))
              .count();
      last = page.getLast().seq();
    }
    return count;
  }

  @Override
  public boolean mayUnload() {
    return content.session == null;
  }

  /** Goes on when the store was asked for the id of a message. */
  @Override
  public Step resume(Command command, Answer answer) {
    return deposits.resume(answer);
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Refer refer -> confirming().refer(refer);
      case DropReferences left -> confirming().drop(left);
      case Invited invited -> deposits.invited(invited);
      default -> handle((MailboxCommand) command);
    };
  }

  private Step handle(MailboxCommand command) {
    return switch (command) {
      case MailboxCommand.Open open -> open(open);
      case MailboxCommand.Mute(var body, var muted) -> mute(body, muted);
      case MailboxCommand.Answering answering -> deposits.answering(answering);
      case MailboxCommand.Close(var body) -> {
        if (content.isOpenFor(body)) content.session = null;
        yield Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of()));
      }
      case MailboxCommand.Shut() -> {
        content.hasKey = false;
        yield MailboxContent.done();
      }
      case MailboxCommand.TakeMail() -> {
        content.hasKey = true;
        yield MailboxContent.done();
      }
      case MailboxCommand.Deposit deposit -> deposits.deposit(deposit);
      case MailboxCommand.Place place -> deposits.place(place);
      case MailboxCommand.PlaceMarker marker -> deposits.place(marker);
      case MailboxCommand.Delivered report -> confirming().delivered(report);
      case MailboxCommand.TurnStarted(var from, var upTo) -> confirming().turnStarted(from, upTo);
      case MailboxCommand.ActedOn(var from, var upTo) -> confirming().actedOn(from, upTo);
      case MailboxCommand.Replied(var id) -> confirming().replied(id);
      case MailboxCommand.RemoveMuted() -> confirming().removeMuted();
      case MailboxCommand.Copied report -> confirming().copied(report);
      case MailboxCommand.Shown shown -> confirming().shown(shown);
      case MailboxCommand.Confirm confirm -> confirming().confirm(confirm);
    };
  }

  private Step open(MailboxCommand.Open open) {
    content.newcomer = open.newcomer();
    content.session = open.session();
    content.hasKey = open.hasKey();
    content.confirm = open.confirm();
    content.muted = Set.copyOf(open.muted());
    var marks = content.marks;
    if (!open.hasKey()) {
      long last = marks.lastSeq();
      return Step.answer(
          new ChatAnswer.Done(),
          Unit.barrier(
              List.of(
                  new MailEffect.OpenMail(
                      open.session(),
                      content.agent,
                      last + 1,
                      last,
                      last,
                      "",
                      "",
                      open.muted(),
                      false,
                      false,
                      open.kinds()))));
    }
    var opening =
        new MailEffect.OpenMail(
            open.session(),
            content.agent,
            marks.delivered() + 1,
            marks.lastSeq(),
            marks.offered(),
            marks.ahead(),
            marks.unshown(),
            open.muted(),
            open.confirm(),
            !content.references.isEmpty(),
            open.kinds());
    var writes = new ArrayList<>(marks.open());
    if (open.confirm()) {
      for (var channel : content.config.channels()) {
        writes.add(new BeginMark(content.agent, channel));
      }
    }
    return Step.answer(new ChatAnswer.Done(), Unit.bestEffort(writes, List.of(opening)));
  }

  private Step mute(SessionId body, List<String> muted) {
    if (!content.isOpenFor(body)) return MailboxContent.done();
    content.muted = Set.copyOf(muted);
    var effects = new ArrayList<Effect>();
    effects.add(new MailEffect.MuteMail(body, muted));
    // In a command of its own: the mute holds also if the disk takes no writes.
    if (!content.references.isEmpty()) {
      effects.add(new Tell(Cells.mailbox(content.agent), new MailboxCommand.RemoveMuted()));
    }
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(effects));
  }
}
