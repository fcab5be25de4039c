package dev.reveille.server.mail;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.channel.DropReferences;
import dev.reveille.server.channel.MoveMark;
import dev.reveille.server.channel.Refer;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.RetrievedEffect;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** Keeps references in an inbox, and settles what was taken or confirmed. */
final class MailConfirming {
  private final MailboxContent content;

  MailConfirming(MailboxContent content) {
    this.content = content;
  }

  /** Keeps a reference to a message that mentions the agent. */
  Step refer(Refer refer) {
    if (!content.hasKey || content.muted.contains(refer.sender())) return Step.none();
    if (content.references.isSettled(refer)) return Step.none();
    var receiver = content.takeNewcomer();
    var writes = new ArrayList<Write>(AgentRowWrites.writes(receiver, List.of()));
    writes.addAll(content.references.add(refer, content.marks.lastSeq()));
    var effects = new ArrayList<Effect>();
    var session = content.session;
    if (session != null) effects.add(new MailEffect.Referred(session));
    effects.add(new MailEffect.Arrived(content.agent, MailEffect.MENTION));
    return Step.of(Unit.required(writes, AgentRowWrites.effects(receiver, effects), List.of()));
  }

  /** Forgets the references into a channel that the agent left. */
  Step drop(DropReferences left) {
    return removed(content.references.drop(left.channel()));
  }

  /** Removes the references to messages of agents that are muted now. */
  Step removeMuted() {
    return removed(content.references.remove(r -> content.muted.contains(r.sender())));
  }

  /** Settles references whose messages the agent took itself, or did not want. */
  Step copied(MailboxCommand.Copied report) {
    return removed(content.references.taken(report.copies()));
  }

  /**
   * A removal that cannot be stored did not happen: otherwise a later READ would not remove what is
   * still stored.
   */
  private static Step removed(List<Write> writes) {
    return writes.isEmpty() ? Step.none() : Step.of(Unit.required(writes, List.of(), List.of()));
  }

  /**
   * Stores the progress of the present session. A late report of an earlier session is ignored: it
   * says nothing about this one.
   */
  Step delivered(MailboxCommand.Delivered report) {
    var session = content.session;
    if (session != null && !session.equals(report.session())) return Step.none();
    var writes = new ArrayList<>(content.marks.report(report));
    var shown = SeqRanges.of(report.shown());
    var changes = progress(shown::contains);
    if (!content.hasKey) writes.clear();
    writes.addAll(changes.writes());
    if (writes.isEmpty()) return Step.none();
    var effects = new ArrayList<>(changes.news());
    effects.add(retrieved());
    return Step.of(Unit.bestEffort(writes, effects));
  }

  private Effect retrieved() {
    return new RetrievedEffect(content.agent, content.marks.delivered());
  }

  /** Notes that an answer to PENDING showed the entries up to here. */
  Step shown(MailboxCommand.Shown shown) {
    var writes = new ArrayList<>(content.marks.offer(shown.upTo()));
    var changes = progress(seq -> seq <= shown.upTo());
    writes.addAll(changes.writes());
    return writes.isEmpty() ? Step.none() : Step.of(Unit.bestEffort(writes, changes.news()));
  }

  Step turnStarted(long from, long upTo) {
    return risen(content.receipts.started(from, upTo, content.muted, content.clock.wallMillis()));
  }

  Step actedOn(long from, long upTo) {
    return risen(content.receipts.acted(from, upTo, content.muted, content.clock.wallMillis()));
  }

  Step replied(String inReplyTo) {
    return risen(content.receipts.replied(inReplyTo, content.muted, content.clock.wallMillis()));
  }

  private static Step risen(OpenReceipts.Changes changes) {
    return changes.writes().isEmpty()
        ? Step.none()
        : Step.of(Unit.bestEffort(changes.writes(), changes.news()));
  }

  /**
   * Confirms entries, references and messages of channels. The answer comes when that is durable.
   */
  Step confirm(MailboxCommand.Confirm confirm) {
    var writes = new ArrayList<Write>(content.marks.confirm(confirm.seq()));
    writes.addAll(content.references.confirm(confirm.reference(), confirm.lost()));
    for (var mark : confirm.marks()) {
      boolean all = confirm.withReferences();
      writes.add(new MoveMark(content.agent, mark.channel(), mark.seq(), all));
      if (all) writes.addAll(content.references.confirm(mark.channel(), mark.seq()));
    }
    var changes = progress(seq -> seq <= confirm.seq());
    writes.addAll(changes.writes());
    var effects = new ArrayList<Effect>();
    var session = content.session;
    if (session != null) {
      effects.add(new MailEffect.Settle(session, content.marks.delivered()));
    }
    effects.add(answer(confirm, confirm.asker(), false));
    if (session != null && !session.equals(confirm.asker())) {
      effects.add(answer(confirm, session, true));
    }
    effects.addAll(changes.news());
    effects.add(retrieved());
    return Step.answer(
        new ChatAnswer.Done(),
        writes.isEmpty()
            ? Unit.bestEffort(writes, effects, List.of(Messages.notStored(confirm.asker())))
            : Unit.required(writes, effects, List.of(Messages.notStored(confirm.asker()))));
  }

  private Effect answer(MailboxCommand.Confirm confirm, SessionId to, boolean side) {
    return new DeliveryEffect.LookUp(
        to,
        new MarksQuery(
            content.agent,
            confirm.cursor(),
            confirm.to(),
            content.marks.delivered(),
            confirm.marks().stream().map(ConfirmMessages.ChannelMark::channel).toList(),
            side));
  }

  private OpenReceipts.Changes progress(LongPredicate seen) {
    return content.receipts.progress(
        content.marks, seen, content.muted, content.clock.wallMillis());
  }
}
