package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The task board of the dashboard, as a person sees and uses it. */
class DashboardBoardTest extends InBrowser {
  @SuppressWarnings("NullAway.Init")
  private ServerProcess server;

  @SuppressWarnings("NullAway.Init")
  private WireAgent ada;

  @SuppressWarnings("NullAway.Init")
  private WireAgent bob;

  DashboardBoardTest(@TempDir Path folder) {
    super(folder);
  }

  @BeforeEach
  void begin() {
    server = start(0);
    ada = WireAgent.keyed(server.uri(), "ada", Identity.generate());
    bob = WireAgent.keyed(server.uri(), "bob", Identity.generate());
  }

  @AfterEach
  void end() {
    ada.close();
    bob.close();
    server.close();
  }

  private static String create(WireAgent from, String to, String title, String more) {
    from.send(
        new JsonText()
            .field("type", "TASK_CREATE")
            .field("to", to)
            .field("title", title)
            .rawFields(more));
    return from.await("TASK").path("task").path("task_id").asString();
  }

  private static void move(WireAgent agent, String type, String task, String more) {
    agent.send(new JsonText().field("type", "TASK_" + type).field("task_id", task).rawFields(more));
    var answer = agent.await("TASK");
    assertThat(answer.path("ok").asBoolean()).as(answer.toString()).isTrue();
  }

  private static String message(String text) {
    return new JsonText().field("text", text).text().transform("\"message\":[%s]"::formatted);
  }

  /** A task of one agent that another has taken and cannot go on with. */
  private static String stuck(WireAgent from, WireAgent owner, String title, String question) {
    var task = create(from, owner.id(), title, "");
    move(owner, "CLAIM", task, "");
    move(owner, "UPDATE", task, "\"state\":\"INPUT_REQUIRED\"," + message(question));
    return task;
  }

  private Chromium.View admin(int width, int height, ColorScheme scheme) throws IOException {
    var view = chromium.open(server, width, height, scheme);
    view.go("#/tasks");
    var key = Files.readString(server.data().resolve("admin.key")).strip();
    view.page.evaluate(
        "async token => { await fetch('/api/login', {method: 'POST', headers: {'Content-Type':"
            + " 'application/json'}, body: JSON.stringify({token})}); }",
        key);
    view.page.reload();
    view.page.waitForSelector(".live.on:visible");
    return view;
  }

  private Chromium.View admin() throws IOException {
    return admin(1440, 900, ColorScheme.LIGHT);
  }

  private static String card(String column, String task) {
    return "[data-column='" + column + "'] [data-task='" + task + "']";
  }

  @Test
  void a_task_is_in_the_column_of_its_state_and_moves_as_it_happens() throws IOException {
    var task = create(ada, bob.id(), "Currency of old rows", "\"labels\":[\"importer\"]");
    try (var view = admin()) {
      view.until(card("open", task), "for bob");
      view.until(".side nav a", "Tasks1");
      move(bob, "CLAIM", task, "");
      view.until(card("working", task), "bob");
      view.until(card("working", task), "importer");
      assertThat(view.page.locator(card("open", task)).count()).isZero();
      move(bob, "UPDATE", task, "\"state\":\"INPUT_REQUIRED\"," + message("Euro or *pound*?"));
      view.until(card("needs", task) + ".hot .say", "Euro or pound?");
      view.until("[data-column='needs'] h2 .n", "1");
      move(ada, "UPDATE", task, "\"state\":\"WORKING\"," + message("Euro"));
      view.until(card("working", task), "bob");
      move(bob, "FAIL", task, message("The rows are gone."));
      view.until(card("ended", task) + " .chip", "failed");
      view.until(card("ended", task) + " .say", "The rows are gone.");
      view.until(".head .about", "0 open");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_task_opens_with_its_trail_and_nothing_in_it_can_harm() throws IOException {
    var first = create(ada, bob.id(), "The first", "");
    var task =
        create(
            ada,
            bob.id(),
            "<img src=x onerror=alert(1)>",
            "\"input\":[{\"text\":\"make it **green**\"},{\"data\":{\"rows\":14}},"
                + "{\"url\":\"javascript:alert(2)\",\"filename\":\"a.txt\"},"
                + "{\"url\":\"https://example.org/report.csv\"}],\"priority\":\"high\"");
    move(bob, "CLAIM", task, "");
    try (var view = admin()) {
      view.page.locator(card("working", task)).click();
      view.until(".step .md b", "green");
      view.until(".step pre code", "\"rows\": 14");
      view.until(".step .file a", "https://example.org/report.csv");
      assertThat(view.page.locator(".task a[href^='javascript']").count()).isZero();
      view.until(".step", "took it");
      view.until(".facts", "high");
      move(
          bob,
          "COMPLETE",
          task,
          message("Done <script>alert(3)</script>")
              + ",\"artifacts\":[{\"name\":\"report\",\"parts\":[{\"text\":\"14 rows\"}]}]");
      view.until(".idhead .st", "finished");
      view.until(".artifact", "14 rows");
      view.until(".step .by", "working → finished");
      view.picture("task");
      view.page.keyboard().press("Escape");
      view.until(card("open", first), "The first");
      view.page.locator(card("open", first) + " h3 a").click();
      view.until(".nm", "The first");
      view.go("#/task/task_none").until(".error", "There is no such task");
      assertThat(view.trouble()).allMatch(each -> each.contains("404"));
    }
  }

  @Test
  void the_board_is_filtered_by_agent_label_and_priority() throws IOException {
    var one = create(ada, bob.id(), "one", "\"labels\":[\"ci\"],\"priority\":\"high\"");
    var two = create(bob, bob.id(), "two", "\"labels\":[\"docs\"]");
    try (var view = admin()) {
      view.until(card("open", one), "one");
      view.until(card("open", two), "two");
      view.page.locator("input[aria-label=Label]").fill("ci");
      view.until("!document.querySelector(\"" + card("open", two) + "\")");
      view.until(card("open", one), "one");
      view.page.locator("input[aria-label=Label]").fill("");
      view.page.locator("input[aria-label=Agent]").fill("ad");
      view.until("!document.querySelector(\"" + card("open", two) + "\")");
      view.page.locator("input[aria-label=Agent]").fill("nobody");
      view.until("[data-column=open] .none", "Nothing fits the filter");
      view.page.locator("input[aria-label=Agent]").fill("");
      view.until(card("open", two), "two");
      view.page.locator("select[aria-label=Priority]").selectOption("high");
      view.until("!document.querySelector(\"" + card("open", two) + "\")");
      // What comes while a filter is set is filtered too.
      var three = create(ada, bob.id(), "three", "\"priority\":\"high\"");
      var four = create(ada, bob.id(), "four", "");
      view.until(card("open", three), "three");
      assertThat(view.page.locator(card("open", four)).count()).isZero();
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void circles_and_waits_that_cannot_end_are_shown_with_their_tasks() throws IOException {
    var question = stuck(ada, bob, "Fix the parser", "Which grammar?");
    stuck(bob, ada, "Write the grammar", "What does the parser need?");
    var first = create(ada, bob.id(), "Load test", "");
    var second = create(ada, bob.id(), "Publish it", "\"blocked_by\":[\"" + first + "\"]");
    move(ada, "CANCEL", first, "");
    try (var view = admin()) {
      view.until(card("needs", question) + ".bad .chip", "circle");
      view.until(card("open", second) + ".bad .chip", "waits in vain");
      view.until(".head .about", "3 stand still");
      view.page.locator(".head .seg button", withText("Who waits for whom")).click();
      view.until("[data-finding=cycle] .chain", "ada");
      var chain = view.page.locator("[data-finding=cycle] .agent-link").allInnerTexts();
      assertThat(chain).hasSize(3).contains("ada", "bob");
      assertThat(chain.getFirst()).isEqualTo(chain.getLast());
      view.until("[data-finding=dead_wait]", "CANCELED");
      view.until(".wait", "an answer");
      view.picture("waits");
      view.page.locator("[data-finding=dead_wait] .of a").click();
      view.until(".related", "canceled");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_guest_sees_how_many_tasks_there_are_and_no_more() {
    create(ada, bob.id(), "sesame", "\"labels\":[\"sesame\"]");
    try (var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/tasks")) {
      view.until("[data-column=open] h2 .n", "1");
      view.until(".notice", "Administrators see the tasks");
      view.picture("tasks-guest");
      assertThat(view.text("body")).doesNotContain("sesame");
      view.go("#/task/task_none").until(".error", "Only an administrator");
      assertThat(view.trouble()).allMatch(each -> each.contains("403"));
    }
  }

  @Test
  void the_board_fits_every_width_and_is_used_by_keyboard_in_light_and_dark() throws IOException {
    var one = create(ada, bob.id(), "one " + "long title ".repeat(15), "\"priority\":\"high\"");
    var two = create(ada, bob.id(), "two", "\"labels\":[\"" + "l".repeat(40) + "\"]");
    var asked = stuck(ada, bob, "three", "A question that is long. ".repeat(20));
    var done = create(ada, bob.id(), "four", "");
    move(bob, "CLAIM", done, "");
    move(bob, "COMPLETE", done, "");
    for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (int width : new int[] {1440, 1024, 400}) {
        try (var view = admin(width, 900, scheme)) {
          for (var place : List.of("#/tasks", "#/task/" + asked, "#/tasks/waits")) {
            view.go(place);
            if (place.equals("#/tasks")) view.until(card("open", two), "two");
            else view.until("main", "three");
            view.page.waitForTimeout(300);
            var shot = place.replaceAll("#/|/task_.*", "").replace('/', '-') + "-" + width;
            view.picture(shot + "-" + scheme.name().toLowerCase(Locale.ROOT));
            assertThat(view.number("document.documentElement.scrollWidth - innerWidth"))
                .as(shot)
                .isLessThanOrEqualTo(0);
            assertThat(String.valueOf(view.ask(CONTRAST))).as(shot).isEmpty();
          }
          assertThat(view.trouble()).isEmpty();
        }
      }
    }
    try (var view = admin()) {
      view.go("#/agents").page.keyboard().press("g");
      view.page.keyboard().press("t");
      view.until(card("open", one), "one");
      view.until(card("finished", done), "four");
      var focused = "document.activeElement.dataset.task === '%s'";
      view.page.keyboard().press("j");
      view.until(focused.formatted(one));
      view.page.keyboard().press("j");
      view.until(focused.formatted(two));
      view.page.keyboard().press("k");
      view.until(focused.formatted(one));
      view.page.keyboard().press("ArrowRight");
      view.until(focused.formatted(asked));
      view.page.keyboard().press("Enter");
      view.until(".nm", "three");
      view.page.keyboard().press("]");
      view.until(".nm", "four");
      view.page.keyboard().press("Escape");
      view.until(card("finished", done), "four");
    }
  }
}
