package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one thing the dashboard can do to an agent. */
class KillSwitchTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private Web admin;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY);
    admin = Web.of(server).with("X-Admin-Key", KEY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_kick_ends_a_sleeper_s_session_and_is_written_down() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.say("#general", "@@sleep:600s@@");
      bob.await("PRESENCE");
      var answer =
          admin.post("/api/agents/" + ann.id() + "/kick", "{\"reason\":\" runs <wild> \"}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().path("done").asString("")).isEqualTo("kick");
      assertThat(ann.await("KICKED").path("reason").asString("")).isEqualTo("runs <wild>");
      assertThat(ann.closeCode()).isEqualTo(1000);
      bob.await("AGENT_LEFT");
      var audit = admin.get("/api/events?kind=admin.kick").json().path("events").get(0);
      assertThat(audit.path("agent").asString("")).isEqualTo(ann.id());
      var detail = audit.path("detail");
      assertThat(detail.path("by").asString("")).isEqualTo("dashboard");
      assertThat(detail.path("address").asString("")).contains("127.0.0.1");
      assertThat(detail.path("reason").asString("")).isEqualTo("runs <wild>");
      assertThat(Web.of(server).get("/api/events?kind=agent.kicked").body()).contains(ann.id());
      assertThat(admin.get("/api/agents/" + ann.id()).status()).isEqualTo(404);
    }
  }

  @Test
  void a_ban_ends_it_for_good_also_for_one_that_is_away() throws Exception {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var ann = TestAgent.join(server, "ann", identity)) {
      var answer = admin.post("/api/agents/" + id + "/ban", "{}");
      assertThat(answer.status()).isEqualTo(200);
      ann.await("BANNED");
      ann.closeCode();
    }
    try (var again = TestAgent.connect(server)) {
      again.identify("ann", identity);
      assertThat(again.error()).isEqualTo("BANNED");
    }
    var away = Identity.generate();
    assertThat(admin.post("/api/agents/@" + away.agentId() + "/ban", "{}").status()).isEqualTo(200);
    try (var comes = TestAgent.connect(server)) {
      comes.identify("away", away);
      assertThat(comes.error()).isEqualTo("BANNED");
    }
  }

  @Test
  void who_is_not_there_is_not_kicked_and_what_is_no_id_is_not_banned() throws Exception {
    assertThat(admin.post("/api/agents/@nobodyhere/kick", "{}").status()).isEqualTo(404);
    assertThat(admin.post("/api/agents/%23general/ban", "{}").status()).isEqualTo(404);
    assertThat(admin.post("/api/agents/x/ban", "{}").status()).isEqualTo(404);
    assertThat(admin.post("/api/agents/@aaaaaaaa/ban", "[]").status()).isEqualTo(400);
    assertThat(admin.post("/api/agents/@aaaaaaaa/ban", "{").status()).isEqualTo(400);
    assertThat(admin.get("/api/agents/@aaaaaaaa/ban").status()).isEqualTo(405);
  }
}
