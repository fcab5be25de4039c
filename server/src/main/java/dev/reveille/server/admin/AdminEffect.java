package dev.reveille.server.admin;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredApproval;
import dev.reveille.server.store.StoredBan;
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

  /** Takes the agent's word for a while, or gives it back; the agent's cell answers the session. */
  record Silenced(String agent, SessionId session, long seconds, String reason)
      implements AdminEffect {}

  /** Brings a list's file up to date. */
  record WriteFile(String name, String content, String checksum) implements AdminEffect {}
}
