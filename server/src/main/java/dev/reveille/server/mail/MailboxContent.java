package dev.reveille.server.mail;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.limits.ChatConfig;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of one mailbox. The mailbox cell owns it. Only the cell and the classes it dispatches
 * to use it, one command at a time.
 */
final class MailboxContent {
  final String agent;
  final ChatConfig config;
  final Clock clock;
  final MailMarks marks;
  final References references;
  final OpenReceipts receipts;

  /** True if the agent can come back, so that mail waits for it. */
  boolean hasKey;

  /** The agent's row, if the store may not have it. It is stored with the next entry. */
  @Nullable StoredAgent newcomer;

  /** The agents that this agent has muted. */
  Set<String> muted = Set.of();

  /** The session of the agent's body; null while it is away. */
  @Nullable SessionId session;

  /** True if the body confirms entries, and does not do so by taking them. */
  boolean confirm;

  MailboxContent(
      String agent, ChatConfig config, Clock clock, MailMarks marks, StoredInbox stored) {
    this.agent = agent;
    this.config = config;
    this.clock = clock;
    this.marks = marks;
    references = new References(agent, config.mailboxMax(), stored);
    receipts = new OpenReceipts(agent, stored.receipts(), marks::isSettled);
  }

  /** True if this session is the agent's body. */
  boolean isOpenFor(SessionId asker) {
    return asker.equals(session);
  }

  /** Returns the agent's row if it must be stored with the next entry. */
  @Nullable StoredAgent takeNewcomer() {
    var row = session == null ? null : newcomer;
    newcomer = null;
    return row;
  }

  static Step done() {
    return Step.answer(new ChatAnswer.Done());
  }

  static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
