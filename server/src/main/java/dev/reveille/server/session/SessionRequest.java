package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.kernel.Contribution;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A message that the session handles itself, before WELCOME and after it. */
public record SessionRequest<M extends ClientMessage>(Class<M> type, BiConsumer<Session, M> handler)
    implements Contribution {
  static final List<SessionRequest<?>> ALL =
      List.of(
          new SessionRequest<>(ClientMessage.RotateKey.class, Session::rotate),
          new SessionRequest<>(ClientMessage.RevokeKey.class, Session::revoke),
          new SessionRequest<>(ClientMessage.Admin.class, Session::order));

  private static final Map<Class<?>, SessionRequest<?>> BY_TYPE =
      ALL.stream().collect(Collectors.toUnmodifiableMap(SessionRequest::type, Function.identity()));

  static @Nullable SessionRequest<?> of(ClientMessage message) {
    return BY_TYPE.get(message.getClass());
  }

  void handle(Session session, ClientMessage message) {
    handler.accept(session, type.cast(message));
  }

  @Override
  public String owns() {
    return "wire " + type.getSimpleName();
  }
}
