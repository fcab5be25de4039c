package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.DurableCommand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes commands down and reads them, by their stable names. The wiring fills it at the start;
 * then it does not change.
 */
final class DurableCommands {
  /** Escapes what is not ASCII, so that a lone surrogate survives the database. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** Says why a stored command cannot be read. */
  static final class UnreadableCommand extends Exception {
    UnreadableCommand(String message) {
      super(message);
    }

    UnreadableCommand(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final Map<String, Class<? extends Command>> types = new HashMap<>();
  private final Map<Class<?>, String> names = new HashMap<>();

  void add(List<DurableCommand> more) {
    for (var command : more) {
      if (names.put(command.type(), command.name()) != null) {
        throw new IllegalStateException(command.type() + " has two durable names");
      }
      if (types.put(command.name(), command.type()) != null) {
        throw new IllegalStateException("two durable commands are called " + command.name());
      }
    }
  }

  /**
   * Returns the name of a command.
   *
   * @throws IllegalStateException if its class has none
   */
  String name(Command command) {
    var name = names.get(command.getClass());
    if (name != null) return name;
    throw new IllegalStateException(command.getClass() + " is no durable command of a feature");
  }

  String json(Command command) {
    return MAPPER.writeValueAsString(command);
  }

  /** Reads a stored command. */
  Command read(StoredTell tell) throws UnreadableCommand {
    var type = types.get(tell.command());
    if (type == null) {
      throw new UnreadableCommand("this server knows no command " + tell.command());
    }
    try {
      return MAPPER.readValue(tell.json(), type);
    } catch (JacksonException e) {
      // Only the kind of failure is said: the text may be a message of an agent.
      throw new UnreadableCommand(
          "the stored " + tell.command() + " cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }
}
