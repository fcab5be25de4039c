package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import java.util.Optional;

/** Finds the id of an agent that a person named, for requests that take ids only. */
final class NamedAgent {
  private NamedAgent() {}

  /**
   * Returns the id: of the agent that the server knows by the name, connected or away, else of the
   * identity of this machine that has it.
   *
   * @param named with {@code @}; an id is returned as it is
   * @throws Problem if nobody has the name
   * @throws ClientException if several have it: the message lists their ids
   */
  static String id(ReveilleClient client, Terminal terminal, String named) {
    if (Names.isAgentId(named.substring(1))) return named;
    try {
      return client.idOf(named);
    } catch (ClientException.Refused e) {
      if (!isUnknown(e)) throw e;
      return ofThisMachine(terminal, named)
          .orElseThrow(
              () ->
                  new Problem(
                      Exit.FAILED,
                      "The server knows no agent of the name "
                          + named
                          + ", and no identity of this machine has it; use the id. See: reveille"
                          + " agents",
                      e));
    }
  }

  /** True if the server knows no such agent. If it knows several, it lists their ids. */
  static boolean isUnknown(ClientException.Refused refused) {
    return refused.is(ErrorCode.AGENT_NOT_FOUND)
        && String.valueOf(refused.getMessage()).startsWith("No agent ");
  }

  /**
   * Returns the id of the identity of this machine that has the name, and says so on standard
   * error; empty if there is none.
   *
   * @param named with {@code @}
   */
  static Optional<String> ofThisMachine(Terminal terminal, String named) {
    var folder = ConfigFolder.identities(terminal.env());
    var name = named.substring(1);
    if (!Names.isName(name) || !IdentityFile.exists(folder, name)) return Optional.empty();
    var id = "@" + IdentityFile.load(folder, name).identity().agentId();
    terminal
        .err()
        .println(terminal.dim(named + " is the identity '" + name + "' of this machine: " + id));
    return Optional.of(id);
  }
}
