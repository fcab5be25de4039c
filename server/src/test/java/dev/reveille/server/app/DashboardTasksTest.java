package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tasks on the dashboard: administrators see everything, all others how many there are. */
class DashboardTasksTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";
  private static final String VIEWER = "look-only";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private TestAgent ada;

  @SuppressWarnings("NullAway.Init")
  private TestAgent bob;

  @BeforeEach
  void start() {
    server =
        ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY, "DASHBOARD_VIEWER_TOKEN", VIEWER);
    ada = TestAgent.join(server, "ada", Identity.generate());
    bob = TestAgent.join(server, "bob", Identity.generate());
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  private Web admin() {
    return Web.of(server).with("X-Admin-Key", KEY);
  }

  /** Makes a task of ada for bob, with further fields as JSON text, and returns its id. */
  private String create(String title, String more) {
    ada.send(
        "{\"type\":\"TASK_CREATE\",\"to\":\"%s\",\"title\":\"%s\"%s}"
            .formatted(bob.id(), title, more));
    return ada.await("TASK").path("task").path("task_id").asString();
  }

  private String create(String title) {
    return create(title, "");
  }

  private void move(TestAgent agent, String type, String task, String more) {
    agent.send("{\"type\":\"TASK_%s\",\"task_id\":\"%s\"%s}".formatted(type, task, more));
    assertThat(agent.await("TASK").path("ok").asBoolean()).isTrue();
  }

  private static List<String> titles(JsonNode page) {
    return page.path("tasks").findValuesAsString("title");
  }

  private JsonNode tasks(String query) throws Exception {
    var answer = admin().get("/api/tasks" + query);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void an_administrator_sees_tasks_newest_first_and_by_state_agent_label_and_priority()
      throws Exception {
    create("one", ",\"labels\":[\"ci\"],\"priority\":\"high\"");
    var second = create("two", ",\"labels\":[\"docs\"]");
    create("three");
    move(bob, "CLAIM", second, "");
    assertThat(titles(tasks(""))).containsExactly("three", "two", "one");
    assertThat(titles(tasks("?state=WORKING"))).containsExactly("two");
    assertThat(titles(tasks("?state=WORKING,SUBMITTED"))).containsExactly("three", "two", "one");
    assertThat(titles(tasks("?label=ci"))).containsExactly("one");
    assertThat(titles(tasks("?priority=high"))).containsExactly("one");
    assertThat(titles(tasks("?agent=@nobody00"))).isEmpty();
    assertThat(titles(tasks("?agent=BO"))).as("a part of a name").hasSize(3);
    assertThat(titles(tasks("?agent=@nobody00," + bob.id()))).hasSize(3);
    assertThat(tasks("").path("names").path(bob.id()).asString()).isEqualTo("bob");
  }

  @Test
  void a_page_of_several_states_goes_on_where_the_last_one_ended() throws Exception {
    for (int i = 0; i < 7; i++) {
      var task = create("t" + i);
      if (i % 2 == 0) move(bob, "CLAIM", task, "");
    }
    var first = tasks("?limit=3&state=SUBMITTED,WORKING");
    assertThat(titles(first)).containsExactly("t6", "t5", "t4");
    var next = tasks("?limit=9&state=SUBMITTED,WORKING&before=" + first.path("before").asString());
    assertThat(titles(next)).containsExactly("t3", "t2", "t1", "t0");
    assertThat(next.path("before").isNull()).isTrue();
  }

  @Test
  void a_card_says_what_was_asked_and_a_task_has_its_trail() throws Exception {
    var task = create("build", ",\"input\":[{\"text\":\"make it **green**\"}]");
    move(bob, "CLAIM", task, "");
    move(
        bob,
        "UPDATE",
        task,
        ",\"state\":\"INPUT_REQUIRED\",\"message\":[{\"text\":\"Which branch?\"}]");
    var card = tasks("?state=INPUT_REQUIRED").path("tasks").path(0);
    assertThat(card.path("reason").asString()).isEqualTo("Which branch?");
    var whole = admin().get("/api/tasks/" + task).json();
    assertThat(whole.path("log").findValuesAsString("event"))
        .containsExactly("created", "claimed", "input_required");
    assertThat(whole.path("input").path(0).path("text").asString()).contains("green");
    assertThat(admin().get("/api/tasks/" + task + "?after=2").json().path("log").size())
        .isEqualTo(1);
    var waits = admin().get("/api/waits").json().path("waits");
    assertThat(waits.path(0).path("kind").asString()).isEqualTo("input");
    assertThat(waits.path(0).path("waiter").asString()).isEqualTo(bob.id());
  }

  @Test
  void a_task_names_what_it_waits_for() throws Exception {
    var first = create("first");
    var second = create("second", ",\"blocked_by\":[\"" + first + "\"]");
    var related = admin().get("/api/tasks/" + second).json().path("related");
    assertThat(related.findValuesAsString("title")).containsExactly("first");
    assertThat(related.findValuesAsString("state")).containsExactly("SUBMITTED");
  }

  @Test
  void guests_and_viewers_see_only_how_many_tasks_there_are() throws Exception {
    var task = create("sesame", ",\"labels\":[\"sesame\"],\"input\":[{\"text\":\"sesame\"}]");
    for (var web :
        List.of(Web.of(server), Web.of(server).with("Authorization", "Bearer " + VIEWER))) {
      var all = web.get("/api/tasks?state=SUBMITTED&label=sesame");
      assertThat(all.status()).isEqualTo(200);
      assertThat(all.json().path("counts").path("SUBMITTED").asInt()).isEqualTo(1);
      assertThat(all.json().size()).isEqualTo(1);
      // An id that exists and one that does not cannot be told apart.
      for (var target : List.of("/api/tasks/" + task, "/api/tasks/task_none", "/api/waits")) {
        assertThat(web.get(target).status()).as(target).isEqualTo(403);
      }
      assertThat(web.get("/api/agents/" + ada.id()).body()).doesNotContain("sesame");
      assertThat(web.get("/api/events?limit=500").body()).doesNotContain("sesame");
    }
  }

  @Test
  void what_cannot_be_read_is_refused_and_what_is_not_there_is_not_found() throws Exception {
    assertThat(admin().get("/api/tasks?state=DONE").status()).isEqualTo(400);
    assertThat(admin().get("/api/tasks?priority=urgent").status()).isEqualTo(400);
    assertThat(admin().get("/api/tasks?limit=-1").status()).isEqualTo(200);
    assertThat(admin().get("/api/tasks?before=x").status()).isEqualTo(400);
    assertThat(admin().get("/api/tasks/task_none").status()).isEqualTo(404);
    assertThat(admin().get("/api/tasks/task_none?after=x").status()).isEqualTo(404);
  }

  @Test
  void the_description_of_the_routes_tells_of_those_that_a_feature_adds() throws Exception {
    var paths = Json.read(Web.of(server).get("/api").body()).orElseThrow().path("paths");
    var task = paths.path("/api/tasks/{id}").path("get");
    assertThat(task.path("parameters").findValuesAsString("name")).containsExactly("id", "after");
    assertThat(paths.path("/api/tasks").path("get").path("parameters").findValuesAsString("name"))
        .containsExactly("state", "agent", "label", "priority", "before", "limit");
  }
}
