package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.server.edge.http.Route;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that a viewer never learns, whatever it asks for. */
class DashboardPrivacyTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";
  private static final String VIEWER = "look-only";

  /** All secrets of the scene have it in them. */
  private static final String SECRET = "sesame";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private TestAgent ann;

  @SuppressWarnings("NullAway.Init")
  private TestAgent bob;

  private String task = "";
  private String seat = "";

  @BeforeEach
  void start() {
    server =
        ServerFixture.start(
            folder,
            "AGENTCHAT_ADMIN_KEY",
            KEY,
            "DASHBOARD_VIEWER_TOKEN",
            VIEWER,
            "SEATS_SCRIPTED",
            "true");
    ann = TestAgent.join(server, "ann");
    bob = TestAgent.join(server, "bob");
  }

  @AfterEach
  void stop() {
    ann.close();
    bob.close();
    server.close();
  }

  private void happen() {
    ann.ask("CREATE_CHANNEL", "channel", "#den-sesame", "invite_only", true).await("JOINED");
    ann.say("#den-sesame", "sesame among us @@cb:500s#den-sesame@@sesame payload").soFar();
    ann.say(bob.id(), "sesame for you").soFar();
    ann.say("#general", "@@cb:500s@@sesame reminder").soFar();
    ann.say("#general", "@@cb:0.05s@@sesame fires")
        .await(m -> TestAgent.content(m).startsWith("@@cb-fire@@"));
    try (var operator = TestAgent.connect(server)) {
      operator.ask("ADMIN_SLOW_MODE", "admin_key", KEY, "channel", "#den-sesame", "seconds", 1);
      operator.next();
    }
    try (var cy = TestAgent.join(server, "cy", Identity.generate())) {
      cy.send(
          "{\"type\":\"TASK_CREATE\",\"to\":\"%s\",\"title\":\"sesame\",\"labels\":[\"sesame\"]}"
              .formatted(cy.id()));
      task = cy.await("TASK").path("task").path("task_id").asString();
      assertThat(task).isNotEmpty();
      seat = cy.id();
    }
    try (var operator = TestAgent.connect(server)) {
      operator.send(
          "{\"type\":\"ADMIN_SEAT_ADD\",\"admin_key\":\"%s\",\"identity\":\"%s\",\"harness\":\"scripted\",\"folder\":\"/sesame\",\"command\":[\"sesame\"],\"environment\":[\"A=sesame\"],\"route\":\"sesame\"}"
              .formatted(KEY, seat));
      assertThat(operator.next().path("success").asBoolean()).isTrue();
    }
    ann.say("#general", "said to all").awaitContent("said to all");
    bob.soFar();
  }

  private List<String> targets() {
    var channel = "%23den-sesame";
    return List.of(
        "/api/agents",
        "/api/agents/" + ann.id(),
        "/api/away",
        "/api/channels",
        "/api/channels/" + channel + "/messages",
        "/api/channels/" + channel + "/members",
        "/api/channels/" + channel + "/search?q=sesame",
        "/api/channels/general/messages?limit=500",
        "/api/channels/general/members",
        "/api/channels/general/search?q=sesame",
        "/api/channels/" + ann.id() + "/messages",
        "/api/channels/%40" + bob.id().substring(1) + "/messages",
        "/api/channels/%40" + bob.id().substring(1) + "/search?q=sesame",
        "/api/events?limit=500",
        "/api/events?after=start&limit=500",
        "/api/events?channel=" + channel,
        "/api/events?kind=callback&limit=500",
        "/api/events?kind=admin&limit=500",
        "/api/timeline",
        "/api/numbers",
        "/api/tasks?label=sesame&limit=200",
        "/api/tasks/" + task,
        "/api/waits",
        "/api/needs",
        "/api/seats",
        "/api/seats/" + seat,
        "/api/seats/" + seat + "/decisions",
        "/api/seats/" + seat + "/why",
        "/api/seats/" + seat + "/replay?n=1",
        "/api/morning",
        "/api/words",
        "/ops/why?seat=" + bob.id(),
        "/ops/replay",
        "/ops/report",
        "/ops/gate");
  }

  @Test
  void a_guest_and_a_viewer_learn_no_secret_from_any_page() throws Exception {
    happen();
    var viewer = Web.of(server).with("Authorization", "Bearer " + VIEWER);
    for (var web : List.of(Web.of(server), viewer)) {
      for (var target : targets()) {
        var answer = web.get(target);
        assertThat(answer.body()).as(target).doesNotContain(SECRET);
        assertThat(Json.read(answer.body())).as(target).isPresent();
      }
      assertThat(web.get("/api/events?limit=500").body()).contains("said to all");
      assertThat(web.post("/api/needs/act", "{\"key\":\"x\",\"action\":\"later\"}").status())
          .isEqualTo(403);
    }
    var asked = server.routes().stream().filter(r -> !r.exact() && !isForPrograms(r)).count();
    assertThat(asked).as("a new route belongs into this test").isEqualTo(36);
  }

  @Test
  void nobody_is_shown_what_a_seat_executes_and_where() throws Exception {
    happen();
    var admin = Web.of(server).with("X-Admin-Key", KEY);
    for (var target : List.of("/api/seats", "/api/seats/" + seat, "/api/morning")) {
      var answer = admin.get(target);
      assertThat(answer.status()).as(target).isEqualTo(200);
      assertThat(answer.body()).as(target).doesNotContain(SECRET);
    }
    assertThat(admin.get("/api/seats").body()).contains("never-started").contains("scripted");
    assertThat(Web.of(server).get("/api/seats").body())
        .contains("never-started")
        .doesNotContain("scripted");
  }

  @Test
  void a_guest_learns_of_a_message_taken_back_in_a_channel_but_not_in_a_mailbox() throws Exception {
    var said = ann.say("#general", "said to all").awaitContent("said to all");
    ann.ask("RETRACT", "msg_id", said.path("msg_id").asString()).await("RETRACTED");
    var sent = ann.say(bob.id(), "for you").awaitContent("for you");
    ann.ask("RETRACT", "msg_id", sent.path("msg_id").asString()).await("RETRACTED");
    var events = "/api/events?kind=message.retracted";
    var seen = Web.of(server).get(events).json().path("events");
    assertThat(seen.findValuesAsString("channel")).containsExactly("#general");
    assertThat(seen.path(0).path("detail").path("seq").asLong())
        .isEqualTo(said.path("seq").asLong());
    var all = Web.of(server).with("X-Admin-Key", KEY).get(events).json().path("events");
    assertThat(all.size()).isEqualTo(2);
  }

  @Test
  void a_guest_and_a_viewer_get_nothing_from_the_api_for_programs() throws Exception {
    happen();
    var viewer = Web.of(server).with("Authorization", "Bearer " + VIEWER);
    for (var web : List.of(Web.of(server), viewer)) {
      for (var route : server.routes()) {
        if (!isForPrograms(route) || isOpen(route)) continue;
        var target = route.target().replace("{name}", "general");
        var answer = route.method() == Route.Method.GET ? web.get(target) : web.post(target, "{}");
        assertThat(answer.status()).as(target).isEqualTo(401);
      }
    }
  }

  /** True for the description of the API, and for the door where a key is shown. */
  private static boolean isOpen(Route route) {
    return route.target().endsWith("/openapi.json") || route.target().equals("/mcp/key");
  }

  private static boolean isForPrograms(Route route) {
    return route.target().startsWith("/api/v1/") || route.target().startsWith("/mcp");
  }

  @Test
  void a_guest_and_a_viewer_learn_no_secret_from_the_stream() throws Exception {
    var viewer = Web.of(server).with("Authorization", "Bearer " + VIEWER);
    try (var guest = Web.of(server).follow("/api/stream?after=start");
        var other = viewer.follow("/api/stream?after=start")) {
      guest.await("hello");
      happen();
      for (var stream : List.of(guest, other)) {
        stream.await(said -> said.data().contains("said to all"));
        stream.await("numbers");
        assertThat(stream.everything()).doesNotContain(SECRET).contains("\"direct\":true");
      }
    }
    try (var late = Web.of(server).follow("/api/stream?after=start")) {
      late.await(said -> said.data().contains("said to all"));
      assertThat(late.everything()).doesNotContain(SECRET);
    }
  }

  @Test
  void who_wrote_to_whom_is_not_found_by_a_filter_either() throws Exception {
    happen();
    var web = Web.of(server);
    var direct = web.get("/api/events?kind=message&limit=500").json().path("events");
    assertThat(direct.toString()).contains("\"direct\":true");
    for (var event : direct) {
      if (event.path("direct").asBoolean(false)) {
        assertThat(TestAgent.fields(event)).containsExactly("id", "at", "kind", "direct");
      }
    }
    var of = web.get("/api/events?kind=message&limit=500&agent=" + ann.id()).body();
    assertThat(of).contains("said to all").doesNotContain("\"direct\":true");
    var to = web.get("/api/events?limit=500&channel=" + bob.id()).json();
    assertThat(to.path("events").size()).isZero();
    assertThat(to.path("looked_to").isNull()).isTrue();
    var hidden = web.get("/api/events?limit=1&channel=%23den-sesame").json();
    assertThat(hidden.path("looked_to").isNull()).isTrue();
  }

  @Test
  void an_administrator_sees_all_of_it() throws Exception {
    happen();
    var web = Web.of(server).with("X-Admin-Key", KEY);
    assertThat(web.get("/api/channels").body()).contains("#den-sesame");
    assertThat(web.get("/api/agents/" + ann.id()).json().path("pending"))
        .map(c -> c.path("channel").asString("") + " " + c.path("payload").asString(""))
        .containsExactlyInAnyOrder("#den-sesame sesame payload", " sesame reminder");
    assertThat(web.get("/api/channels/den-sesame/messages").body()).contains("sesame among us");
    assertThat(web.get("/api/channels/den-sesame/search?q=AMONG").body())
        .contains("sesame among us");
    var events = web.get("/api/events?limit=500").body();
    assertThat(events).contains("sesame for you").contains("admin.slow_mode");
    assertThat(web.get("/api/events?channel=%23den-sesame").body()).contains("sesame among us");
  }

  @Test
  void of_a_pending_callback_others_learn_when_it_fires() throws Exception {
    happen();
    var waits = Web.of(server).get("/api/agents/" + ann.id()).json().path("pending");
    assertThat(waits.size()).isEqualTo(2);
    for (var wait : waits) {
      assertThat(TestAgent.fields(wait)).containsExactly("fire_at", "durable");
      assertThat(wait.path("fire_at").asLong(0) - System.currentTimeMillis())
          .isBetween(400_000L, 500_000L);
    }
  }

  @Test
  void whom_an_agent_wrote_too_much_is_not_told() throws Exception {
    stop();
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY, "RATE_LIMIT_MS", "3600000");
    ann = TestAgent.join(server, "ann");
    bob = TestAgent.join(server, "bob");
    ann.say(bob.id(), "one").say(bob.id(), "two").say("#general", "three").soFar();
    var seen = Web.of(server).get("/api/events?kind=limit").json().path("events");
    assertThat(seen.size()).as("once a minute at most").isEqualTo(1);
    assertThat(seen.get(0).path("agent").asString("")).isEqualTo(ann.id());
    assertThat(seen.get(0).path("detail").toString()).isEqualTo("{}");
    var all = Web.of(server).with("X-Admin-Key", KEY).get("/api/events?kind=limit").body();
    assertThat(all).contains("Too fast: one message per 3600000 ms");
  }

  @Test
  void why_somebody_was_banned_is_an_administrators_word() throws Exception {
    var identity = Identity.generate();
    var admin = Web.of(server).with("X-Admin-Key", KEY);
    var ban = "/api/agents/@" + identity.agentId() + "/ban";
    assertThat(admin.post(ban, "{\"reason\":\"sesame stolen\"}").status()).isEqualTo(200);
    try (var comes = TestAgent.connect(server)) {
      comes.identify("away", identity);
      assertThat(comes.error()).isEqualTo("BANNED");
    }
    ann.say("#general", "after it").awaitContent("after it");
    assertThat(admin.get("/api/events?kind=agent.refused").body()).contains("sesame stolen");
    var seen = Web.of(server).get("/api/events?limit=500").body();
    assertThat(seen).contains("agent.refused").doesNotContain(SECRET);
  }

  @Test
  void a_detail_that_is_a_sentence_is_still_json() throws Exception {
    try (var operator = TestAgent.connect(server)) {
      operator.ask(
          "ADMIN_MUTE",
          "admin_key",
          KEY,
          "agent_id",
          bob.id(),
          "seconds",
          60,
          "reason",
          "\"},<script>alert(1)</script>");
      operator.next();
    }
    bob.soFar();
    var web = Web.of(server);
    assertThat(web.get("/api/events?kind=moderation").body()).doesNotContain("script");
    var admin = web.with("X-Admin-Key", KEY);
    var events = admin.get("/api/events?kind=moderation&limit=10").json().path("events");
    assertThat(events.size()).isEqualTo(1);
    assertThat(events.get(0).path("detail").path("reason").asString(""))
        .contains("\"},<script>alert(1)</script>");
  }
}
