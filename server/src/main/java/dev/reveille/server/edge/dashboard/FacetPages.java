package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.FacetOrder;
import dev.reveille.server.observe.FacetPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that features add to the data, and the description of all routes with theirs. */
final class FacetPages {
  private static final Pattern PART = Pattern.compile("\\{([a-z_]+)}");

  private final List<FacetPage> all;
  private final List<FacetOrder> orders;
  private final ChannelList channels;
  private final String description;

  FacetPages(List<Facet> facets, ChannelList channels) {
    this.all = facets.stream().flatMap(facet -> facet.pages().stream()).toList();
    this.orders = facets.stream().flatMap(facet -> facet.orders().stream()).toList();
    this.channels = channels;
    this.description = describe(all, orders);
  }

  List<FacetPage> all() {
    return all;
  }

  List<FacetOrder> orders() {
    return orders;
  }

  static String target(FacetOrder order) {
    return "/api" + order.path();
  }

  static Page answer(FacetOrder order, Ask ask, JsonNode body) {
    var answer = order.content().carryOut(body, ask.visit().address());
    return answer.error().isEmpty()
        ? Dashboard.json("{}")
        : Dashboard.refused(answer.status(), answer.error());
  }

  /** Returns the OpenAPI document of the dashboard's routes. */
  String description() {
    return description;
  }

  static String target(FacetPage page) {
    return "/api" + page.path();
  }

  Page answer(FacetPage page, Ask ask, Role role) {
    var question = new FacetPage.Question(ask.parts(), ask.query());
    return switch (page.content().answer(question, role.viewer(channels))) {
      case FacetPage.Answer.Found(var json) -> Dashboard.json(json);
      case FacetPage.Answer.Malformed(var why) -> Dashboard.refused(400, why);
      case FacetPage.Answer.Forbidden(var why) -> Dashboard.refused(403, why);
      case FacetPage.Answer.Unknown(var why) -> Dashboard.refused(404, why);
    };
  }

  private static String describe(List<FacetPage> pages, List<FacetOrder> orders) {
    var document = (ObjectNode) Json.read(Assets.text("/web/openapi.json")).orElseThrow();
    var paths = (ObjectNode) document.path("paths");
    for (var page : pages) paths.set(target(page), Json.read(path(page)).orElseThrow());
    for (var order : orders) {
      paths.set(target(order), Json.read(path(order)).orElseThrow());
    }
    return JsonText.of(document);
  }

  private static String path(FacetOrder order) {
    var responses =
        new JsonText(256)
            .raw("200", said("It is ordered."))
            .raw("400", said("The body cannot be read."))
            .raw("401", said("A token is needed."))
            .raw("403", said("Only an administrator may do it, or another page asks."))
            .raw("503", said("It could not be stored, or takes long."));
    var content =
        new JsonText(64)
            .raw("content", "{\"application/json\":{\"schema\":{\"type\":\"object\"}}}");
    var post =
        new JsonText(512)
            .field("summary", order.summary())
            .raw("requestBody", content.text())
            .raw("responses", responses.text());
    return new JsonText(640).raw("post", post.text()).text();
  }

  private static String path(FacetPage page) {
    var parameters = new ArrayList<byte[]>();
    PART.matcher(page.path())
        .results()
        .forEach(part -> parameters.add(parameter(part.group(1), "path", "")));
    for (var each : page.parameters()) {
      parameters.add(parameter(each.name(), "query", each.meaning()));
    }
    var responses =
        new JsonText(256)
            .raw("200", said("It is so."))
            .raw("400", said("The question cannot be read."))
            .raw("401", said("A token is needed."))
            .raw("403", said("Only an administrator may see it, or another page asks."))
            .raw("404", said("There is no such thing."));
    var get =
        new JsonText(512)
            .field("summary", page.summary())
            .rawList("parameters", parameters)
            .raw("responses", responses.text());
    return new JsonText(640).raw("get", get.text()).text();
  }

  private static byte[] parameter(String name, String place, String meaning) {
    var json = new JsonText(128).field("name", name).field("in", place);
    if (place.equals("path")) json.field("required", true);
    if (!meaning.isEmpty()) json.field("description", meaning);
    return json.raw("schema", "{\"type\":\"string\"}").text().getBytes(StandardCharsets.UTF_8);
  }

  private static String said(String description) {
    return new JsonText(64).field("description", description).text();
  }
}
