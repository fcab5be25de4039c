package dev.reveille.server.inbox;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.server.channel.BeginMark;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.StreamLookup;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailboxCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and confirms an agent's inbox. Part of the agent cell. */
final class InboxPart implements SpeakingPart {
  /** The channels in which the agent's mark is known to have begun. */
  private static final Slot<Set<String>> BEGUN = new Slot<>(HashSet::new);

  /** The most channels that are remembered so. */
  private static final int MOST_BEGUN = 1_000;

  private final ChatParts parts;

  InboxPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ConfirmMessages.Confirm.class, this::read).orSide(),
        Request.of(InboxMessages.AskUnread.class, this::unread).orSide(),
        Request.of(InboxMessages.AskPending.class, this::pending).orSide(),
        Request.of(ReceiptMessages.AskReceipt.class, InboxPart::receipt).orSide());
  }

  @Override
  public List<Told<?>> told() {
    return List.of(new Told<>(MarksMissing.class, InboxPart::missing));
  }

  private static Step missing(Agent agent, MarksMissing missing) {
    var begun = agent.find(BEGUN);
    if (begun != null) missing.channels().forEach(begun::remove);
    return Step.none();
  }

  private Step pending(Agent agent, Body body, InboxMessages.AskPending asked) {
    var refusal = refusal(agent, body, asked.channels());
    if (refusal.isPresent()) return refusal.get();
    var after =
        Optional.ofNullable(asked.after())
            .flatMap(InboxCursor::of)
            .filter(cursor -> cursor.agent().equals(agent.id()));
    if (asked.after() != null && after.isEmpty()) return wrongCursor(body);
    return senders(
        agent,
        body,
        asked.senders(),
        List.of(),
        ids -> ask(agent, body, asked.from(ids), after.orElse(null)));
  }

  /** Goes on with the ids of agents that may be named by their names. */
  private static Step senders(
      Agent agent,
      Body body,
      List<String> named,
      List<String> ids,
      Function<List<String>, Step> then) {
    if (named.size() == ids.size()) return then.apply(ids);
    return agent.meaning(
        body,
        named.get(ids.size()),
        id ->
            senders(agent, body, named, Stream.concat(ids.stream(), Stream.of(id)).toList(), then));
  }

  private static Step ask(
      Agent agent, Body body, InboxMessages.AskPending asked, @Nullable InboxCursor after) {
    var query =
        new PendingQuery(
            agent.id(),
            asked.limit(),
            asked.channels(),
            asked.only().orElse(null),
            body.kinds(),
            after);
    return begun(
        agent, asked.channels(), new InboxEffect.Ask(body.session(), query, asked.waitMs()));
  }

  private Step unread(Agent agent, Body body, InboxMessages.AskUnread asked) {
    var refusal = refusal(agent, body, List.of());
    if (refusal.isPresent()) return refusal.get();
    return begun(
        agent,
        parts.config().channels(),
        new DeliveryEffect.LookUp(
            body.session(), new UnreadQuery(agent.id(), List.copyOf(agent.channels()))));
  }

  /**
   * Answers after the agent has a mark in each of these channels. A channel that takes everybody
   * has no mark of an agent before the agent first asks for it.
   */
  private static Step begun(Agent agent, List<String> channels, Effect answer) {
    var writes = new ArrayList<Write>();
    for (var channel : channels) {
      var begun = agent.slot(BEGUN);
      if (begun.size() >= MOST_BEGUN) begun.clear();
      if (begun.add(channel)) writes.add(new BeginMark(agent.id(), channel));
    }
    return Step.of(Unit.bestEffort(writes, List.of(answer)));
  }

  private Step read(Agent agent, Body body, ConfirmMessages.Confirm asked) {
    if (asked.cursor() != null) return readCursor(agent, body, asked.cursor());
    var to = String.valueOf(asked.to());
    if (to.startsWith("#")) return readChannel(agent, body, to, asked.seq());
    var refusal = refusal(agent, body, List.of());
    if (refusal.isPresent()) return refusal.get();
    if (!to.equals(ConfirmMessages.ME) && !to.equals(agent.id())) {
      return Replies.error(
          body, ErrorCode.INVALID_MSG, "Only your own inbox can be confirmed: to is @me");
    }
    return confirm(
        agent,
        body,
        new MailboxCommand.Confirm(
            body.session(), ConfirmMessages.ME, null, asked.seq(), 0, 0, List.of(), false));
  }

  /**
   * Confirms a channel, at most up to its last durable message: what is not durable yet could
   * become another message.
   */
  private Step readChannel(Agent agent, Body body, String channel, long seq) {
    var refusal = refusal(agent, body, List.of(channel));
    if (refusal.isPresent()) return refusal.get();
    return agent
        .calls()
        .to(StreamLookup.at(channel), new StreamLookup.FindEnd())
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof StreamLookup.StreamEnd(var last)
                    ? confirm(agent, body, read(body, channel, Math.min(seq, last)))
                    : Replies.orError(body, answer, Step::none));
  }

  private static MailboxCommand.Confirm read(Body body, String channel, long seq) {
    var mark = new ConfirmMessages.ChannelMark(channel, seq);
    return new MailboxCommand.Confirm(body.session(), channel, null, 0, 0, 0, List.of(mark), true);
  }

  /** Channels that the agent has left meanwhile are left out. */
  private Step readCursor(Agent agent, Body body, String text) {
    var refusal = refusal(agent, body, List.of());
    if (refusal.isPresent()) return refusal.get();
    var cursor = InboxCursor.of(text).filter(c -> c.agent().equals(agent.id()));
    if (cursor.isEmpty()) return wrongCursor(body);
    var marks = cursor.get().channels().stream().filter(m -> agent.mayRead(m.channel())).toList();
    return confirm(
        agent,
        body,
        new MailboxCommand.Confirm(
            body.session(),
            ConfirmMessages.ME,
            text,
            cursor.get().seq(),
            cursor.get().reference(),
            cursor.get().lost(),
            marks,
            false));
  }

  private static Step wrongCursor(Body body) {
    return Replies.error(body, ErrorCode.INVALID_MSG, "Invalid cursor: as PENDING gave it");
  }

  private static Step confirm(Agent agent, Body body, MailboxCommand.Confirm confirm) {
    return agent
        .calls()
        .to(Cells.mailbox(agent.id()), confirm)
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  /** A reply proves that the agent has acted on the message that it answers. */
  @Override
  public Step afterRelay(Agent agent, Body body, Posted posted) {
    var answered = posted.inReplyTo();
    if (answered == null || posted.repeat() || !body.hasKey()) return Step.none();
    return Step.of(
        Unit.barrier(
            List.of(new Tell(Cells.mailbox(agent.id()), new MailboxCommand.Replied(answered)))));
  }

  private static Step receipt(Agent agent, Body body, ReceiptMessages.AskReceipt asked) {
    return Replies.lookUp(body, new ReceiptQuery(agent.id(), asked.msgId()));
  }

  /** Returns why the agent may not read these channels or has no inbox; empty if it may. */
  private Optional<Step> refusal(Agent agent, Body body, List<String> channels) {
    if (!body.hasKey()) {
      return Optional.of(
          Replies.error(
              body, ErrorCode.SIGNATURE_REQUIRED, "Only an agent with a key has an inbox"));
    }
    for (var channel : channels) {
      if (!parts.channels().contains(channel)) {
        return Optional.of(
            Replies.error(body, ErrorCode.CHANNEL_NOT_FOUND, "No channel " + channel));
      }
      if (!agent.mayRead(channel)) {
        return Optional.of(
            Replies.error(body, ErrorCode.NOT_INVITED, "Not a member of " + channel));
      }
    }
    return Optional.empty();
  }
}
