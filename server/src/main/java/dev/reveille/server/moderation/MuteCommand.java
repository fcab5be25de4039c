package dev.reveille.server.moderation;

import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/** A command to the cell of an agent's server mute. */
public sealed interface MuteCommand extends Command {

  /**
   * An operator mutes the agent, or lets it speak again.
   *
   * @param mute the server mute; until 0 = the agent may speak
   * @param seconds as the operator gave it
   * @param keep true if the mute is stored: the agent has a key and can return
   * @param audit the audit events of the order; stored with the mute
   */
  record Set(
      AdminRequest request, StoredMute mute, long seconds, boolean keep, List<AppendEvent> audit)
      implements MuteCommand {
    public Set {
      audit = List.copyOf(audit);
    }
  }
}
