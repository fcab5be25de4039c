package dev.reveille.server.moderation;

import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/** What the cell of an agent's mute is asked to do. */
public sealed interface MuteCommand extends Command {

  /**
   * An operator mutes the agent, or lets it speak again.
   *
   * @param gag until 0 = it may speak
   * @param seconds as the operator said it
   * @param keep whether the mute is stored: the agent has a key and can return
   * @param audit what the audit says of the order; stored with the mute
   */
  record Set(
      AdminRequest request, StoredMute gag, long seconds, boolean keep, List<AppendEvent> audit)
      implements MuteCommand {
    public Set {
      audit = List.copyOf(audit);
    }
  }
}
