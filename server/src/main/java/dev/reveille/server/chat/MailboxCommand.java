package dev.reveille.server.chat;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** What a mailbox cell is asked to do. */
public sealed interface MailboxCommand extends Command {

  /** Its agent is connected. */
  record Open(SessionId session, boolean hasKey) implements MailboxCommand {}

  /** Its agent is gone, if this session is still its body. */
  record Close(SessionId session) implements MailboxCommand {}

  /** Nobody can be its agent any more: it takes no mail. */
  record Shut() implements MailboxCommand {}

  /** {@code id} is the message's id; {@code extras} further wire fields without braces. */
  record Deposit(
      String id,
      Presence.Member author,
      String content,
      String extras,
      @Nullable String clientMsgId)
      implements MailboxCommand {}

  /** The agent's socket took everything up to here. */
  record Delivered(long upTo) implements MailboxCommand {}
}
