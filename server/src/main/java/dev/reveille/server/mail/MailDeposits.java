package dev.reveille.server.mail;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.Invited;
import dev.reveille.server.channel.LoopNotice;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Repeats;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.LoopGuard;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Places entries in a mailbox, and sees to it that two agents do not answer each other for ever.
 */
final class MailDeposits {
  /** The number of direct messages that the loop guard remembers. */
  private static final int REMEMBERED_MESSAGES = 64;

  /** The kind of an invitation. It is a MSG on the wire. */
  private static final String INVITE = "invite";

  private final MailboxContent content;

  /** Knows the ids of the messages that were placed lately. */
  private final Repeats repeats;

  /** Created with the first direct message: most agents get none. */
  private @Nullable LoopGuard loops;

  MailDeposits(MailboxContent content, Repeats repeats) {
    this.content = content;
    this.repeats = repeats;
  }

  /** Goes on when the store was asked for the id of a message. */
  Step resume(Answer answer) {
    return repeats.resume(answer);
  }

  Step answering(MailboxCommand.Answering answering) {
    var author = answering.author();
    var said =
        new LoopGuard.Said(
            JsonText.quote(answering.id()),
            author.agent(),
            author.verified(),
            answering.inReplyTo(),
            List.of(answering.to()));
    return switch (loops().judge(said, content.clock.nanos())) {
      case LoopGuard.Verdict.Pass(var chain) -> Step.answer(new ChatAnswer.GoAhead(chain));
      case LoopGuard.Verdict.Wait wait ->
          LoopNotice.refused(wait, author.agent(), null, content.clock.wallMillis());
    };
  }

  /** Places an entry, or answers as the first time if it has its place already. */
  Step deposit(MailboxCommand.Deposit deposit) {
    return repeats.check(deposit.id(), seq -> again(deposit, seq), () -> place(deposit));
  }

  /**
   * Answers a repeated message as the first time. The barrier has its place behind the first
   * message: if that is refused, so is this answer.
   */
  private Step again(MailboxCommand.Deposit deposit, long seq) {
    var key = deposit.clientMsgId();
    var effects = new ArrayList<Effect>();
    if (key != null) {
      effects.add(
          new DeliveryEffect.EchoAgain(deposit.author().session(), content.agent, seq, key));
    }
    return Step.answer(new ChatAnswer.Placed(content.agent, seq), Unit.barrier(effects));
  }

  private Step place(MailboxCommand.Deposit deposit) {
    var author = deposit.author();
    var marks = content.marks;
    if (content.session == null && !content.hasKey) {
      return MailboxContent.refuse(ErrorCode.AGENT_NOT_FOUND, "No agent " + content.agent);
    }
    boolean fromMuted = content.muted.contains(author.agent());
    if (waiting(fromMuted) >= content.config.mailboxMax()) {
      return MailboxContent.refuse(
          ErrorCode.RATE_LIMITED, "The mailbox of " + content.agent + " is full");
    }
    loops()
        .hear(
            JsonText.quote(deposit.id()),
            author.agent(),
            deposit.chain(),
            List.of(content.agent),
            content.clock.nanos());
    var stored =
        new StoredEntry(
            content.agent,
            marks.next(),
            marks.nextTs(repeats.timeOf(deposit.id())),
            deposit.id(),
            author.agent(),
            author.name(),
            author.verified(),
            deposit.content(),
            deposit.clientMsgId(),
            deposit.extras(),
            deposit.kind());
    repeats.placed(deposit.id(), stored.seq());
    var receiver = content.takeNewcomer();
    var writes = new ArrayList<Write>();
    writes.addAll(AgentRowWrites.writes(receiver, List.of()));
    writes.addAll(AgentRowWrites.writes(deposit.newcomer(), List.of()));
    writes.add(new AppendEntry(stored));
    if (deposit.receipt()) {
      var receipt =
          new StoredReceipt(
              stored.seq(), deposit.id(), author.agent(), ReceiptLevel.STORED, stored.ts());
      writes.add(content.receipts.add(receipt, fromMuted));
    }
    if (content.session != null && content.hasKey) writes.addAll(marks.offer(stored.seq()));
    if (fromMuted && content.session == null) writes.addAll(marks.skipNewest());
    return Step.answer(
        new ChatAnswer.Placed(content.agent, stored.seq()),
        Unit.required(
            writes,
            AgentRowWrites.effects(
                receiver,
                AgentRowWrites.effects(
                    deposit.newcomer(), effects(Messages.wire(stored), deposit, fromMuted))),
            List.of(Messages.notStored(author.session()))));
  }

  /**
   * Places an entry of the server. If there is no room or nobody can read it, the feed says so:
   * what it tells is stored elsewhere too.
   */
  Step place(MailboxCommand.Place place) {
    var id = place.id();
    return id == null
        ? placeNew(place)
        : repeats.check(
            id,
            _ -> Step.of(Unit.barrier(List.of())),
            () -> placeNew(place),
            () -> {
              // The sender repeats the tell.
              throw new StoreException(Messages.UNAVAILABLE);
            });
  }

  private Step placeNew(MailboxCommand.Place place) {
    var no = noPlace(place.speaker());
    if (no.isPresent()) return notPlaced(place.kind(), no.get().reason());
    var id = place.id();
    var entry =
        ServerNotice.text(content.agent, ts(), place.content())
            .with(place.extras())
            .entry(content.marks.next(), id, place.kind());
    if (id != null) repeats.placed(id, entry.seq());
    return Step.of(placed(entry, place.speaker(), Attached.NOTHING));
  }

  /** Places an entry of the server that programs read, or answers as the first time. */
  Step place(MailboxCommand.PlaceMarker marker) {
    return repeats.check(
        marker.id(),
        seq -> Step.answer(new ChatAnswer.Placed(content.agent, seq), Unit.barrier(List.of())),
        () -> placeNew(marker));
  }

  private Step placeNew(MailboxCommand.PlaceMarker marker) {
    var no = noPlace(marker.speaker());
    if (no.isPresent()) return Step.answer(no.get());
    var entry =
        ServerNotice.marker(
                content.agent, content.marks.nextTs(repeats.timeOf(marker.id())), marker.content())
            .with(marker.extras())
            .entry(content.marks.next(), marker.id(), marker.kind());
    repeats.placed(marker.id(), entry.seq());
    return Step.answer(
        new ChatAnswer.Placed(content.agent, entry.seq()),
        placed(entry, marker.speaker(), marker.attached()));
  }

  /** Places an invitation, in the name of the agent that invites. */
  Step invited(Invited invited) {
    var no = noPlace(invited.inviter());
    if (no.isPresent()) return notPlaced(INVITE, no.get().reason());
    var entry =
        new StoredEntry(
            content.agent,
            content.marks.next(),
            ts(),
            null,
            invited.inviter(),
            invited.inviterName(),
            null,
            "You have been invited to " + invited.channel(),
            null,
            "",
            INVITE);
    return Step.of(placed(entry, invited.inviter(), Attached.NOTHING));
  }

  private long ts() {
    return content.marks.nextTs(content.clock.wallMillis());
  }

  /** Returns why nothing about this agent can be placed; empty if it can. */
  private Optional<ChatAnswer.Refused> noPlace(String speaker) {
    if (content.session == null && !content.hasKey) {
      return Optional.of(
          new ChatAnswer.Refused(ErrorCode.AGENT_NOT_FOUND, "nobody can read the mailbox"));
    }
    boolean full = waiting(content.muted.contains(speaker)) >= content.config.mailboxMax();
    return full
        ? Optional.of(new ChatAnswer.Refused(ErrorCode.RATE_LIMITED, "the mailbox is full"))
        : Optional.empty();
  }

  private Unit placed(StoredEntry stored, String speaker, Attached attached) {
    var marks = content.marks;
    boolean fromMuted = content.muted.contains(speaker);
    var receiver = content.takeNewcomer();
    var writes = new ArrayList<Write>();
    writes.addAll(AgentRowWrites.writes(receiver, List.of()));
    writes.add(new AppendEntry(stored));
    writes.addAll(attached.writes());
    var session = content.session;
    if (session != null && content.hasKey) writes.addAll(marks.offer(stored.seq()));
    if (fromMuted && session == null) writes.addAll(marks.skipNewest());
    var effects = new ArrayList<Effect>();
    if (session != null) {
      effects.add(
          fromMuted
              ? new MailEffect.PassOver(session, stored.seq())
              : new MailEffect.Mail(session, Messages.wire(stored), null));
    }
    if (!fromMuted) effects.add(new MailEffect.Arrived(content.agent, stored.kind()));
    effects.addAll(attached.effects());
    return Unit.required(writes, AgentRowWrites.effects(receiver, effects), attached.otherwise());
  }

  private Step notPlaced(String kind, String why) {
    var detail = new JsonText(64).field("kind", kind).field("reason", why);
    return Step.of(
        Unit.bestEffort(
            List.of(
                new AppendEvent(
                    content.clock.wallMillis(),
                    "mail.not_placed",
                    content.agent,
                    null,
                    detail.text())),
            List.of()));
  }

  /**
   * Returns how many entries wait. Entries of muted agents are counted apart, so they take no room
   * from the others. For an agent that is here and confirms by taking, only those wait that did not
   * fit while it slept.
   */
  private long waiting(boolean fromMuted) {
    if (content.session == null) {
      return fromMuted ? content.marks.skipped() : content.marks.unsettled();
    }
    if (fromMuted) return 0;
    return content.confirm ? content.marks.unsettled() : content.marks.leftBehind();
  }

  /**
   * Returns the effects of a new message. If an agent writes to itself, message and echo are one.
   */
  private List<Effect> effects(
      ServerMessage.Msg message, MailboxCommand.Deposit deposit, boolean fromMuted) {
    var effects = new ArrayList<Effect>();
    var session = content.session;
    if (session != null && fromMuted) {
      effects.add(new MailEffect.PassOver(session, message.seq()));
    } else if (session != null) {
      var own = session.equals(deposit.author().session()) ? deposit.clientMsgId() : null;
      effects.add(new MailEffect.Mail(session, message, own));
    }
    if (!deposit.author().session().equals(session)) {
      effects.add(new MailEffect.Echo(deposit.author().session(), message, deposit.clientMsgId()));
    }
    if (!fromMuted) effects.add(new MailEffect.Arrived(content.agent, deposit.kind()));
    return effects;
  }

  private LoopGuard loops() {
    var guard = loops;
    if (guard == null) {
      guard = new LoopGuard(content.config.moderation().loops(), REMEMBERED_MESSAGES);
      loops = guard;
    }
    return guard;
  }
}
