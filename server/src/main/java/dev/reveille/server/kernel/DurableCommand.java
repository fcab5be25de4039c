package dev.reveille.server.kernel;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A class of commands that may be told durably, and the name by which such a command is stored. The
 * name never changes, whatever becomes of the class.
 *
 * <p>The record must say everything by the types of its components: text, numbers, booleans, enums,
 * records of these and lists of these. Components that are added later must be {@code @Nullable},
 * because stored commands do not have them.
 *
 * @param name in the form {@code feature.command}
 */
public record DurableCommand(String name, Class<? extends Command> type) implements Contribution {
  public DurableCommand {
    requirePlain(type, new HashSet<>());
  }

  @Override
  public String owns() {
    return "durable command " + name;
  }

  private static void requirePlain(Type type, Set<Type> seen) {
    if (!seen.add(type)) return;
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      requirePlain(list.getActualTypeArguments()[0], seen);
      return;
    }
    if (!(type instanceof Class<?> plain)) {
      throw new IllegalArgumentException(type + " cannot be stored in a durable command");
    }
    if (plain.isRecord()) {
      for (var component : plain.getRecordComponents()) {
        requirePlain(component.getGenericType(), seen);
      }
      return;
    }
    boolean known =
        plain.isPrimitive()
            || plain.isEnum()
            || plain == String.class
            || plain == Boolean.class
            || Number.class.isAssignableFrom(plain);
    if (!known) {
      throw new IllegalArgumentException(plain + " cannot be stored in a durable command");
    }
  }
}
