package dev.reveille.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All types of messages that clients send. */
public final class ClientTypes {
  /** Every type once. {@link AllMessages} has the list. */
  public static final List<ClientType<?>> ALL =
      AllMessages.ALL.stream().<ClientType<?>>flatMap(types -> types.client().stream()).toList();

  private static final Map<Class<?>, ClientType<?>> BY_CLASS =
      ALL.stream()
          .collect(Collectors.toUnmodifiableMap(ClientType::message, t -> t, (first, _) -> first));

  private ClientTypes() {}

  /** Returns the type for messages of a class; the first if the class has several. */
  public static ClientType<?> of(Class<? extends ClientMessage> message) {
    var type = BY_CLASS.get(message);
    if (type == null) {
      throw new IllegalArgumentException(
          message.getName() + " is in no MessageTypes of AllMessages");
    }
    return type;
  }

  static ClientType<?> of(ClientMessage message) {
    return of(message.getClass());
  }
}
