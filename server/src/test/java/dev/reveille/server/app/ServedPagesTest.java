package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages on the chat's port. */
class ServedPagesTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @BeforeAll
  static void start() {
    server = ServerFixture.start(folder, "SERVER_NAME", "pagehouse");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> request(String method, String target) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + server.port() + target);
    return HTTP.send(
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String target) throws Exception {
    return request("GET", target);
  }

  private static String contentType(HttpResponse<String> response) {
    return response.headers().firstValue("content-type").orElse("");
  }

  @Test
  void health_has_exactly_the_fields_that_monitors_know() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", Identity.generate())) {
      ann.ask("CREATE_CHANNEL", "channel", "#private", "invite_only", true).await("JOINED");
      bob.soFar();
      var response = get("/health");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(contentType(response)).isEqualTo("application/json");
      var health = Json.read(response.body()).orElseThrow();
      assertThat(TestAgent.fields(health))
          .containsExactly(
              "status",
              "server",
              "version",
              "uptime_seconds",
              "started_at",
              "agents",
              "channels",
              "transport",
              "failing",
              "proposals",
              "timestamp");
      assertThat(health.path("status").asString()).isEqualTo("healthy");
      assertThat(health.path("server").asString()).isEqualTo("pagehouse");
      assertThat(health.path("version").asString()).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
      assertThat(health.path("uptime_seconds").isIntegralNumber()).isTrue();
      assertThat(Instant.parse(health.path("started_at").asString()))
          .isBeforeOrEqualTo(Instant.parse(health.path("timestamp").asString()));
      assertThat(health.path("agents").toString())
          .isEqualTo("{\"connected\":2,\"with_identity\":1}");
      assertThat(health.path("channels").toString()).isEqualTo("{\"total\":4,\"public\":3}");
      assertThat(health.path("proposals").toString())
          .isEqualTo("{\"total\":0,\"byStatus\":{},\"agents\":0}");
    }
  }

  @Test
  void liveness_and_readiness_are_words() throws Exception {
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/healthz").body()).isEqualTo("ok");
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").body()).isEqualTo("ready");
  }

  @Test
  void every_metric_of_the_server_is_in_the_manual() throws Exception {
    var manual = Files.readString(Path.of("../docs/operations.md"));
    var names = Pattern.compile("(?m)^# HELP (reveille_[a-z_]+)").matcher(get("/metrics").body());
    assertThat(names.results().map(found -> found.group(1)))
        .hasSizeGreaterThan(10)
        .allSatisfy(name -> assertThat(manual).contains("`" + name + "`"));
  }

  @Test
  void metrics_are_in_the_text_format_of_prometheus() throws Exception {
    get("/healthz");
    System.gc(); // What is counted must not hang on what is collected.
    var response = get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(contentType(response)).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(response.body())
        .contains("# TYPE reveille_connections gauge")
        .contains("# TYPE reveille_frames_in_total counter")
        .containsPattern("reveille_agents [0-9]+\\.0")
        .containsPattern("reveille_channels [3-9]\\.0")
        .containsPattern("reveille_cells [0-9]+\\.0")
        .containsPattern("reveille_timers [0-9]+\\.0")
        .doesNotContainPattern("reveille[a-z_]* NaN")
        .contains("reveille_store_ok 1.0")
        .contains("reveille_connections_slow_total ")
        .contains("jvm_memory_used_bytes");
  }

  @Test
  void anything_else_is_not_found_and_a_query_makes_it_anything_else() throws Exception {
    for (var target :
        new String[] {
          "/index.html", "/health?x", "/health?x=1", "/health/", "//health", "/HEALTH", "/nope"
        }) {
      var response = get(target);
      assertThat(response.statusCode()).as(target).isEqualTo(404);
      assertThat(response.body()).as(target).isEqualTo("Not Found");
    }
    for (var method : new String[] {"POST", "PUT", "DELETE", "OPTIONS"}) {
      assertThat(request(method, "/health").statusCode()).as(method).isEqualTo(404);
    }
  }

  @Test
  void a_head_request_has_the_headers_and_no_body() throws Exception {
    var response = request("HEAD", "/health");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValueAsLong("content-length").orElse(0)).isPositive();
    assertThat(response.body()).isEmpty();
  }
}
