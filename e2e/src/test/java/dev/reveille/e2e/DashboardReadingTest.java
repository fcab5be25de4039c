package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of the dashboard: complete, in their place, and only for those who may read them. */
class DashboardReadingTest extends InBrowser {
  DashboardReadingTest(@TempDir Path folder) {
    super(folder);
  }

  private static void say(WireAgent agent, int from, int to) {
    for (int i = from; i <= to; i++) {
      assertThat(agent.say("#general", "m" + i, "c" + i).path("type").asString()).isEqualTo("MSG");
    }
  }

  /** The numbers of the rows that are in sight, from top to bottom. */
  private static List<Long> inSight(Chromium.View view) {
    var all = new ArrayList<Long>();
    var seqs =
        view.ask(
            """
            (() => {
              const box = document.querySelector('.list').getBoundingClientRect();
              return [...document.querySelectorAll('.list-row')]
                .filter(r => { const b = r.getBoundingClientRect(); return b.bottom > box.top + 1 && b.top < box.bottom - 1; })
                .filter(r => r.querySelector('.seq'))
                .map(r => r.querySelector('.seq').textContent);
            })()
            """);
    if (seqs instanceof List<?> list) list.forEach(s -> all.add(Long.parseLong(s.toString())));
    return all;
  }

  private static void assertWithoutGap(Chromium.View view) {
    var seen = inSight(view);
    assertThat(seen).hasSizeGreaterThan(5);
    for (int i = 1; i < seen.size(); i++) {
      assertThat(seen.get(i)).as("rows in sight: " + seen).isEqualTo(seen.get(i - 1) + 1);
    }
  }

  private static void scroll(Chromium.View view, String to) {
    view.ask("document.querySelector('.list').scrollTop = " + to);
    view.page.waitForTimeout(150);
  }

  @Test
  void one_scrolls_back_through_a_channel_without_a_gap_and_finds_what_is_far_above() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server, 390, 800, ColorScheme.LIGHT)) {
      say(ada, 1, 700);
      view.go("#/channel/general").until(".m .text", "m700");
      assertWithoutGap(view);
      // As long as one reads above, the end may grow as it likes.
      for (int page = 0; page < 4; page++) {
        scroll(view, "0");
        view.page.waitForTimeout(400);
        assertWithoutGap(view);
        scroll(view, "document.querySelector('.list').scrollTop + 1000");
        assertWithoutGap(view);
      }
      scroll(view, "2000");
      var before = inSight(view);
      assertThat(before.getFirst()).isLessThan(100);
      say(ada, 701, 760);
      view.page.waitForTimeout(500);
      assertThat(inSight(view)).isEqualTo(before);
      scroll(view, "document.querySelector('.list').scrollHeight");
      view.until(".m .text", "m760");
      assertWithoutGap(view);
      view.page.locator("[aria-label=Filter]").click();
      view.page.locator("input[type=search]").fill("M42");
      view.page.keyboard().press("Enter");
      view.until(".notice", "11 messages found");
      view.until(".m .text", "m42");
      view.until(".m .text", "m429");
      view.picture("message");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void what_is_rare_is_found_by_a_filter_and_a_moment_by_its_link_and_on_the_timeline() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server)) {
      say(bob, "#general", "good night @@sleep:600s@@");
      bob.await(m -> m.path("content").asString("").contains("good night"));
      // More than a page loads by itself, so that what was before is in the store only.
      say(ada, 1, 2000);
      var slept =
          Json.read(server.get("/api/events?kind=agent.slept").body())
              .orElseThrow()
              .path("events")
              .get(0);
      var id = slept.path("id").asString("");
      view.go("#/activity").until(".entry .text", "m2000");
      view.page.locator("select").selectOption("agent.slept,agent.woke");
      view.until(".entry .text", "fell asleep until");
      assertThat(view.page.locator(".entry").count()).isEqualTo(1);
      view.page.locator("input[aria-label=Agent]").fill("ada");
      view.until(".empty", "Nothing of that kind");
      view.page.locator("select").selectOption("");
      view.page.locator("input[aria-label=Agent]").fill("");

      view.page.locator("button", withText("Pause")).click();
      say(ada, 2001, 2010);
      view.page.waitForTimeout(500);
      assertThat(view.text("main")).doesNotContain("m2010");
      view.page.locator("button", withText("Go on")).click();
      view.until(".entry .text", "m2010");

      view.go("#/activity/" + id).until(".entry.marked .text", "fell asleep until");
      view.picture("moment");
      view.page.locator("button", withText("Back to now")).click();
      view.until(".entry .text", "m2010");
      view.go("#/activity/123456789").until(".notice", "is not stored any more");

      view.go("#/activity");
      var strip = view.page.locator(".time .strip");
      view.page.waitForTimeout(500);
      strip.click(
          new com.microsoft.playwright.Locator.ClickOptions()
              .setPosition(strip.boundingBox().width / 3, 20));
      view.until(".past", "You look at");
      view.until(".head .about", "the past");
      view.page.waitForSelector(".entry.marked");
      strip.focus();
      view.page.keyboard().press("ArrowLeft");
      view.page.waitForTimeout(300);
      view.page.waitForSelector(".entry.marked");
      // A place that is none is an answer of the server, which a browser writes to its console.
      assertThat(view.trouble()).allMatch(each -> each.contains("400"));
    }
  }

  @Test
  void who_logs_out_sees_nothing_private_any_more_and_another_store_is_begun_anew()
      throws IOException {
    var server = start(0);
    int port = server.port();
    try (var view = chromium.open(server).go("#/login")) {
      try (var ada = WireAgent.guest(server.uri(), "ada");
          var bob = WireAgent.guest(server.uri(), "bob")) {
        ada.send(
            new JsonText()
                .field("type", "CREATE_CHANNEL")
                .field("channel", "#den")
                .field("invite_only", true));
        ada.await("JOINED");
        say(ada, "#den", "sesame among us");
        say(ada, bob.id(), "sesame for you");
        say(ada, "#general", "@@cb:500s@@sesame reminder");
        view.page
            .locator("input[name=token]")
            .fill(Files.readString(server.data().resolve("admin.key")).strip());
        view.page.keyboard().press("Enter");
        view.until(".side button", "Log out (admin)");
        view.go("#/agent/" + ada.id()).until(".pending .text", "sesame reminder");
        view.picture("agent");
        for (var place : List.of("channel/den", "activity", "agent/" + ada.id())) {
          view.go("#/" + place).until("main", "sesame");
          logout(view);
          view.page.waitForTimeout(300);
          assertThat(String.valueOf(view.ask("document.documentElement.outerHTML")))
              .as(place)
              .doesNotContain("sesame");
          assertThat(
                  String.valueOf(
                      view.ask("import('/live.js').then(m => JSON.stringify(m.state.feed))")))
              .doesNotContain("sesame");
          login(view, server);
        }
        logout(view);
        byKeyboard(view, server, ada);
      }
      view.go("#/activity").until(".entry .text", "went");
      assertThat(server.terminate(Duration.ofSeconds(20))).isIn(0, 143);
      view.page.waitForSelector(".live.off:visible");
      Files.move(folder.resolve("data"), folder.resolve("old"));
      server = start(port);
      try (var eve = WireAgent.guest(server.uri(), "eve")) {
        say(eve, "#general", "in a new world");
        view.until(".entry .text", "in a new world");
        assertThat(
                String.valueOf(
                    view.ask("import('/live.js').then(m => JSON.stringify(m.state.feed))")))
            .doesNotContain("ada");
      }
    } finally {
      server.close();
    }
  }

  private static void login(Chromium.View view, ServerProcess server) throws IOException {
    view.page.locator(".side button", withText("Log in")).click();
    view.page
        .locator("input[name=token]")
        .fill(Files.readString(server.data().resolve("admin.key")).strip());
    view.page.keyboard().press("Enter");
    view.until(".side button", "Log out (admin)");
  }

  private static void logout(Chromium.View view) {
    view.page.locator(".side button", withText("Log out")).click();
    view.until(".side button", "Log in");
  }

  /** The kill switch is reached, left and used without a mouse. */
  private static void byKeyboard(Chromium.View view, ServerProcess server, WireAgent agent)
      throws IOException {
    login(view, server);
    view.go("#/agents").until(row(agent) + " .presence", "online");
    view.page.locator(row(agent) + " .kill").focus();
    view.page.keyboard().press("Enter");
    view.page.waitForSelector("dialog");
    assertThat(view.ask("document.activeElement.tagName")).isEqualTo("INPUT");
    for (int i = 0; i < 8; i++) {
      view.page.keyboard().press("Tab");
      assertThat(view.ask("!document.activeElement.closest('main > section > :not(dialog)')"))
          .isEqualTo(true);
    }
    view.page.keyboard().press("Escape");
    view.until("!document.querySelector('dialog')");
    assertThat(String.valueOf(view.ask("document.activeElement.className"))).contains("kill");
  }

  @Test
  void a_channel_shows_who_is_about_to_answer_whom_and_who_is_named() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/channel/general")) {
      var question = bob.say("#general", "who knows, @ada?", "q1").path("msg_id").asString("");
      view.until(".m .mention", "@ada");
      ada.send(
          new JsonText()
              .field("type", "RESPONDING_TO")
              .field("msg_id", question)
              .field("channel", "#general")
              .field("started_at", System.currentTimeMillis()));
      view.until(".m .floor", "ada answers");
      view.until(".head .about", "1 floor claim");
      view.picture("floor");
      ada.send(
          new JsonText()
              .field("type", "MSG")
              .field("to", "#general")
              .field("content", "I do")
              .field("in_reply_to", question));
      view.until(".m .thr", "1 reply");
      view.until("!document.querySelector('.m .floor')");
      view.until(".members", "bob");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void who_is_verified_has_a_badge_and_the_numbers_are_drawn() throws IOException {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server).go("#/agents")) {
      view.until(row(ada) + " .presence", "online");
      assertThat(view.page.locator(".badge").count()).isZero();
      bob.send(
          new JsonText()
              .field("type", "ADMIN_VERIFY")
              .field("admin_key", Files.readString(server.data().resolve("admin.key")).strip())
              .field("agent_id", ada.id())
              .field("verified", true));
      view.until(row(ada) + " .badge", "verified");
      assertThat(view.page.locator(row(bob) + " .badge").count()).isZero();
      say(ada, "#general", "one for the plot");
      view.go("#/numbers");
      for (var title :
          List.of("Messages", "Deliveries", "Agents", "Lateness of callbacks", "Time to commit")) {
        view.until(".plot figcaption", title);
      }
      assertThat(view.page.locator(".plot canvas").count()).isEqualTo(5);
      view.until(
          "import('/live.js').then(m => m.state.seconds.some(s => s.messages > 0 && s.commits > 0"
              + " && s.connected === 2 && s.sleeping === 0))");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void idle_times_are_short_on_the_timeline_and_busy_ones_are_not() {
    try (var server = start(0);
        var view = chromium.open(server).go("#/activity")) {
      var drawn =
          view.ask(
              """
              import('/strip.js').then(m =>
                m.collapsed([5, 0, 1, ...new Array(100).fill(0), 2, 3].map((n, i) => ({from: i, to: i + 1, n})))
                  .map(p => p.from + '-' + p.to + ':' + p.n + '*' + p.wide).join(' '))
              """);
      assertThat(drawn).isEqualTo("0-1:5*1 1-2:0*1 2-3:1*1 3-103:0*3 103-104:2*1 104-105:3*1");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void the_agents_stay_where_they_are_when_they_are_sorted_anew() {
    var agents = new ArrayList<WireAgent>();
    try (var server = start(0)) {
      for (int i = 0; i < 60; i++) agents.add(WireAgent.guest(server.uri(), "worker-" + i));
      try (var view = chromium.open(server).go("#/agents")) {
        view.until(".head .about", "60 connected");
        for (int i = 10; i < 60; i += 10) {
          say(agents.get(i), "#general", "@@sleep:600s@@");
          view.until(".head .about", i / 10 + " asleep");
          assertThat(view.number("document.querySelector('.list').scrollTop")).isZero();
        }
        scroll(view, "1500");
        say(agents.get(5), "#general", "@@sleep:600s@@");
        view.until(".head .about", "6 asleep");
        assertThat(view.number("document.querySelector('.list').scrollTop")).isEqualTo(1500);
        say(agents.get(10), "#general", "awake");
        view.until(".head .about", "5 asleep");
        assertThat(view.number("document.querySelector('.list').scrollTop")).isEqualTo(1500);
        assertThat(view.trouble()).isEmpty();
      }
    } finally {
      agents.forEach(WireAgent::close);
    }
  }
}
