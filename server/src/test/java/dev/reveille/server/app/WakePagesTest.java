package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages about wakes, through a socket. */
class WakePagesTest {
  private static final String KEY = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder = Path.of("");
  private @Nullable Server running;

  private Server server() {
    if (running == null) running = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY);
    return running;
  }

  @AfterEach
  void stop() {
    if (running != null) running.close();
    running = null;
  }

  private Web admin() {
    return Web.of(server()).with("X-Admin-Key", KEY);
  }

  @Test
  void nobody_without_the_key_sees_or_sets_anything() throws IOException {
    for (var page : new String[] {"why?seat=@a", "replay", "report", "gate"}) {
      assertThat(Web.of(server()).get("/ops/" + page).status()).as(page).isEqualTo(401);
    }
    var refused = Web.of(server()).post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"x\"}");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(admin().get("/ops/gate").json().path("state").asString("")).isEqualTo("OPEN");
  }

  @Test
  void the_gate_is_closed_and_reset_and_survives_a_restart() throws IOException {
    var closed = admin().post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"maintenance\"}");
    assertThat(closed.status()).isEqualTo(200);
    stop();
    var shown = admin().get("/ops/gate").json();
    assertThat(shown.path("state").asString("")).isEqualTo("CLOSED");
    assertThat(shown.path("reason").asString("")).isEqualTo("maintenance");
    assertThat(shown.path("pulse").path("state").asString("")).isEqualTo("starting");
    var open = admin().post("/ops/gate", "{\"state\":\"OPEN\",\"reason\":\"done\"}");
    assertThat(open.json().path("state").asString("")).isEqualTo("OPEN");
  }

  @Test
  void a_wrong_request_is_told_what_is_wrong() throws IOException {
    assertThat(admin().post("/ops/gate", "{\"state\":\"TRIPPED\",\"reason\":\"x\"}").status())
        .isEqualTo(400);
    assertThat(admin().post("/ops/gate", "{\"state\":\"OPEN\"}").status()).isEqualTo(400);
    assertThat(admin().post("/ops/gate", "nonsense").status()).isEqualTo(400);
    assertThat(admin().get("/ops/why").status()).isEqualTo(400);
    assertThat(admin().get("/ops/why?seat=nobody").status()).isEqualTo(404);
    assertThat(admin().get("/ops/why?seat=nobody&at=yesterday").status()).isEqualTo(400);
    assertThat(admin().get("/ops/report?format=xml").status()).isEqualTo(400);
  }

  @Test
  void an_empty_night_has_an_empty_report() throws IOException {
    var report = admin().get("/ops/report?format=text");
    assertThat(report.status()).isEqualTo(200);
    assertThat(report.body()).contains("Needs a person: 0").contains("no look found a seat");
    assertThat(admin().get("/ops/replay").json().path("different").asLong(-1)).isZero();
  }

  @Test
  void a_fence_is_set_with_the_gate_and_stays_until_the_next_one() throws IOException {
    assertThat(admin().get("/ops/gate").json().path("fence").isNull()).isTrue();
    var set =
        admin().post("/ops/gate", "{\"state\":\"OPEN\",\"reason\":\"restart\",\"fence\":true}");
    var fence = set.json().path("fence").asString("");
    assertThat(fence).isEqualTo(set.json().path("at").asString("none"));
    var closed = admin().post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"maintenance\"}");
    assertThat(closed.json().path("fence").asString("")).isEqualTo(fence);
  }

  @Test
  void what_needs_a_person_is_seen_by_administrators_only() throws IOException {
    assertThat(admin().get("/api/needs").json().path("needs").isArray()).isTrue();
    assertThat(Web.of(server()).get("/api/needs").status()).isEqualTo(403);
  }

  @Test
  void the_gate_is_opened_from_the_list_and_then_nothing_is_to_be_done() throws IOException {
    admin().post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"maintenance\"}");
    var need = admin().get("/api/needs").json().path("needs").path(0);
    assertThat(need.path("actions").toString()).isEqualTo("[\"open_gate\",\"later\"]");
    var open = order(need.path("key").asString(), "open_gate");
    assertThat(Web.of(server()).post("/api/needs/act", open).status()).isEqualTo(403);
    var wrong = order(need.path("key").asString(), "bench");
    assertThat(admin().post("/api/needs/act", wrong).status()).isEqualTo(400);
    assertThat(admin().post("/api/needs/act", open).status()).isEqualTo(200);
    assertThat(admin().get("/ops/gate").json().path("state").asString()).isEqualTo("OPEN");
    assertThat(admin().get("/api/needs").json().path("needs")).isEmpty();
    assertThat(admin().post("/api/needs/act", open).status()).as("once").isEqualTo(404);
  }

  @Test
  void what_is_set_aside_is_not_listed_also_after_a_restart() throws IOException {
    admin().post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"maintenance\"}");
    var key = admin().get("/api/needs").json().path("needs").path(0).path("key").asString();
    assertThat(admin().post("/api/needs/act", order(key, "later")).status()).isEqualTo(200);
    assertThat(admin().get("/api/needs").json().path("needs")).isEmpty();
    stop();
    assertThat(admin().get("/api/needs").json().path("needs")).isEmpty();
    assertThat(admin().get("/ops/gate").json().path("state").asString()).isEqualTo("CLOSED");
  }

  private static String order(String key, String action) {
    return "{\"key\":\"" + key + "\",\"action\":\"" + action + "\"}";
  }

  @Test
  void only_what_an_administrator_does_at_the_page_shows_that_a_person_is_present()
      throws IOException {
    var person = server().person();
    admin().get("/api/agents");
    admin().get("/api/needs");
    admin().get("/ops/report");
    assertThat(Web.of(server()).post("/api/seen", "{}").status()).isEqualTo(200);
    assertThat(person.lookedAt()).as("pages renew themselves, and guests do not count").isZero();
    assertThat(admin().post("/api/seen", "{}").status()).isEqualTo(200);
    assertThat(person.lookedAt()).isPositive();
  }

  @Test
  void an_order_of_an_administrator_shows_that_a_person_is_present() throws IOException {
    Web.of(server()).post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"x\"}");
    assertThat(server().person().lookedAt()).isZero();
    admin().post("/ops/gate", "{\"state\":\"CLOSED\",\"reason\":\"x\"}");
    assertThat(server().person().lookedAt()).isPositive();
  }
}
