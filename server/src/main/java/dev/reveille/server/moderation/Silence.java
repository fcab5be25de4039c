package dev.reveille.server.moderation;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/**
 * An operator mutes the agent, or lets it speak again. The {@code request} gets an answer.
 *
 * @param seconds 0 = it may speak again
 * @param audit the audit events of the order; stored with the mute
 */
public record Silence(AdminRequest request, long seconds, String reason, List<AppendEvent> audit)
    implements Command {
  public Silence {
    audit = List.copyOf(audit);
  }

  @Override
  public List<Effect> unhandled() {
    return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
  }
}
