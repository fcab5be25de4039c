package dev.reveille.server.fuzz;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Markers;
import java.util.Set;

/**
 * What the protocol promises in answer to one frame.
 *
 * @param types of the answer
 * @param sure whether there is one in any case
 */
record Expected(Set<String> types, boolean sure) {

  /** Types of messages that only ever answer a request. A MSG does too, if it is one's own. */
  static final Set<String> ANSWERS =
      Set.of(
          "WELCOME",
          "CHALLENGE",
          "ERROR",
          "PONG",
          "CHANNELS",
          "AGENTS",
          "JOINED",
          "LEFT",
          "HISTORY_PAGE",
          "SKILLS_REGISTERED",
          "SEARCH_RESULTS",
          "SUBSCRIBED",
          "MUTED",
          "SUBSCRIPTIONS",
          "CALLBACKS",
          "CALLBACK_CANCELLED");

  static final Expected PONG = sure("PONG");

  static Expected of(String text) {
    return switch (ClientMessages.read(text)) {
      case ClientMessages.Read.Invalid _ -> sure("ERROR");
      case ClientMessages.Read.Valid(var message) -> of(message);
    };
  }

  private static Expected of(ClientMessage message) {
    return switch (message) {
      case ClientMessage.Ping _ -> PONG;
      case ClientMessage.ListChannels _ -> sure("CHANNELS");
      case ClientMessage.Identify _ -> sure("WELCOME", "CHALLENGE", "ERROR");
      case ClientMessage.VerifyIdentity _ -> sure("ERROR");
      case ClientMessage.RotateKey _, ClientMessage.RevokeKey _ -> sure("ERROR");
      case ClientMessage.ListAgents _ -> sure("AGENTS", "ERROR");
      case ClientMessage.Join _, ClientMessage.CreateChannel _ -> sure("JOINED", "ERROR");
      case ClientMessage.History _ -> sure("HISTORY_PAGE", "ERROR");
      // A message of markers alone has no echo.
      case ClientMessage.Msg msg ->
          new Expected(Set.of("MSG", "ERROR"), Markers.find(msg.content()).markers().isEmpty());
      case ClientMessage.Callbacks _ -> sure("CALLBACKS", "ERROR");
      case ClientMessage.CancelCallback _ -> sure("CALLBACK_CANCELLED", "ERROR");
      case ClientMessage.Leave _ -> new Expected(Set.of("LEFT", "ERROR"), false);
      case ClientMessage.Invite _, ClientMessage.SetPresence _, ClientMessage.SetNick _ ->
          new Expected(Set.of("ERROR"), false);
      case ClientMessage.SearchSkills _ -> sure("SEARCH_RESULTS", "ERROR");
      case ClientMessage.RegisterSkills _ -> sure("SKILLS_REGISTERED", "ERROR");
      // What VERIFY_* says may also come unasked, so it does not count as an answer.
      case ClientMessage.VerifyRequest _,
          ClientMessage.VerifyResponse _,
          ClientMessage.FileChunk _,
          ClientMessage.RespondingTo _ ->
          new Expected(Set.of("ERROR"), false);
      case ClientMessage.Subscribe _ -> sure("SUBSCRIBED", "ERROR");
      case ClientMessage.Mute _ -> sure("MUTED", "ERROR");
      case ClientMessage.Subscriptions _ -> sure("SUBSCRIPTIONS", "ERROR");
      // The key is wrong: nobody guesses it.
      case ClientMessage.Admin _ -> sure("ERROR");
      case ClientMessage.Typing _ -> new Expected(Set.of(), false);
      default -> throw new IllegalStateException("what answers " + message.type() + "?");
    };
  }

  private static Expected sure(String... types) {
    return new Expected(Set.of(types), true);
  }
}
