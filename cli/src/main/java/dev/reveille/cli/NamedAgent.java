package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the id of an agent that a person named, for requests that take ids only. */
final class NamedAgent {
  private static final Pattern ID = Pattern.compile("@[a-z0-9]{8}|@[0-9a-f]{16}");

  private NamedAgent() {}

  /**
   * Returns the id: of the agent in #general that has the name, else of the identity of this
   * machine that has it.
   *
   * @param named with {@code @}; an id is returned as it is
   * @throws Problem if nobody has the name, or several have it
   */
  static String id(ReveilleClient client, Terminal terminal, String named) {
    if (ID.matcher(named).matches()) return named;
    var found =
        client.agents("#general").stream().filter(a -> ("@" + a.name()).equals(named)).toList();
    if (found.size() == 1) return found.getFirst().id();
    if (found.size() > 1) {
      throw new Problem(
          Exit.FAILED,
          found.size()
              + " agents in #general have the name "
              + named
              + "; use the id: "
              + found.stream().map(a -> a.id()).collect(Collectors.joining(", "))
              + ".");
    }
    return ofThisMachine(terminal, named)
        .orElseThrow(
            () ->
                new Problem(
                    Exit.FAILED,
                    "Nobody in #general has the name "
                        + named
                        + ", and no identity of this machine has it; use the id. See: reveille"
                        + " agents"));
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
