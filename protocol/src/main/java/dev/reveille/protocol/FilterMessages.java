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
                  f.channel(), f.has("only") ? read(f.value("only")) : null, notices(f)),
          (m, json) -> write(m.channel(), m.only(), m.notices(), json));

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
              f -> new ServerMessage.Subscribed(f.text("channel"), filter(f), notices(f)),
              (m, json) -> write(m.channel(), m.only(), m.notices(), json))
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
                      f.objects("channels").stream().map(FilterMessages::subscription).toList(),
                      f.texts("muted")),
              (m, json) ->
                  json.rawList("channels", m.channels().stream().map(FilterMessages::json).toList())
                      .field("muted", m.muted()))
          .answering(ClientMessage.Subscriptions.class);

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(SUBSCRIBE, MUTE, LIST_SUBSCRIPTIONS), List.of(SUBSCRIBED, MUTED, SUBSCRIPTIONS));

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

  /** True if the field {@code notices} is absent or true. */
  private static boolean notices(Fields f) throws InvalidMessage {
    if (!f.has("notices")) return true;
    if (!f.value("notices").isBoolean()) throw new InvalidMessage("Invalid notices: true or false");
    return f.value("notices").booleanValue();
  }

  private static boolean notices(ServerFields f) {
    return f.value("notices").asBoolean(true);
  }

  private static ServerMessage.Subscription subscription(ServerFields f) {
    return new ServerMessage.Subscription(f.text("channel"), filter(f), notices(f));
  }

  private static byte[] json(ServerMessage.Subscription s) {
    var json = new JsonText(96);
    write(s.channel(), s.only(), s.notices(), json);
    return json.bytes();
  }

  private static void write(String channel, @Nullable Filter only, boolean notices, JsonText json) {
    json.field("channel", channel).raw("only", json(only));
    if (!notices) json.field("notices", false);
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
    var read =
        new Filter(
            mentions.isBoolean() && mentions.booleanValue(),
            words(only.path("keywords"), "only.keywords"),
            words(only.path("tags"), "only.tags"),
            agents(only.path("senders"), "only.senders"),
            new Fields(only).priority("priority"));
    // A filter with a misspelt field would match nothing, and the agent would not know why.
    if (!read.mentions()
        && read.keywords().isEmpty()
        && read.tags().isEmpty()
        && read.senders().isEmpty()
        && read.priority() == null) {
      throw new InvalidMessage(
          "Invalid only: name mentions, keywords, tags, senders or priority, or null for all");
    }
    return read;
  }

  /** Returns a list of ids with {@code @}; empty if it is absent. */
  static List<String> agents(JsonNode values, String field) throws InvalidMessage {
    var agents = words(values, field);
    for (var id : agents) {
      if (!isAgent(id)) throw new InvalidMessage("Invalid " + field + ": each is @ and an id");
    }
    return agents;
  }

  /** Returns a list of words or phrases; empty if it is absent. */
  static List<String> words(JsonNode values, String field) throws InvalidMessage {
    if (values.isMissingNode() || values.isNull()) return List.of();
    if (!values.isArray() || values.size() > Filter.MAX_VALUES) {
      throw new InvalidMessage("Invalid " + field + ": a list of at most " + Filter.MAX_VALUES);
    }
    var result = new ArrayList<String>();
    for (var value : values) {
      if (!value.isString()
          || value.stringValue().isBlank()
          || value.stringValue().length() > Filter.MAX_VALUE) {
        throw new InvalidMessage(
            "Invalid " + field + ": each has 1-" + Filter.MAX_VALUE + " characters");
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
