package dev.reveille.server.edge.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call, checked against the schema of its tool. */
final class ToolArguments {
  private final String tool;
  private final JsonNode values;

  /**
   * @throws ToolProblem that names the first wrong argument and what is allowed
   */
  ToolArguments(String tool, JsonNode schema, JsonNode values) throws ToolProblem {
    this.tool = tool;
    this.values = values;
    var properties = schema.path("properties");
    for (var each : values.properties()) {
      var property = properties.path(each.getKey());
      if (property.isMissingNode()) {
        throw problem("has no \"" + each.getKey() + "\". It takes: " + names(properties));
      }
      check(each.getKey(), property, each.getValue());
    }
    for (var required : schema.path("required")) {
      var name = required.asString("");
      if (!has(name)) throw problem("needs \"" + name + "\"" + about(properties.path(name)));
    }
  }

  private static String names(JsonNode properties) {
    var names = new ArrayList<String>();
    properties.properties().forEach(each -> names.add(each.getKey()));
    return String.join(", ", names);
  }

  private static String about(JsonNode property) {
    if (property.has("enum")) return ": one of " + words(property.path("enum"));
    var description = property.path("description").asString("");
    return description.isEmpty() ? "" : ": " + description;
  }

  private static String words(JsonNode list) {
    var words = new ArrayList<String>();
    for (var each : list) words.add(each.asString(""));
    return String.join(", ", words);
  }

  private void check(String name, JsonNode property, JsonNode value) throws ToolProblem {
    if (value.isNull()) return;
    var type = property.path("type").asString("");
    boolean fits =
        switch (type) {
          case "string" -> value.isString();
          case "integer" -> value.isIntegralNumber();
          case "boolean" -> value.isBoolean();
          case "array" -> value.isArray() && isOf(property.path("items"), value);
          case "object" -> value.isObject();
          default -> true;
        };
    if (!fits) throw problem("wants \"" + name + "\" as " + type + about(property));
    if (property.has("enum") && !contains(property.path("enum"), value)) {
      throw problem("wants \"" + name + "\"" + about(property));
    }
  }

  private static boolean isOf(JsonNode items, JsonNode list) {
    if (!items.path("type").asString("").equals("string")) return true;
    for (var each : list) if (!each.isString()) return false;
    return true;
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    for (var each : list) if (each.equals(value)) return true;
    return false;
  }

  /** Returns a problem with these arguments, which begins with the tool's name. */
  ToolProblem problem(String rest) {
    return new ToolProblem(tool + " " + rest + ".");
  }

  boolean has(String name) {
    return values.hasNonNull(name);
  }

  Optional<String> text(String name) {
    return has(name) ? Optional.of(values.path(name).asString("")) : Optional.empty();
  }

  /** Returns an argument that this use of the tool needs. */
  String needed(String name, String hint) throws ToolProblem {
    return text(name)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> problem("needs \"" + name + "\" here: " + hint));
  }

  /** Returns a number, moved into its range. */
  int number(String name, int usual, int least, int most) {
    return has(name) ? Math.clamp(values.path(name).asLong(usual), least, most) : usual;
  }

  boolean flag(String name) {
    return values.path(name).asBoolean(false);
  }

  List<String> list(String name) {
    var all = new ArrayList<String>();
    for (var each : values.path(name)) all.add(each.asString(""));
    return all;
  }

  JsonNode value(String name) {
    return values.path(name);
  }

  /** Copies an argument into a request of the wire, if it is given. */
  void copy(String name, ObjectNode request, String field) {
    if (has(name)) request.set(field, values.path(name));
  }

  /** Copies all arguments of these names. */
  void copy(ObjectNode request, String... names) {
    for (var name : names) copy(name, request, name);
  }

  static ArrayNode array(ObjectNode in, String name, List<String> values) {
    var array = in.putArray(name);
    values.forEach(array::add);
    return array;
  }
}
