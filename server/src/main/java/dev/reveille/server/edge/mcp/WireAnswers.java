package dev.reveille.server.edge.mcp;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The messages that answer one request of the wire, in their order.
 *
 * @param waits true if the answer itself will come later
 */
record WireAnswers(List<JsonNode> messages, boolean waits) {
  WireAnswers {
    messages = List.copyOf(messages);
  }

  /** Returns the first message of this type. */
  Optional<JsonNode> first(String type) {
    return messages.stream().filter(each -> each.path("type").asString("").equals(type)).findAny();
  }

  /** Returns the message of this type, which must be there if nothing was refused. */
  JsonNode of(String type) throws ToolProblem {
    refuse();
    return first(type)
        .orElseThrow(() -> new ToolProblem("The server did not answer. Call again in a moment."));
  }

  /** Throws if the request was refused. */
  void refuse() throws ToolProblem {
    var error = first("ERROR");
    if (error.isPresent()) {
      throw ToolProblem.refused(
          error.get().path("code").asString(""), error.get().path("message").asString(""));
    }
  }
}
