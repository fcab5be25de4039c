package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends an agent's direct messages. Part of {@link PostingPart}. */
final class DirectPosting {
  private final ChatParts parts;
  private final PostingPart posting;

  DirectPosting(ChatParts parts, PostingPart posting) {
    this.parts = parts;
    this.posting = posting;
  }

  Step send(
      Agent agent, Body body, String id, ClientMessage.Msg msg, String content, String extras) {
    var young = tooYoung(parts, body);
    if (young != null) return young;
    var to = msg.to();
    // The id of an absent agent means its mailbox, never an agent that has this id as its name.
    if (Names.isKeyId(to.substring(1))) {
      return deposit(agent, body, msg, to, draft(agent, body, id, msg, content, extras));
    }
    var found =
        Recipients.connected(parts.presence(), to).stream().map(Presence.Agent::id).toList();
    if (found.isEmpty()) found = agent.absent.lastSeenAs(to.substring(1));
    if (found.size() != 1) return Replies.nobody(body, to, found);
    var target = found.getFirst();
    var all = target.equals(to) ? extras : withName(extras, to.substring(1));
    return deposit(agent, body, msg, target, draft(agent, body, id, msg, content, all));
  }

  /** Returns the extras with the name by which the sender meant the receiver. */
  private static String withName(String extras, String name) {
    return new JsonText(64).rawFields(extras).field("to_name", name).fields();
  }

  private MailboxCommand.Deposit draft(
      Agent agent, Body body, String id, ClientMessage.Msg msg, String content, String extras) {
    return new MailboxCommand.Deposit(
        id,
        agent.member(body),
        StoredEntry.MESSAGE,
        content,
        extras,
        msg.clientMsgId(),
        List.of(),
        agent.newcomer(body, parts.clock().wallMillis()),
        msg.receipt());
  }

  private Step deposit(
      Agent agent,
      Body body,
      ClientMessage.Msg msg,
      String target,
      MailboxCommand.Deposit deposit) {
    return unlessLooping(
        agent,
        body,
        msg,
        target,
        deposit,
        command ->
            agent
                .calls()
                .to(Cells.mailbox(target), command)
                .ifUndone(_ -> PostingPart.forgetKey(agent, msg.clientMsgId()))
                .then(answer -> posting.placed(agent, body, msg.clientMsgId(), null, answer)));
  }

  /**
   * Asks the sender's own mailbox for a loop first: it sees both sides of each exchange of direct
   * messages.
   */
  private Step unlessLooping(
      Agent agent,
      Body body,
      ClientMessage.Msg msg,
      String target,
      MailboxCommand.Deposit deposit,
      Function<MailboxCommand.Deposit, Step> send) {
    if (parts.config().moderation().loops().off() || target.equals(agent.id)) {
      return send.apply(deposit);
    }
    return agent
        .calls()
        .to(
            Cells.mailbox(agent.id),
            new MailboxCommand.Answering(agent.member(body), target, deposit.id(), msg.inReplyTo()))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.GoAhead(var chain)
                    ? send.apply(deposit.withChain(chain))
                    : Replies.orError(body, answer, () -> send.apply(deposit)));
  }

  /** Returns why the agent may not send direct messages yet; absent if it may. */
  static @Nullable Step tooYoung(ChatParts parts, Body body) {
    long age = parts.clock().nanos() - body.connectedNanos();
    long gate = parts.config().dmAgeGate().toNanos();
    if (age >= gate) return null;
    return Replies.error(
        body,
        ErrorCode.DM_AGE_GATE,
        "Direct messages need "
            + Duration.ofNanos(gate - age).toSeconds()
            + " s more of connection");
  }
}
