package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A part of what a task says or carries: a text, a JSON value, or the address of a file. */
public sealed interface TaskPart {

  /** Returns the part as a JSON object. Which field it has says what it is, as in A2A 1.0. */
  String json();

  /** Words for a reader. */
  record Text(String text) implements TaskPart {
    @Override
    public String json() {
      return new JsonText(text.length() + 16).field("text", text).text();
    }
  }

  /**
   * A value for a program.
   *
   * @param value JSON text
   */
  record Data(String value) implements TaskPart {
    @Override
    public String json() {
      return new JsonText(value.length() + 16).raw("data", value).text();
    }
  }

  /** A file that is elsewhere. The server never fetches it. */
  record File(String url, @Nullable String mediaType, @Nullable String filename)
      implements TaskPart {
    @Override
    public String json() {
      var json = new JsonText(url.length() + 64).field("url", url);
      if (mediaType != null) json.field("media_type", mediaType);
      if (filename != null) json.field("filename", filename);
      return json.text();
    }
  }

  /** Returns a list of one text. */
  static List<TaskPart> ofText(String text) {
    return List.of(new Text(text));
  }

  /** Returns the parts as a JSON list. */
  static String json(List<TaskPart> parts) {
    var text = new StringBuilder("[");
    for (var part : parts) text.append(text.length() > 1 ? "," : "").append(part.json());
    return text.append(']').toString();
  }

  /** Reads a list of a client; empty if it is absent. */
  static List<TaskPart> read(JsonNode list, String field) throws InvalidMessage {
    if (list.isMissingNode() || list.isNull()) return List.of();
    if (!list.isArray() || list.size() > TaskLimits.PARTS) {
      throw new InvalidMessage("Invalid " + field + ": a list of at most " + TaskLimits.PARTS);
    }
    var parts = new ArrayList<TaskPart>();
    for (var each : list) parts.add(one(each, field));
    if (json(parts).length() > TaskLimits.CONTENT) {
      throw new InvalidMessage(
          "Invalid " + field + ": at most " + TaskLimits.CONTENT + " characters of JSON");
    }
    return parts;
  }

  private static TaskPart one(JsonNode part, String field) throws InvalidMessage {
    int kinds = (part.has("text") ? 1 : 0) + (part.has("data") ? 1 : 0) + (part.has("url") ? 1 : 0);
    if (!part.isObject() || kinds != 1) {
      throw new InvalidMessage(
          "Invalid " + field + ": a part is an object with text, data or url, one of them");
    }
    var f = new Fields(part);
    if (part.has("data")) return new Data(Json.wellFormed(JsonText.of(part.path("data"))));
    if (part.has("url")) {
      var url = f.optional("url", TaskLimits.URL);
      if (url == null) throw new InvalidMessage("Invalid url in " + field);
      return new File(
          url,
          f.optional("media_type", TaskLimits.MEDIA_TYPE),
          f.optional("filename", TaskLimits.FILENAME));
    }
    var text = part.path("text");
    if (!text.isString()) throw new InvalidMessage("Invalid text in " + field);
    return new Text(Json.wellFormed(text.stringValue()));
  }

  /** Reads a list of a server; parts that are unknown are left out. */
  static List<TaskPart> read(JsonNode list) {
    var parts = new ArrayList<TaskPart>();
    for (var each : list) {
      var f = new ServerFields(each);
      if (f.has("text")) parts.add(new Text(f.text("text")));
      else if (f.has("data")) parts.add(new Data(JsonText.of(f.value("data"))));
      else if (f.has("url")) {
        parts.add(new File(f.text("url"), f.optional("media_type"), f.optional("filename")));
      }
    }
    return parts;
  }
}
