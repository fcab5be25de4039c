package dev.reveille.server.chat;

import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands over the mailboxes of this node's sessions, strictly by seq.
 *
 * <p>Part of {@link Delivery}, on its thread.
 */
final class Postman {
  /** Agents of which is remembered what they have while they are gone. */
  private static final int MAX_GONE = 20_000;

  private final ChatParts parts;
  private final Host host;
  private final Wire wire;
  private final TimerQueue timers;
  private final Map<SessionId, MailFlow> mail = new HashMap<>();

  /**
   * What the sessions of agents that are gone left: an agent may be back before its mailbox's cell
   * has heard of it.
   */
  private final Map<String, MailFlow.Left> gone =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, MailFlow.Left> eldest) {
          return size() > MAX_GONE;
        }
      };

  Postman(ChatParts parts, Host host, Wire wire, TimerQueue timers) {
    this.parts = parts;
    this.host = host;
    this.wire = wire;
    this.timers = timers;
  }

  /** How far the session's mailbox is handed over; absent if it is not open. */
  @Nullable MailFlow flow(SessionId session) {
    return mail.get(session);
  }

  boolean isMuted(SessionId session, String sender) {
    var flow = mail.get(session);
    return flow != null && flow.muted().contains(sender);
  }

  void open(ChatEffect.OpenMail e) {
    var left = gone.remove(e.agent());
    var flow =
        new MailFlow(
            e.session(),
            e.agent(),
            e.to() + 1,
            e.from() - 1,
            e.ahead(),
            Set.copyOf(e.muted()),
            host,
            timers);
    mail.put(e.session(), flow);
    if (left != null) flow.goOnFrom(left);
    long from = flow.left().upTo() + 1;
    if (from > e.to()) return;
    var unshown = SeqRanges.of(left == null ? e.unshown() : left.unshown());
    wire.pull(
        e.session(),
        Pulls.mail(
            parts.store(),
            from,
            e.to(),
            seq -> seq <= e.offered() && !unshown.contains(seq),
            flow));
  }

  /** What a lost hint left out is read from the store first. */
  void deliver(ChatEffect.Mail e) {
    var flow = mail.get(e.session());
    long seq = e.message().seq();
    if (flow == null || !isNext(flow, e.session(), seq)) return;
    // A mailbox cell that had to be loaded again may have forgotten whom its agent does not hear.
    if (flow.muted().contains(e.message().from())) {
      flow.settle(seq);
      return;
    }
    wire.send(
        e.session(),
        Messages.echo(Messages.frame(e.message()), e.clientMsgId()),
        () -> flow.settle(seq));
  }

  /** Makes this entry the next to hand over; false if it was handed over already. */
  private boolean isNext(MailFlow flow, SessionId session, long seq) {
    if (seq < flow.next()) return false;
    if (seq > flow.next()) {
      wire.pull(session, Pulls.mail(parts.store(), flow.next(), seq - 1, _ -> false, flow));
    }
    flow.next(seq + 1);
    return true;
  }

  void passOver(ChatEffect.PassOver e) {
    var flow = mail.get(e.session());
    if (flow != null && isNext(flow, e.session(), e.seq())) flow.settle(e.seq());
  }

  void mute(ChatEffect.MuteMail e) {
    var flow = mail.get(e.session());
    if (flow != null) flow.muted(Set.copyOf(e.muted()));
  }

  void close(SessionId session) {
    var flow = mail.remove(session);
    if (flow == null) return;
    var left = flow.end();
    if (!left.equals(MailFlow.NOTHING)) gone.put(flow.agent(), left);
  }
}
