package dev.reveille.protocol;

import java.util.List;
import java.util.Locale;

/** The JSON of the messages that belong to no feature: ERROR, PING and PONG. */
final class CommonMessages {
  static final ClientType<ClientMessage.Ping> PING =
      ClientType.empty("PING", null, new ClientMessage.Ping());

  static final ServerType<ServerMessage.Pong> PONG =
      new ServerType<>(
              "PONG", ServerMessage.Pong.class, _ -> new ServerMessage.Pong(), (_, _) -> {})
          .answering(ClientMessage.Ping.class);

  /** The reader returns null if this version does not know the code. */
  static final ServerType<ServerMessage.Failure> ERROR =
      new ServerType<>(
          "ERROR",
          ServerMessage.Failure.class,
          f -> {
            try {
              var code = ErrorCode.valueOf(f.text("code").toUpperCase(Locale.ROOT));
              return new ServerMessage.Failure(code, f.text("message"));
            } catch (IllegalArgumentException e) {
              return null;
            }
          },
          (m, json) -> json.field("code", m.code().name()).field("message", m.message()));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(List.of(PING), List.of(ERROR, PONG));

  private CommonMessages() {}
}
