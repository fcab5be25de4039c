package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the messages with which an agent says what it wants to hear. */
final class FilterMessages {
  private FilterMessages() {}

  static ClientMessage subscribe(String channel, JsonNode m) throws Refused {
    var only = m.path("only");
    boolean all = only.isMissingNode() || only.isNull();
    return new ClientMessage.Subscribe(channel, all ? null : read(only));
  }

  static ClientMessage mute(JsonNode m) throws Refused {
    var agent = m.path("agent");
    if (!agent.isString() || !isAgent(agent.stringValue())) {
      throw new Refused("Invalid agent: @ and an id");
    }
    if (agent.stringValue().equals(Names.SERVER)) {
      throw new Refused("The server cannot be muted");
    }
    var muted = m.path("muted");
    if (muted.isMissingNode() || muted.isNull()) {
      return new ClientMessage.Mute(agent.stringValue(), true);
    }
    if (!muted.isBoolean()) throw new Refused("Invalid muted: true or false");
    return new ClientMessage.Mute(agent.stringValue(), muted.booleanValue());
  }

  static Optional<Only> only(JsonNode only) {
    try {
      return Optional.of(read(only));
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  private static Only read(JsonNode only) throws Refused {
    if (!only.isObject()) throw new Refused("Invalid only: an object, or null for all");
    var mentions = only.path("mentions");
    if (!mentions.isMissingNode() && !mentions.isNull() && !mentions.isBoolean()) {
      throw new Refused("Invalid only.mentions: true or false");
    }
    var senders = list(only, "senders");
    for (var id : senders) {
      if (!isAgent(id)) throw new Refused("Invalid only.senders: each is @ and an id");
    }
    var read =
        new Only(
            mentions.isBoolean() && mentions.booleanValue(),
            list(only, "keywords"),
            list(only, "tags"),
            senders);
    // A misspelt field would silence the channel without a word.
    if (!read.mentions()
        && read.keywords().isEmpty()
        && read.tags().isEmpty()
        && read.senders().isEmpty()) {
      throw new Refused("Invalid only: name mentions, keywords, tags or senders, or null for all");
    }
    return read;
  }

  private static List<String> list(JsonNode only, String field) throws Refused {
    var values = only.path(field);
    if (values.isMissingNode() || values.isNull()) return List.of();
    if (!values.isArray() || values.size() > Only.MAX_VALUES) {
      throw new Refused("Invalid only." + field + ": a list of at most " + Only.MAX_VALUES);
    }
    var result = new ArrayList<String>();
    for (var value : values) {
      if (!value.isString()
          || value.stringValue().isBlank()
          || value.stringValue().length() > Only.MAX_VALUE) {
        throw new Refused(
            "Invalid only." + field + ": each has 1-" + Only.MAX_VALUE + " characters");
      }
      result.add(Json.wellFormed(value.stringValue()));
    }
    return result;
  }

  private static boolean isAgent(String id) {
    return id.startsWith("@") && Names.isName(id.substring(1));
  }

  static String json(@Nullable Only only) {
    return only == null ? "null" : only.json();
  }
}
