package dev.reveille.server.mail;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The progress of each mailbox, in memory. */
public final class MemoryMail extends MemoryTable implements MailReads {
  private final Map<String, MailboxState> mailboxes = new HashMap<>();

  public MemoryMail() {
    write(
        MailOffered.class,
        (write, undo) ->
            change(
                write.agent(),
                s ->
                    new MailboxState(
                        Math.max(s.offered(), write.upTo()), s.delivered(), s.ahead(), s.unshown()),
                undo));
    write(
        MailDelivered.class,
        (write, undo) ->
            change(
                write.agent(),
                s ->
                    new MailboxState(
                        s.offered(), Math.max(s.delivered(), write.upTo()), s.ahead(), s.unshown()),
                undo));
    write(
        MailRanges.class,
        (write, undo) ->
            change(
                write.agent(),
                s -> new MailboxState(s.offered(), s.delivered(), write.ahead(), write.unshown()),
                undo));
    reads(MailReads.class, this);
  }

  private void change(String agent, UnaryOperator<MailboxState> next, Undo undo) {
    undo.change(mailboxes, agent, next.apply(MailboxState.NEW), next);
  }

  @Override
  public MailboxState mailbox(String agent) {
    read();
    return mailboxes.getOrDefault(agent, MailboxState.NEW);
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("mailboxes", (long) mailboxes.size());
  }

  @Override
  protected long delivered(String agent) {
    return mailboxes.getOrDefault(agent, MailboxState.NEW).delivered();
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    long delivered = delivered(agent);
    return entries().all(agent).stream().anyMatch(m -> m.seq() > delivered);
  }

  @Override
  protected void forgetAgent(String agent) {
    if (!entries().has(agent)) mailboxes.remove(agent);
  }

  @Override
  protected void forgetStream(String stream) {
    mailboxes.remove(stream);
  }
}
