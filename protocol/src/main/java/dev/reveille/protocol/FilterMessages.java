package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON of the messages about filters and mutes. */
final class FilterMessages {
  static final ClientType<ClientMessage.Subscribe> SUBSCRIBE =
      new ClientType<>(
          "SUBSCRIBE",
          Scope.OBSERVE,
          ClientMessage.Subscribe.class,
          f ->
              new ClientMessage.Subscribe(
                  f.channel(), f.has("only") ? read(f.value("only")) : null),
          (m, json) -> json.field("channel", m.channel()).raw("only", json(m.only())));

  static final ClientType<ClientMessage.Mute> MUTE =
      new ClientType<>(
          "MUTE",
          Scope.OBSERVE,
          ClientMessage.Mute.class,
          FilterMessages::mute,
          (m, json) -> json.field("agent", m.agent()).field("muted", m.muted()));

  static final ClientType<ClientMessage.Subscriptions> LIST_SUBSCRIPTIONS =
      ClientType.empty("SUBSCRIPTIONS", Scope.OBSERVE, new ClientMessage.Subscriptions());

  static final ServerType<ServerMessage.Subscribed> SUBSCRIBED =
      new ServerType<>(
              "SUBSCRIBED",
              ServerMessage.Subscribed.class,
              f -> new ServerMessage.Subscribed(f.text("channel"), filter(f)),
              (m, json) -> json.field("channel", m.channel()).raw("only", json(m.only())))
          .answering(ClientMessage.Subscribe.class, (q, s) -> q.channel().equals(s.channel()));

  static final ServerType<ServerMessage.Muted> MUTED =
      new ServerType<>(
              "MUTED",
              ServerMessage.Muted.class,
              f -> new ServerMessage.Muted(f.texts("agents")),
              (m, json) -> json.field("agents", m.agents()))
          .answering(ClientMessage.Mute.class);

  static final ServerType<ServerMessage.Subscriptions> SUBSCRIPTIONS =
      new ServerType<>(
              "SUBSCRIPTIONS",
              ServerMessage.Subscriptions.class,
              f ->
                  new ServerMessage.Subscriptions(
                      f.objects("channels").stream()
                          .map(c -> new ServerMessage.Subscription(c.text("channel"), filter(c)))
                          .toList(),
                      f.texts("muted")),
              (m, json) ->
                  json.rawList("channels", m.channels().stream().map(FilterMessages::json).toList())
                      .field("muted", m.muted()))
          .answering(ClientMessage.Subscriptions.class);

  private FilterMessages() {}

  private static ClientMessage.Mute mute(Fields f) throws InvalidMessage {
    var agent = f.value("agent");
    if (!agent.isString() || !isAgent(agent.stringValue())) {
      throw new InvalidMessage("Invalid agent: @ and an id");
    }
    if (agent.stringValue().equals(Names.SERVER)) {
      throw new InvalidMessage("The server cannot be muted");
    }
    if (!f.has("muted")) return new ClientMessage.Mute(agent.stringValue(), true);
    var muted = f.value("muted");
    if (!muted.isBoolean()) throw new InvalidMessage("Invalid muted: true or false");
    return new ClientMessage.Mute(agent.stringValue(), muted.booleanValue());
  }

  private static byte[] json(ServerMessage.Subscription s) {
    return new JsonText(96).field("channel", s.channel()).raw("only", json(s.only())).bytes();
  }

  private static @Nullable Filter filter(ServerFields f) {
    return only(f.value("only")).orElse(null);
  }

  /** Returns the filter; empty if it is not valid. */
  static Optional<Filter> only(JsonNode only) {
    try {
      return Optional.of(read(only));
    } catch (InvalidMessage e) {
      return Optional.empty();
    }
  }

  private static Filter read(JsonNode only) throws InvalidMessage {
    if (!only.isObject()) throw new InvalidMessage("Invalid only: an object, or null for all");
    var mentions = only.path("mentions");
    if (!mentions.isMissingNode() && !mentions.isNull() && !mentions.isBoolean()) {
      throw new InvalidMessage("Invalid only.mentions: true or false");
    }
    var senders = list(only, "senders");
    for (var id : senders) {
      if (!isAgent(id)) throw new InvalidMessage("Invalid only.senders: each is @ and an id");
    }
    var read =
        new Filter(
            mentions.isBoolean() && mentions.booleanValue(),
            list(only, "keywords"),
            list(only, "tags"),
            senders);
    // A filter with a misspelt field would match nothing, and the agent would not know why.
    if (!read.mentions()
        && read.keywords().isEmpty()
        && read.tags().isEmpty()
        && read.senders().isEmpty()) {
      throw new InvalidMessage(
          "Invalid only: name mentions, keywords, tags or senders, or null for all");
    }
    return read;
  }

  private static List<String> list(JsonNode only, String field) throws InvalidMessage {
    var values = only.path(field);
    if (values.isMissingNode() || values.isNull()) return List.of();
    if (!values.isArray() || values.size() > Filter.MAX_VALUES) {
      throw new InvalidMessage(
          "Invalid only." + field + ": a list of at most " + Filter.MAX_VALUES);
    }
    var result = new ArrayList<String>();
    for (var value : values) {
      if (!value.isString()
          || value.stringValue().isBlank()
          || value.stringValue().length() > Filter.MAX_VALUE) {
        throw new InvalidMessage(
            "Invalid only." + field + ": each has 1-" + Filter.MAX_VALUE + " characters");
      }
      result.add(Json.wellFormed(value.stringValue()));
    }
    return result;
  }

  private static boolean isAgent(String id) {
    return id.startsWith("@") && Names.isName(id.substring(1));
  }

  private static String json(@Nullable Filter only) {
    return only == null ? "null" : only.json();
  }
}
