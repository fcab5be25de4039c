package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.edge.http.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Access to the dashboard, as an administrator or as a viewer. */
class DashboardAccessTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";
  private static final String VIEWER = "look-only-please";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    start("127.0.0.1");
  }

  private void start(String host) {
    server =
        ServerFixture.start(
            folder, "HOST", host, "AGENTCHAT_ADMIN_KEY", KEY, "DASHBOARD_VIEWER_TOKEN", VIEWER);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void open() {
    server.close();
    start("0.0.0.0");
  }

  private static String role(Web web) throws Exception {
    var answer = web.get("/api/session");
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().path("role").asString("");
  }

  private static String token(String token) {
    return "{\"token\":\"" + token + "\"}";
  }

  @Test
  void on_this_machine_one_looks_without_a_token() throws Exception {
    var web = Web.of(server);
    for (var name : List.of("localhost", "127.0.0.1", "LocalHost", "127.0.0.2", "[::1]")) {
      assertThat(role(web.with("Host", name + ":" + server.port()))).as(name).isEqualTo("guest");
    }
    assertThat(web.get("/api/agents").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.evil",
        "",
        "10.0.0.1"
      })
  void a_name_that_was_made_to_lead_here_does_not_get_in(String host) throws Exception {
    var web = Web.of(server).with("Host", host.isEmpty() ? "" : host + ":" + server.port());
    var answer = web.get("/api/agents");
    assertThat(answer.status()).isIn(400, 403);
    assertThat(answer.body()).doesNotContain("agents\":");
  }

  @Test
  void what_came_by_a_proxy_does_not_count_as_this_machine() throws Exception {
    var web = Web.of(server);
    for (var header :
        List.of(
            "X-Forwarded-For: 127.0.0.1",
            "Forwarded: for=127.0.0.1",
            "X-Real-IP: 127.0.0.1",
            "Via: 1.1 proxy",
            "X-Forwarded-Host: localhost",
            "X-Forwarded-Proto: http",
            "x-real-ip: ")) {
      var pair = header.split(": ", 2);
      assertThat(role(web.with(pair[0], pair[1]))).as(header).isEqualTo("none");
      assertThat(web.with(pair[0], pair[1]).get("/api/agents").status()).as(header).isEqualTo(401);
    }
    assertThat(role(web.with("X-Forwarded-For", "1.2.3.4").with("X-Admin-Key", KEY)))
        .isEqualTo("admin");
  }

  /** A proxy that passed on an upgrade to HTTP/2 adds its headers to the first request only. */
  @Test
  void a_connection_that_a_proxy_passed_on_is_no_guest_in_any_version() throws Exception {
    var uri = java.net.URI.create("http://localhost:" + server.port() + "/api/agents");
    for (var version : java.net.http.HttpClient.Version.values()) {
      for (boolean byProxy : new boolean[] {false, true}) {
        try (var http = java.net.http.HttpClient.newHttpClient()) {
          var first = java.net.http.HttpRequest.newBuilder(uri).version(version);
          if (byProxy) first.header("Via", "1.1 proxy");
          var next = java.net.http.HttpRequest.newBuilder(uri).version(version).build();
          for (var request : List.of(first.build(), next)) {
            var answer = http.send(request, java.net.http.HttpResponse.BodyHandlers.discarding());
            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.statusCode()).isEqualTo(byProxy ? 401 : 200);
          }
        }
      }
    }
  }

  @Test
  void bound_to_elsewhere_nobody_looks_without_a_token() throws Exception {
    open();
    var web = Web.of(server);
    assertThat(web.get("/api/session").body()).isEqualTo("{\"role\":\"none\"}");
    for (var route : server.routes()) {
      if (route.exact() || route.method() != Route.Method.GET) continue;
      var open = List.of("/", "/api", "/api/session", "/api/v1/openapi.json");
      if (open.contains(route.target())) continue;
      var target = route.target().replace("{id}", "@a").replace("{name}", "general");
      assertThat(web.get(target).status()).as(target).isEqualTo(401);
    }
    assertThat(web.get("/").status()).isEqualTo(200);
    assertThat(role(web.with("Authorization", "Bearer " + VIEWER))).isEqualTo("viewer");
    assertThat(role(web.with("authorization", "bearer " + KEY))).isEqualTo("admin");
    assertThat(role(web.with("X-Admin-Key", KEY))).isEqualTo("admin");
    assertThat(web.with("X-Admin-Key", VIEWER).get("/api/agents").status()).isEqualTo(200);
  }

  @Test
  void a_token_in_the_address_opens_nothing() throws Exception {
    open();
    assertThat(Web.of(server).get("/api/agents?token=" + KEY + "&key=" + KEY).status())
        .isEqualTo(401);
  }

  @Test
  void a_login_gives_a_ticket_that_outlives_a_restart_and_a_logout_takes_it_away()
      throws Exception {
    open();
    var answer = Web.of(server).post("/api/login", token(KEY));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Set-Cookie"))
        .contains("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict")
        .doesNotContain("Secure")
        .doesNotContain(KEY);
    var web = Web.of(server).with("Cookie", "a=b; " + answer.cookie() + "; c=d");
    assertThat(role(web)).isEqualTo("admin");
    open();
    // The port is another one now, as it was not fixed: so is the name of the cookie.
    var name = "reveille_ticket_" + server.port();
    var ticket = answer.cookie().replaceFirst("[^=]*=", "");
    assertThat(role(Web.of(server).with("Cookie", "reveille_ticket_1=" + ticket)))
        .isEqualTo("none");
    var again = Web.of(server).with("Cookie", name + "=" + ticket);
    assertThat(role(again)).isEqualTo("admin");
    assertThat(role(Web.of(server).with("Cookie", name + "=" + ticket + "x"))).isEqualTo("none");
    assertThat(role(Web.of(server).with("Cookie", name + "=admin.9999999999999.")))
        .isEqualTo("none");
    assertThat(again.post("/api/logout", "{}").header("Set-Cookie"))
        .contains(name + "=; Path=/; Max-Age=0");
    assertThat(role(again)).as("a ticket that was kept elsewhere").isEqualTo("none");
  }

  @Test
  void a_logout_ends_the_streams_of_that_login_and_no_others() throws Exception {
    var login = Web.of(server).post("/api/login", token(KEY));
    var mine = Web.of(server).with("Cookie", login.cookie());
    try (var stream = mine.follow("/api/stream");
        var other = Web.of(server).with("X-Admin-Key", KEY).follow("/api/stream")) {
      stream.await("hello");
      other.await("hello");
      assertThat(mine.post("/api/logout", "{}").status()).isEqualTo(200);
      assertThat(stream.rest()).doesNotContain("event: hello");
      other.await("numbers");
      other.await("numbers");
    }
  }

  @Test
  void a_viewers_ticket_ends_with_the_token_it_was_given_for() throws Exception {
    open();
    var login = Web.of(server).post("/api/login", token(VIEWER));
    var ticket = login.cookie().replaceFirst("[^=]*=", "");
    assertThat(login.json().path("role").asString("")).isEqualTo("viewer");
    for (var token : List.of("another-look-only", "")) {
      server.close();
      server =
          ServerFixture.start(
              folder,
              "HOST",
              "0.0.0.0",
              "AGENTCHAT_ADMIN_KEY",
              KEY,
              "DASHBOARD_VIEWER_TOKEN",
              token);
      var cookie = "reveille_ticket_" + server.port() + "=" + ticket;
      assertThat(role(Web.of(server).with("Cookie", cookie))).as(token).isEqualTo("none");
    }
  }

  @Test
  void wrong_tokens_are_written_down_and_after_many_a_short_right_one_waits_too() throws Exception {
    open();
    int status = 0;
    for (int i = 0; i < 40 && status != 429; i++) {
      status = Web.of(server).post("/api/login", token("guess-" + i)).status();
      assertThat(status).isIn(401, 429);
    }
    assertThat(status).isEqualTo(429);
    assertThat(Web.of(server).post("/api/login", token(VIEWER)).status()).isEqualTo(429);
    assertThat(role(Web.of(server).with("Authorization", "Bearer " + VIEWER))).isEqualTo("none");
    // The person who wants to stop something is never locked out by others.
    var admin = Web.of(server).with("X-Admin-Key", KEY);
    assertThat(role(admin)).isEqualTo("admin");
    // What is written down is not waited for by those who are refused.
    var audit = refusals(admin);
    for (int i = 0; i < 500 && audit.size() < 20; i++) {
      Thread.sleep(20);
      audit = refusals(admin);
    }
    assertThat(audit.size()).isBetween(20, 22);
    assertThat(audit.get(0).path("detail").path("action").asString("")).isEqualTo("dashboard");
    assertThat(audit.toString()).doesNotContain("guess-");
  }

  private static JsonNode refusals(Web admin) throws Exception {
    return admin.get("/api/events?kind=admin.refused&limit=500").json().path("events");
  }

  @Test
  void pages_of_others_do_not_ask_here_but_may_link_here() throws Exception {
    var web = Web.of(server);
    var own = "http://localhost:" + server.port();
    assertThat(web.with("Origin", own).get("/api/agents").status()).isEqualTo(200);
    assertThat(web.with("Origin", "http://localhost:1").get("/api/agents").status()).isEqualTo(403);
    var foreign = web.with("Sec-Fetch-Site", "cross-site");
    assertThat(foreign.get("/api/stream").status()).isEqualTo(403);
    assertThat(foreign.with("Sec-Fetch-Mode", "navigate").get("/api").status()).isEqualTo(200);
    assertThat(foreign.get("/?utm=mail").status()).isEqualTo(200);
  }

  @Test
  void no_or_broken_credentials_are_no_login() throws Exception {
    for (var body : List.of("", "{}", "[]", "{\"token\":7}", "{\"token\":\"\"}", "{")) {
      assertThat(Web.of(server).post("/api/login", body).status()).as(body).isEqualTo(401);
    }
  }

  @Test
  void orders_come_as_json_from_a_page_of_this_server_or_from_none() throws Exception {
    var web = Web.of(server).with("X-Admin-Key", KEY);
    var own = "http://localhost:" + server.port();
    assertThat(web.with("Origin", own).post("/api/logout", "{}").status()).isEqualTo(200);
    assertThat(web.post("/api/logout", "{}").status()).isEqualTo(200);
    for (var origin : List.of("http://evil.example", "null", own + ".evil.example", "")) {
      assertThat(web.with("Origin", origin).post("/api/agents/@aaaaaaaa/ban", "{}").status())
          .as(origin)
          .isEqualTo(403);
    }
    for (var type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
      var form = web.with("Content-Type", type);
      assertThat(form.ask("POST", "/api/agents/@aaaaaaaa/ban", "{}").status()).isEqualTo(415);
    }
    assertThat(web.get("/api/events?kind=admin").json().path("events").size()).isZero();
  }

  @Test
  void only_an_administrator_gives_orders() throws Exception {
    var ban = "/api/agents/@aaaaaaaa/ban";
    assertThat(Web.of(server).post(ban, "{}").status()).isEqualTo(403);
    var viewer = Web.of(server).with("Authorization", "Bearer " + VIEWER);
    assertThat(viewer.post(ban, "{}").status()).isEqualTo(403);
    open();
    assertThat(Web.of(server).post(ban, "{}").status()).isEqualTo(401);
  }

  @Test
  void the_document_tells_of_exactly_the_routes_there_are() throws Exception {
    var told = new TreeSet<String>();
    var document = Json.read(Web.of(server).get("/api").body()).orElseThrow();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        told.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
      }
    }
    var there = new TreeSet<String>();
    for (var route : server.routes()) {
      if (route.audience() == Route.Audience.PEOPLE
          && !route.exact()
          && route.target().startsWith("/api")) {
        there.add(route.method() + " " + route.target());
      }
    }
    assertThat(told).isEqualTo(there);
    assertThat(told).noneMatch(each -> each.matches(".*(sleep|wake).*"));
    assertThat(document.path("openapi").asString("")).startsWith("3.1");
  }

  @Test
  void every_answer_tells_browsers_the_same() throws Exception {
    var web = Web.of(server);
    for (var target :
        List.of("/", "/app.js", "/api", "/api/agents", "/health", "/nope", "/api/agents/@nobody")) {
      var answer = web.get(target);
      assertThat(answer.header("Content-Security-Policy"))
          .as(target)
          .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
    }
    assertThat(web.get("/api/agents").header("Cache-Control")).isEqualTo("no-store");
    assertThat(web.post("/api/login", "{}").header("Cache-Control")).isEqualTo("no-store");
    assertThat(web.ask("DELETE", "/api/agents", "").header("Referrer-Policy"))
        .isEqualTo("no-referrer");
  }

  @Test
  void the_files_of_the_page_are_there_and_hold_no_secret_and_no_inline_script() throws Exception {
    var web = Web.of(server);
    for (var route : server.routes()) {
      var target = route.target();
      if (!target.equals("/") && !target.matches(".*\\.(js|css|svg)")) continue;
      var answer = web.get(target);
      assertThat(answer.status()).as(target).isEqualTo(200);
      assertThat(answer.body()).as(target).isNotEmpty().doesNotContain(KEY).doesNotContain(VIEWER);
    }
    assertThat(web.get("/").body())
        .doesNotContainPattern("<script(?![^>]*src=)")
        .doesNotContainPattern("\\son[a-z]+=")
        .doesNotContain("style=");
    assertThat(web.get("/web/index.html").status()).isEqualTo(404);
    assertThat(web.get("/../reference.conf").status()).isNotEqualTo(200);
    assertThat(web.get("/vendor/%2e%2e/openapi.json").status()).isEqualTo(404);
  }
}
