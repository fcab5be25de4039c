package dev.reveille.server.edge.api;

import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writes the OpenAPI document. The schemas are a resource; the rest comes from the operations. */
final class OpenApi {
  private static final String SCHEMAS = "/api/schemas.json";
  private static final Pattern PART = Pattern.compile("\\{([a-z_]+)}");

  private OpenApi() {}

  static String document(List<ApiOperation> operations) {
    var paths = new LinkedHashMap<String, JsonText>();
    for (var operation : operations) {
      paths
          .computeIfAbsent(operation.path(), _ -> new JsonText())
          .raw(operation.method().name().toLowerCase(Locale.ROOT), one(operation));
    }
    var all = new JsonText();
    paths.forEach((path, methods) -> all.raw(path, methods.text()));
    return new JsonText(8192)
        .field("openapi", "3.1.0")
        .raw(
            "info",
            new JsonText()
                .field("title", "Reveille JSON API")
                .field("version", "1")
                .field(
                    "description",
                    "For programs that have neither WebSocket nor MCP. Every request needs a"
                        + " token; this document does not.")
                .text())
        .raw("security", "[{\"bearer\":[]}]")
        .raw("paths", all.text())
        .raw("components", components())
        .text();
  }

  private static String components() {
    var scheme = new JsonText().field("type", "http").field("scheme", "bearer").text();
    return new JsonText()
        .raw("securitySchemes", new JsonText().raw("bearer", scheme).text())
        .raw("schemas", schemas())
        .text();
  }

  private static String one(ApiOperation operation) {
    var json =
        new JsonText()
            .field("operationId", operation.name())
            .field("summary", operation.summary())
            .rawList("parameters", parameters(operation));
    var scope = operation.scope();
    if (scope != null) json.field("x-scope", scope.word());
    if (operation.body() != null) {
      json.raw(
          "requestBody",
          new JsonText()
              .field("required", true)
              .raw("content", content("application/json", operation.body()))
              .text());
    }
    var responses =
        new JsonText()
            .raw(
                Integer.toString(operation.status()),
                response("Done.", "application/json", operation.result()))
            .raw("default", response("Refused.", "application/problem+json", "Problem"));
    return json.raw("responses", responses.text()).text();
  }

  private static List<byte[]> parameters(ApiOperation operation) {
    var all = new ArrayList<byte[]>();
    var parts = PART.matcher(operation.path());
    while (parts.find()) {
      var name = parts.group(1);
      var meaning = name.equals("msg_id") ? "The id of the message." : "The # may be left out.";
      all.add(parameter(name, "path", "string", meaning));
    }
    for (var each : operation.parameters()) {
      all.add(parameter(each.name(), "query", each.type(), each.description()));
    }
    return all;
  }

  private static byte[] parameter(String name, String in, String type, String description) {
    return new JsonText()
        .field("name", name)
        .field("in", in)
        .field("required", in.equals("path"))
        .field("description", description)
        .raw("schema", new JsonText().field("type", type).text())
        .bytes();
  }

  private static String response(String description, String type, String schema) {
    return new JsonText()
        .field("description", description)
        .raw("content", content(type, schema))
        .text();
  }

  private static String content(String type, String schema) {
    var reference = new JsonText().field("$ref", "#/components/schemas/" + schema).text();
    return new JsonText().raw(type, new JsonText().raw("schema", reference).text()).text();
  }

  private static String schemas() {
    try (var in = OpenApi.class.getResourceAsStream(SCHEMAS)) {
      if (in == null) throw new IllegalStateException("no " + SCHEMAS);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
