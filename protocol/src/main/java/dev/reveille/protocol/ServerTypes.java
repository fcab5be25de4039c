package dev.reveille.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All types of messages that the server sends. */
public final class ServerTypes {
  /**
   * Every type once. {@link AllMessages} has the list. If several types have the same name, the
   * first one that can read a message reads it.
   */
  public static final List<ServerType<?>> ALL =
      AllMessages.ALL.stream().<ServerType<?>>flatMap(types -> types.server().stream()).toList();

  private static final Map<Class<?>, ServerType<?>> BY_CLASS =
      ALL.stream()
          .collect(Collectors.toUnmodifiableMap(ServerType::message, t -> t, (first, _) -> first));
  private static final Map<String, List<ServerType<?>>> BY_NAME =
      ALL.stream().collect(Collectors.groupingBy(ServerType::name));

  private ServerTypes() {}

  /** Returns the type for messages of a class; the first if the class has several. */
  @SuppressWarnings("unchecked")
  public static <M extends ServerMessage> ServerType<M> of(Class<M> message) {
    var type = BY_CLASS.get(message);
    if (type == null) {
      throw new IllegalArgumentException(
          message.getName() + " is in no MessageTypes of AllMessages");
    }
    return (ServerType<M>) type;
  }

  static ServerType<?> of(ServerMessage message) {
    return of(message.getClass());
  }

  /** Returns the types of this name; empty if it is unknown. */
  static List<ServerType<?>> named(String name) {
    return BY_NAME.getOrDefault(name, List.of());
  }
}
