package dev.reveille.server.admin;

import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.DirectoryEffect;
import org.jspecify.annotations.Nullable;

/** A change of the admission lists and their files. {@link AdminDelivery} carries it out. */
public sealed interface AdminEffect extends DirectoryEffect {

  record Banned(StoredBan ban) implements AdminEffect {}

  record Unbanned(String agent) implements AdminEffect {}

  record Approved(StoredApproval approval) implements AdminEffect {}

  record Revoked(String pubkey) implements AdminEffect {}

  record MotdSet(@Nullable String motd) implements AdminEffect {}

  /** Sends the answer to an order when the next version of the list's file is written. */
  record AnswerWhenWritten(String name, DeliveryEffect.Reply reply) implements AdminEffect {}

  /**
   * A version of the list's file was written, or could not be.
   *
   * @param more true if another version follows, with the changes made meanwhile
   */
  record FileSettled(String name, boolean more) implements AdminEffect {}

  /** Writes a list's file. */
  record WriteFile(String name, String content, String checksum) implements AdminEffect {}
}
