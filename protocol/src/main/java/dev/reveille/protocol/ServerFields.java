package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a server's message. Reading never fails: a field that is absent or of another type
 * gives the default. So a client understands servers that are older or newer.
 */
public final class ServerFields {
  private final JsonNode json;

  ServerFields(JsonNode json) {
    this.json = json;
  }

  /** Returns fields that are JSON text without braces; none if it is not JSON. */
  static ServerFields of(String fields) {
    return new ServerFields(
        Json.read("{" + fields + "}")
            .orElseGet(tools.jackson.databind.node.MissingNode::getInstance));
  }

  /** Returns the unchanged value; a missing node if it is absent. */
  public JsonNode value(String field) {
    return json.path(field);
  }

  public boolean has(String field) {
    return json.has(field);
  }

  /** Returns the text; empty if it is absent. */
  public String text(String field) {
    return value(field).asString("");
  }

  /** Returns the string; null if it is absent. */
  public @Nullable String optional(String field) {
    return value(field).isString() ? value(field).stringValue() : null;
  }

  /** Returns the whole number; 0 if it is absent. */
  public long number(String field) {
    return value(field).asLong(0);
  }

  /** Returns the whole number; 0 if it is absent. */
  public int count(String field) {
    return value(field).asInt(0);
  }

  /** Returns the number; 0 if it is absent or no double can hold it. */
  public double decimal(String field) {
    return Json.finite(value(field));
  }

  /** True if the field is true. */
  public boolean flag(String field) {
    return value(field).asBoolean(false);
  }

  /** Returns the truth value; null if it is absent. */
  public @Nullable Boolean optionalFlag(String field) {
    return has(field) ? flag(field) : null;
  }

  /** Returns the texts of a list; empty if it is absent. */
  public List<String> texts(String field) {
    var texts = new ArrayList<String>();
    for (var each : value(field)) texts.add(each.asString(""));
    return texts;
  }

  /** Returns the objects of a list; empty if it is absent. */
  public List<ServerFields> objects(String field) {
    var objects = new ArrayList<ServerFields>();
    for (var each : value(field)) objects.add(new ServerFields(each));
    return objects;
  }

  /**
   * Returns all fields except these as JSON text without braces, for {@link JsonText#rawFields}.
   */
  public String others(Set<String> known) {
    var others = new JsonText(64);
    for (var field : json.properties()) {
      if (!known.contains(field.getKey())) {
        others.raw(field.getKey(), JsonText.of(field.getValue()));
      }
    }
    return others.fields();
  }
}
