package dev.reveille.server.fuzz;

import static java.util.Map.entry;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.ServerType;
import dev.reveille.protocol.ServerTypes;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer that the protocol promises to one frame. It comes from the registry of messages; only
 * what the registry does not say stands here.
 *
 * @param types of the answer
 * @param sure true if there is an answer in any case
 */
record Expected(Set<String> types, boolean sure) {
  static final Expected PONG = sure("PONG");

  private static final Expected REFUSED = sure("ERROR");

  /** No answer but a refusal counts: what these bring may also come unasked. */
  private static final Expected PERHAPS_REFUSED = new Expected(Set.of("ERROR"), false);

  private static final Map<Class<? extends ClientMessage>, Expected> SPECIAL =
      Map.ofEntries(
          entry(ClientMessage.Ping.class, PONG),
          entry(ClientMessage.Identify.class, sure("WELCOME", "CHALLENGE", "ERROR")),
          entry(ClientMessage.VerifyIdentity.class, REFUSED),
          entry(ClientMessage.RotateKey.class, REFUSED),
          entry(ClientMessage.RevokeKey.class, REFUSED),
          // The key is wrong: nobody guesses it.
          entry(ClientMessage.Admin.class, REFUSED),
          entry(ClientMessage.SetNick.class, PERHAPS_REFUSED),
          entry(ClientMessage.VerifyRequest.class, PERHAPS_REFUSED),
          entry(ClientMessage.VerifyResponse.class, PERHAPS_REFUSED),
          entry(ClientMessage.RespondingTo.class, PERHAPS_REFUSED),
          entry(ClientMessage.Leave.class, new Expected(Set.of("LEFT", "ERROR"), false)));

  /** Types of messages that only ever answer a request. A MSG does too, if it is one's own. */
  static final Set<String> ANSWERS =
      Stream.concat(
              ServerTypes.ALL.stream()
                  .filter(t -> !SPECIAL.keySet().containsAll(t.requests()))
                  .map(ServerType::name),
              SPECIAL.values().stream().flatMap(e -> e.types().stream()))
          .collect(Collectors.toUnmodifiableSet());

  static Expected of(String text) {
    return switch (ClientMessages.read(text)) {
      case ClientMessages.Read.Invalid _ -> REFUSED;
      case ClientMessages.Read.Valid(var message) -> of(message);
    };
  }

  private static Expected of(ClientMessage message) {
    var special = SPECIAL.get(message.getClass());
    if (special != null) return special;
    // A message of markers alone has no echo.
    if (message instanceof ClientMessage.Msg msg) {
      return new Expected(Set.of("MSG", "ERROR"), Markers.find(msg.content()).markers().isEmpty());
    }
    if (message.isHint()) return new Expected(Set.of(), false);
    var answers =
        ServerTypes.ALL.stream()
            .filter(t -> t.requests().contains(message.getClass()))
            .map(ServerType::name)
            .collect(Collectors.toSet());
    if (answers.isEmpty()) return PERHAPS_REFUSED;
    answers.add("ERROR");
    return new Expected(Set.copyOf(answers), true);
  }

  private static Expected sure(String... types) {
    return new Expected(Set.of(types), true);
  }
}
