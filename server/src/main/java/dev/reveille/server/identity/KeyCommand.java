package dev.reveille.server.identity;

import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Revocation;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** What a key cell is asked to do. Signatures were checked before. */
public sealed interface KeyCommand extends Command {

  /** The agent's key gives way to the last one of the chain. */
  record Extend(SessionId session, List<KeyChange> chain) implements KeyCommand {
    public Extend {
      chain = List.copyOf(chain);
    }
  }

  record Revoke(SessionId session, Revocation certificate) implements KeyCommand {}

  /** Somebody who holds a key that is no longer good tried to use it. */
  record Refused(String keyId, String reason) implements KeyCommand {}
}
