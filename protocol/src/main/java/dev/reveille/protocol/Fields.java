package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a client's message, checked when they are read.
 *
 * <p>Every returned text is well-formed Unicode and limited in length. An invalid field throws
 * {@link InvalidMessage} with the text for the client.
 */
public final class Fields {
  private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  private final JsonNode json;

  Fields(JsonNode json) {
    this.json = json;
  }

  /** Returns the unchanged value; a missing node if it is absent. */
  public JsonNode value(String field) {
    return json.path(field);
  }

  /** True if the field is present and not null. */
  public boolean has(String field) {
    return !value(field).isMissingNode() && !value(field).isNull();
  }

  /** True if JavaScript treats the value as true. */
  public boolean flag(String field) {
    return Json.truthy(value(field));
  }

  /** Returns the field {@code channel}, a channel's name with {@code #}. */
  public String channel() throws InvalidMessage {
    return channel("channel");
  }

  /** Returns a field that must be a channel's name with {@code #}, such as {@code to}. */
  public String channel(String field) throws InvalidMessage {
    var channel = value(field);
    if (!channel.isString() || !Names.isChannel(channel.stringValue())) {
      throw new InvalidMessage("Invalid channel name: # and 1-31 letters, digits, _ or -");
    }
    return channel.stringValue();
  }

  /** Returns a list of at most so many channels, each once; empty if it is absent. */
  public List<String> channels(String field, int most) throws InvalidMessage {
    if (!has(field)) return List.of();
    var channels = value(field);
    if (!channels.isArray() || channels.size() > most) {
      throw new InvalidMessage("Invalid " + field + ": a list of at most " + most);
    }
    var result = new LinkedHashSet<String>();
    for (var channel : channels) {
      if (!channel.isString() || !Names.isChannel(channel.stringValue())) {
        throw new InvalidMessage(
            "Invalid " + field + ": each is # and 1-31 letters, digits, _ or -");
      }
      result.add(channel.stringValue());
    }
    return List.copyOf(result);
  }

  /** Returns a priority; null if it is absent. */
  public @Nullable Priority priority(String field) throws InvalidMessage {
    if (!has(field)) return null;
    return Priority.of(value(field).isString() ? value(field).stringValue() : "")
        .orElseThrow(() -> new InvalidMessage("Invalid " + field + ": low, normal or high"));
  }

  /** Returns an agent's name or id with {@code @}. */
  public String agent(String field) throws InvalidMessage {
    var agent = value(field);
    if (!agent.isString() || !agent.stringValue().startsWith("@")) {
      throw new InvalidMessage("Invalid " + field + ": must start with @");
    }
    return Json.wellFormed(agent.stringValue());
  }

  /** Returns the field {@code content}, at most one frame long. */
  public String content() throws InvalidMessage {
    var content = value("content");
    if (!content.isString()) throw new InvalidMessage("Missing or invalid content");
    var text = Json.wellFormed(content.stringValue());
    // Bytes that were not UTF-8 became characters of three bytes, so the text may have grown.
    if (text.length() > ClientMessages.MAX_FRAME
        || (text.length() > ClientMessages.MAX_FRAME / 3
            && text.getBytes(StandardCharsets.UTF_8).length > ClientMessages.MAX_FRAME)) {
      throw new InvalidMessage("Content too long");
    }
    return text;
  }

  /** Returns a string that is not empty, unchanged and of any length. */
  public String nonEmpty(String field) throws InvalidMessage {
    var value = value(field);
    if (!value.isString() || value.stringValue().isEmpty()) {
      throw new InvalidMessage("Missing " + field);
    }
    return value.stringValue();
  }

  /** Returns the id of a message or of another thing that the server named. */
  public String id(String field) throws InvalidMessage {
    var id = nonEmpty(field);
    if (id.length() > ClientMessages.MAX_MSG_ID) {
      throw new InvalidMessage("Invalid " + field + ": at most " + ClientMessages.MAX_MSG_ID);
    }
    return Json.wellFormed(id);
  }

  /** Returns a string of at most {@code most} UTF-16 units; null if it is absent or empty. */
  public @Nullable String optional(String field, int most) throws InvalidMessage {
    if (!flag(field)) return null;
    if (!value(field).isString()) throw new InvalidMessage("Invalid " + field + ": not a string");
    var text = Json.wellFormed(value(field).stringValue());
    if (text.length() > most) throw new InvalidMessage("Invalid " + field + ": at most " + most);
    return text;
  }

  /** Returns the field {@code client_msg_id}, the sender's own key; null if it is absent. */
  public @Nullable String clientMsgId() throws InvalidMessage {
    if (!has("client_msg_id")) return null;
    var id = value("client_msg_id");
    if (!id.isString()
        || id.stringValue().isEmpty()
        || id.stringValue().length() > ClientMessages.MAX_CLIENT_MSG_ID) {
      throw new InvalidMessage(
          "Invalid client_msg_id: a string of 1-"
              + ClientMessages.MAX_CLIENT_MSG_ID
              + " characters");
    }
    return Json.wellFormed(id.stringValue());
  }

  /** Returns the field {@code tags}; empty if it is absent. */
  public List<String> tags() throws InvalidMessage {
    if (!has("tags")) return List.of();
    var tags = value("tags");
    if (!tags.isArray() || tags.size() > ClientMessages.MAX_TAGS) {
      throw new InvalidMessage(
          "Invalid tags: a list of at most " + ClientMessages.MAX_TAGS + " words");
    }
    var result = new ArrayList<String>();
    for (var tag : tags) {
      if (!tag.isString()
          || tag.stringValue().isBlank()
          || tag.stringValue().length() > ClientMessages.MAX_TAG) {
        throw new InvalidMessage(
            "Invalid tag: a word of 1-" + ClientMessages.MAX_TAG + " characters");
      }
      result.add(Json.wellFormed(tag.stringValue()));
    }
    return result;
  }

  /**
   * Returns any JSON value as JSON text, to be relayed unchanged; null if it is absent.
   *
   * <p>The limit counts the text as it will be written: 1e20 is written with five times as many
   * characters.
   */
  public @Nullable String relayed(String field) throws InvalidMessage {
    if (!flag(field)) return null;
    var text = Json.wellFormed(JsonText.of(value(field)));
    // A number that no double can hold is written as null, as in JavaScript. Then the field is
    // absent.
    if (text.equals("null")) return null;
    if (text.length() > ClientMessages.MAX_EXTRA) {
      throw new InvalidMessage(
          "Invalid " + field + ": at most " + ClientMessages.MAX_EXTRA + " characters of JSON");
    }
    return text;
  }

  /**
   * Returns the field {@code sig}. A value of another type is accepted, but it verifies nothing.
   */
  public String sig() throws InvalidMessage {
    var sig = value("sig");
    if (!Json.truthy(sig)) throw new InvalidMessage("Missing sig");
    var text = sig.isString() ? Json.wellFormed(sig.stringValue()) : JsonText.of(sig);
    if (text.length() > ClientMessages.MAX_EXTRA) {
      throw new InvalidMessage("Signature too long: at most " + ClientMessages.MAX_EXTRA);
    }
    return text;
  }

  /**
   * Returns the field {@code timestamp} as JavaScript prints the number, because it is signed text.
   */
  public String timestamp() throws InvalidMessage {
    return JsNumber.text(nonZero("timestamp"));
  }

  /** Returns a finite number that is not 0. */
  public double nonZero(String field) throws InvalidMessage {
    var value = value(field);
    double number = value.isNumber() ? Json.number(value) : 0;
    if (number == 0 || Double.isInfinite(number)) throw new InvalidMessage("Missing " + field);
    return number;
  }

  /** Returns a seq, 0 or more; null if it is absent. */
  public @Nullable Long seq(String field) throws InvalidMessage {
    if (!has(field)) return null;
    if (!isWhole(value(field)) || Json.number(value(field)) < 0) {
      throw new InvalidMessage("Invalid " + field + ": a whole number, 0 or more");
    }
    return (long) Json.number(value(field));
  }

  /** Returns a whole number from 1 to {@code most}; {@code otherwise} if it is absent. */
  public int limit(String field, int most, int otherwise) throws InvalidMessage {
    if (!has(field)) return otherwise;
    var limit = value(field);
    if (!isWhole(limit) || Json.number(limit) < 1 || Json.number(limit) > most) {
      throw new InvalidMessage("Invalid " + field + ": 1-" + most);
    }
    return (int) Json.number(limit);
  }

  /** Returns a whole number from 0 to {@code most}; 0 if it is absent. */
  public int upTo(String field, int most) throws InvalidMessage {
    if (!has(field)) return 0;
    var number = value(field);
    if (!isWhole(number) || Json.number(number) < 0 || Json.number(number) > most) {
      throw new InvalidMessage("Invalid " + field + ": 0-" + most);
    }
    return (int) Json.number(number);
  }

  private static boolean isWhole(JsonNode n) {
    return n.isNumber()
        && Json.number(n) == Math.rint(Json.number(n))
        && Math.abs(Json.number(n)) <= MAX_SAFE_INTEGER;
  }
}
