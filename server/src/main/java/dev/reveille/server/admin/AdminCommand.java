package dev.reveille.server.admin;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the admin cell, other than the requests of administrators. */
public sealed interface AdminCommand extends Command {

  /**
   * An attempt was refused before it reached the cell.
   *
   * @param unrecorded how many refusals before this one were only counted
   */
  record Refused(
      String action,
      @Nullable String target,
      @Nullable String agent,
      String address,
      String code,
      long unrecorded)
      implements AdminCommand {}

  /**
   * The content of the bans file at start.
   *
   * @param checksum absent = there is no file
   */
  record AdoptBans(@Nullable String checksum, List<StoredBan> bans) implements AdminCommand {}

  /** The content of the allowlist file at start. */
  record AdoptApprovals(@Nullable String checksum, List<StoredApproval> approvals)
      implements AdminCommand {}

  /** The file of a list was written, or could not be written and is unchanged. */
  record FileWritten(String name, String checksum, boolean success) implements AdminCommand {
    @Override
    public List<Effect> unhandled() {
      return List.of(new AdminEffect.FileSettled(name, false));
    }
  }
}
