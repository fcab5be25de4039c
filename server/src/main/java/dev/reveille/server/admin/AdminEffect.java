package dev.reveille.server.admin;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AdminRequest;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredApproval;
import dev.reveille.server.store.StoredBan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows when an administrator's order is durable. {@link Enforcement} carries it out. */
public sealed interface AdminEffect extends Effect {

  record Banned(StoredBan ban) implements AdminEffect {}

  record Unbanned(String agent) implements AdminEffect {}

  record Approved(StoredApproval approval) implements AdminEffect {}

  record Revoked(String pubkey) implements AdminEffect {}

  record MotdSet(@Nullable String motd) implements AdminEffect {}

  /** Ends the agent's session, whichever it has by then. */
  record Expelled(String agent, String reason, boolean banned) implements AdminEffect {}

  record VouchedFor(String agent, boolean verified) implements AdminEffect {}

  /**
   * Mutes the agent for a while, or lets it speak again; the agent's cell has the request answered.
   */
  record Silenced(
      String agent,
      AdminRequest request,
      long seconds,
      String reason,
      List<StoreWrite.AppendEvent> audit)
      implements AdminEffect {
    public Silenced {
      audit = List.copyOf(audit);
    }
  }

  /** Sets a channel's slow mode; the channel's cell answers the request. */
  record SlowedDown(
      String channel, AdminRequest request, long seconds, List<StoreWrite.AppendEvent> audit)
      implements AdminEffect {
    public SlowedDown {
      audit = List.copyOf(audit);
    }
  }

  /** The answer to an order, once the next version of the list's file is written. */
  record AnswerWhenWritten(String name, SessionId session, ServerMessage message)
      implements AdminEffect {}

  /**
   * A version of the list's file is written, or could not be.
   *
   * @param more whether another follows, which has what changed meanwhile
   */
  record FileSettled(String name, boolean more) implements AdminEffect {}

  /** Brings a list's file up to date. */
  record WriteFile(String name, String content, String checksum) implements AdminEffect {}
}
