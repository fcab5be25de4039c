package dev.reveille.server.edge.mcp;

import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.util.Map;

/** The SDK's server with the tools, resources and prompts of the swarm. */
final class McpHouse {
  /** The arguments of tools are checked by {@link ToolArguments}, which tells models what to do. */
  private static final JsonSchemaValidator UNCHECKED =
      (_, _) -> JsonSchemaValidator.ValidationResponse.asValid(null);

  private final McpTransport transport;
  private final McpBodies bodies;
  private final McpKeyDoor keys;
  private final McpAsyncServer server;

  McpHouse(McpEdge.Parts parts) {
    var clients = new McpClients();
    bodies =
        new McpBodies(
            new McpBodies.Parts(
                parts.door(),
                parts.outlets(),
                parts.clock(),
                parts.timers(),
                parts.reading(),
                parts.stay()),
            new ClientNotices(clients, parts.timers()));
    keys = new McpKeyDoor(bodies, parts.randomness());
    transport = new McpTransport(clients, new McpEvents(bodies, parts.clock()), parts.clock());
    var timer = new TimerTool(parts.clock(), parts.ids());
    var signer = new SkillSigner(parts.store(), parts.kept(), parts.reading());
    var tools =
        new McpTools(
            bodies,
            timer,
            Map.of(
                "join", new JoinTool(signer),
                "send", new SendTool(parts.ids()),
                "listen", new ListenTool(parts.timers()),
                "read", new ReadTool(),
                "timer", timer,
                "task", new TaskTool(parts.ids()),
                "channel", new ChannelTool(parts.clock(), parts.presence()),
                "session", new SessionTool()));
    var resources = new McpResources(bodies);
    var specification =
        McpServer.async(transport)
            .serverInfo("reveille", parts.version())
            .instructions(McpTexts.of("instructions.md").strip())
            .capabilities(
                ServerCapabilities.builder()
                    .tools(false)
                    .resources(true, false)
                    .prompts(false)
                    .experimental(Map.of(ClientNotices.CHANNEL, Map.of()))
                    .build())
            .jsonMapper(McpJson.SDK)
            .jsonSchemaValidator(UNCHECKED)
            .validateToolInputs(false)
            .tools(tools.specifications())
            .resources(resources.list())
            .resourceTemplates(resources.templates())
            .prompts(new McpPrompts(bodies, parts.boots(), parts.reading()).list());
    if (parts.conformance().isPresent()) {
      var fixtures = new ConformanceFixtures(parts.timers());
      specification
          .tools(fixtures.tools())
          .resources(fixtures.resources())
          .resourceTemplates(fixtures.templates())
          .prompts(fixtures.prompts());
    }
    server = specification.build();
  }

  McpTransport transport() {
    return transport;
  }

  McpKeyDoor keys() {
    return keys;
  }

  int agents() {
    return bodies.size();
  }

  void close() {
    server.close();
  }
}
