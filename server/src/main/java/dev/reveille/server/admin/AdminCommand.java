package dev.reveille.server.admin;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the admin cell is told besides the requests of administrators. */
public sealed interface AdminCommand extends Command {

  /**
   * Somebody tried and was refused before it came to the cell.
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
   * What the file of the bans holds at start.
   *
   * @param checksum absent = there is no file
   */
  record AdoptBans(@Nullable String checksum, List<StoredBan> bans) implements AdminCommand {}

  /** The same for the allowlist. */
  record AdoptApprovals(@Nullable String checksum, List<StoredApproval> approvals)
      implements AdminCommand {}

  /** A list's file was written, or could not be and is as it was. */
  record FileWritten(String name, String checksum, boolean success) implements AdminCommand {
    @Override
    public List<Effect> unhandled() {
      return List.of(new AdminEffect.FileSettled(name, false));
    }
  }
}
