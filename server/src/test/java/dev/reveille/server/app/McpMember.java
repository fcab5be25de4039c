package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent that joins by MCP, with the official client over real HTTP. */
final class McpMember implements AutoCloseable {
  static final String ADMIN_KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  private final McpSyncClient client;
  private final LinkedBlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> updated = new LinkedBlockingQueue<>();

  private McpMember(Server server, String token) {
    var transport =
        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + server.port())
            .jsonMapper(new JacksonMcpJsonMapper(JsonMapper.shared()))
            .addHttpRequestCustomizer(
                (request, _, _, _, _) -> request.setHeader("Authorization", "Bearer " + token))
            .build();
    client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(70))
            .initializationTimeout(Duration.ofSeconds(20))
            .jsonSchemaValidator((_, _) -> JsonSchemaValidator.ValidationResponse.asValid(null))
            .progressConsumer(progress::add)
            .resourcesUpdateConsumer(changed -> changed.forEach(each -> updated.add(each.uri())))
            .build();
    client.initialize();
  }

  /** A token that is bound to a new identity, with these scopes. */
  static String token(Server server, String name, String scopes) {
    try (var admin = TestAgent.connect(server)) {
      admin.ask(
          "ADMIN_TOKEN_NEW",
          "admin_key",
          ADMIN_KEY,
          "name",
          "t",
          "scopes",
          new TestAgent.RawJson(scopes),
          "new_identity",
          name);
      return admin.next("ADMIN_RESULT").path("token").asString("");
    }
  }

  static String token(Server server, String name) {
    return token(server, name, "[\"observe\",\"send\",\"task\"]");
  }

  static McpMember of(Server server, String token) {
    return new McpMember(server, token);
  }

  McpSyncClient client() {
    return client;
  }

  /** The answer of a tool that must succeed. Arguments are pairs of names and values. */
  JsonNode call(String tool, Object... arguments) {
    var result = result(tool, arguments);
    assertThat(result.isError()).as(text(result)).isNotEqualTo(true);
    return Json.read(text(result)).orElseThrow();
  }

  /** The text of a tool that must refuse. */
  String refusal(String tool, Object... arguments) {
    var result = result(tool, arguments);
    assertThat(result.isError()).as(text(result)).isEqualTo(true);
    return text(result);
  }

  private CallToolResult result(String tool, Object... arguments) {
    var map = new java.util.HashMap<String, Object>();
    for (int i = 0; i < arguments.length; i += 2) {
      map.put((String) arguments[i], arguments[i + 1]);
    }
    return client.callTool(
        CallToolRequest.builder(tool).arguments(map).meta(Map.of("progressToken", tool)).build());
  }

  static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  /** The answer of a tool exactly as the model sees it. */
  String rawText(String tool) {
    return text(result(tool, "wait_s", 0));
  }

  /** Asks to be told when a resource changes. */
  void follow(String uri) {
    client.subscribeResource(
        io.modelcontextprotocol.spec.McpSchema.SubscribeRequest.builder(uri).build());
  }

  /** The text of a resource. */
  String read(String uri) {
    var contents =
        client.readResource(
            io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest.builder(uri).build());
    ResourceContents first = contents.contents().getFirst();
    return ((io.modelcontextprotocol.spec.McpSchema.TextResourceContents) first).text();
  }

  /** The next resource that the server says has changed. */
  String nextUpdated() throws InterruptedException {
    return String.valueOf(updated.poll(20, TimeUnit.SECONDS));
  }

  List<ProgressNotification> progress() {
    return List.copyOf(progress);
  }

  @Override
  public void close() {
    client.close();
  }
}
