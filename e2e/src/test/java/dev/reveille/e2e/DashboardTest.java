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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in a real browser. */
class DashboardTest extends InBrowser {
  private static final List<String> VIEWS =
      List.of("agents", "channel/%23general", "activity", "numbers");

  DashboardTest(@TempDir Path folder) {
    super(folder);
  }

  @Test
  void what_waits_for_a_sleeper_is_shown_by_kind_whatever_mode_and_mute_follow() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server).go("#/agents")) {
      var buffered = row(ada) + " .buffered";
      say(ada, "#general", "@@sleep:600s:buffer@@");
      view.until(row(ada) + " .presence", "sleeping");
      say(bob, ada.id(), "one");
      say(bob, "#general", "hello @ada");
      say(bob, "#general", "two");
      view.until(buffered, "1 DM, 1 mention, 1 channel message buffered");
      say(ada, "#general", "@@sleep:600s@@");
      view.until(row(ada) + " .sleep", "default");
      assertThat(view.text(buffered)).isEqualTo("1 DM, 1 mention, 1 channel message buffered");
      say(ada, "#general", "@@cb:0s@@mine@@sleep:600s@@");
      view.until(buffered, "1 DM, 1 mention, 1 channel message, 1 callback buffered");
      ada.send(new JsonText().field("type", "MUTE").field("agent", bob.id()));
      ada.await("MUTED");
      view.until(
          "document.querySelector(\"" + buffered + "\").innerText === '1 callback buffered'");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_countdown_ticks_the_buffer_rises_and_the_sleeper_comes_online() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/agents")) {
      view.until(row(ada) + " .presence", "online");
      say(ada, "#general", "@@cb:300s@@look at the build");
      say(ada, "#general", "good night @@sleep:9s@@");
      var countdown = row(ada) + " .countdown";
      view.until(countdown, "wakes in");
      int first = seconds(view.text(countdown));
      assertThat(first).isBetween(3, 9);
      view.until(row(ada) + " .presence", "sleeping");
      assertThat(view.text(row(ada) + " .sleep"))
          .containsPattern("at \\d\\d:\\d\\d:\\d\\d · default");
      assertThat(view.text(row(ada) + " .chs")).contains("#general");
      view.until(row(ada) + " .callbacks", "1 callback, next in 4m");
      // The callback's message had no text; the other one is in the line of the last minutes.
      assertThat(view.page.locator(row(ada) + " .spark").getAttribute("aria-label"))
          .isEqualTo("1 message in five minutes");
      say(bob, ada.id(), "one");
      view.until(row(ada) + " .buffered", "1 DM buffered");
      say(bob, ada.id(), "two");
      view.until(row(ada) + " .buffered", "2 DMs buffered");
      view.picture("agents-asleep");
      int second = seconds(view.text(countdown));
      assertThat(second).isLessThan(first);
      view.until(row(ada) + " .presence", "online");
      assertThat(view.page.locator(countdown).count()).isZero();
      view.go("#/activity").until(".entry .text", "woke: 2 buffered");
      view.until(".entry .text", "fell asleep until");
      assertThat(view.text("body")).doesNotContain("one").doesNotContain("build");
      assertThat(view.trouble()).isEmpty();
    }
  }

  private static int seconds(String countdown) {
    var matcher = java.util.regex.Pattern.compile("wakes in (\\d+)s").matcher(countdown);
    assertThat(matcher.find()).as(countdown).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  /** The texts of ada's messages that the page has, in its order. */
  private static List<String> texts(Chromium.View view) {
    var all = new ArrayList<String>();
    var found =
        view.ask(
            "import('/live.js').then(m => m.state.feed.filter(e => e.message &&"
                + " e.message.from_name === 'ada').map(e => e.message.content))");
    if (found instanceof List<?> list) list.forEach(each -> all.add(String.valueOf(each)));
    return all;
  }

  private static void speak(ServerProcess server, int from, int to) {
    try (var ada = WireAgent.guest(server.uri(), "ada")) {
      for (int i = from; i <= to; i++) {
        assertThat(ada.say("#general", "m" + i, "c" + i).path("type").asString()).isEqualTo("MSG");
      }
    }
  }

  private static void untilSaid(Chromium.View view, String text) {
    view.until(
        "import('/live.js').then(m => m.state.feed.some(e => e.message && e.message.content === '"
            + text
            + "'))");
  }

  @Test
  void after_a_restart_and_after_a_kill_the_page_has_every_message_once() {
    var server = start(0);
    int port = server.port();
    try (var view = chromium.open(server).go("#/activity")) {
      speak(server, 1, 30);
      untilSaid(view, "m30");
      assertThat(server.terminate(Duration.ofSeconds(20))).isIn(0, 143);
      view.page.waitForSelector(".live.off:visible");
      server = start(port);
      speak(server, 31, 60);
      untilSaid(view, "m60");
      view.page.waitForSelector(".live.on:visible");
      server.kill();
      view.page.waitForSelector(".live.off:visible");
      server = start(port);
      speak(server, 61, 90);
      untilSaid(view, "m90");
      assertThat(texts(view))
          .isEqualTo(IntStream.rangeClosed(1, 90).mapToObj(i -> "m" + i).toList());
      var ids =
          String.valueOf(
              view.ask("import('/live.js').then(m => m.state.feed.map(e => e.id).join())"));
      var last = ids.substring(ids.lastIndexOf(',') + 1);
      var stored = new ArrayList<String>();
      for (var event :
          Json.read(server.get("/api/events?limit=500").body()).orElseThrow().path("events")) {
        stored.add(event.path("id").asString(""));
        // That ada left may be stored only now.
        if (stored.getLast().equals(last)) break;
      }
      assertThat(String.join(",", stored)).endsWith(ids);
      assertThat(view.page.locator(".agent").count()).isZero();
    } finally {
      server.close();
    }
  }

  @Test
  void only_an_administrator_has_the_kill_switch_and_it_asks_first() throws IOException {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server).go("#/agents")) {
      view.until(row(ada) + " .presence", "online");
      assertThat(view.page.locator(".kill").count()).isZero();
      assertThat(view.text("body")).doesNotContainIgnoringCase("wake up");
      say(ada, "#general", "@@sleep:600s@@");
      view.page.locator(".side button", withText("Log in")).click();
      view.page.locator("input[name=token]").fill("wrong");
      view.page.locator("form.login .main").click();
      view.until(".login .error", "That is not the token");
      view.picture("login");
      view.page
          .locator("input[name=token]")
          .fill(Files.readString(server.data().resolve("admin.key")).strip());
      view.page.keyboard().press("Enter");
      view.until(".side button", "Log out (admin)");
      view.until(row(ada) + " .presence", "sleeping");
      view.page.locator(row(ada) + " .kill").click();
      view.until(".dialog", "is asleep; this ends its session all the same");
      view.page.keyboard().press("Escape");
      view.until("!document.querySelector('dialog')");
      view.page.locator(row(ada) + " .kill").click();
      view.page.locator(".dialog input").fill("runs wild");
      view.picture("kill-switch");
      view.page.locator(".dialog .danger", withText("Kick")).first().click();
      assertThat(ada.await("KICKED").path("reason").asString("")).isEqualTo("runs wild");
      view.until("!document.querySelector(\"" + row(ada) + "\")");
      view.go("#/activity").until(".entry.of-admin .text", "runs wild");
      var cookies = view.page.context().cookies();
      assertThat(cookies).hasSize(1).allMatch(c -> c.httpOnly && !c.secure);
      assertThat(String.valueOf(view.ask("document.cookie + location.href")))
          .doesNotContain("reveille_ticket");
      // A refused login is an answer of the server, which a browser writes to its console.
      assertThat(view.trouble()).allMatch(each -> each.contains("401"));
    }
  }

  @Test
  void hostile_content_is_text_and_runs_nothing() {
    var evil =
        List.of(
            "<img src=x onerror=\"window.owned=1;alert(1)\">",
            "<script>window.owned=2;alert(2)</script>",
            "</title></style><svg onload=alert(3)>",
            "javascript:alert(4) [x](javascript:alert(4))",
            "\"'><iframe srcdoc=\"<script>parent.owned=5</script>\"></iframe>",
            "${alert(6)} {{7*7}} @ada <b>bold</b>",
            "\u202Egnp.exe \u0000 \uD800 \u2028");
    try (var server = start(0);
        var eve = WireAgent.guest(server.uri(), "eve");
        var view = chromium.open(server)) {
      eve.send(
          new JsonText()
              .field("type", "SET_PRESENCE")
              .field("status", "online")
              .field("status_text", evil.getFirst()));
      for (var text : evil) say(eve, "#general", text);
      for (var name : VIEWS) {
        view.go("#/" + name);
        if (name.startsWith("channel")) {
          for (var text : evil.subList(0, 6)) view.until(".m .text", text);
          view.page.locator("input[type=search]").fill("<img");
          view.page.keyboard().press("Enter");
          view.until(".notice", "1 message found");
        }
        if (name.equals("activity")) view.until(".entry .text", evil.getFirst());
        view.picture("hostile-" + name.replaceAll("/.*", ""));
      }
      view.go("#/channel/%3Cimg%20src%3Dx%20onerror%3Dalert(9)%3E");
      view.until(".error", "No such channel");
      view.go("#/activity/%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E");
      assertThat(view.ask("window.owned")).isNull();
      assertThat(
              view.number("document.querySelectorAll('main iframe, main script, main img').length"))
          .isZero();
      // A channel that is not there is an answer of the server, which a browser writes to its
      // console.
      assertThat(view.trouble()).allMatch(each -> each.contains("404"));
    }
  }

  @Test
  void five_hundred_agents_and_two_hundred_events_a_second_do_not_make_it_jump() throws Exception {
    var agents = new ArrayList<WireAgent>();
    var env = new HashMap<>(ServerProcess.NO_LIMITS);
    env.put("MAX_CONNECTIONS", "2000");
    env.put("MAX_CONNECTIONS_PER_IP", "2000");
    try (var server = ServerProcess.start(folder.resolve("data"), 0, env)) {
      for (int i = 0; i < 500; i++) agents.add(WireAgent.guest(server.uri(), "worker-" + i));
      for (int i = 0; i < 500; i += 7) {
        say(agents.get(i), "#general", "@@sleep:" + (300 + i) + "s@@");
      }
      for (int i = 1; i < 4; i++) agents.get(i).join("#discovery", WireAgent.NOTHING_OLD);
      try (var view = chromium.open(server)) {
        for (var name : List.of("agents", "activity", "channel/%23busy")) {
          view.go("#/" + name);
          if (name.equals("agents")) {
            double paint =
                view.number(
                    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
            System.out.printf("dashboard: first paint after %.0f ms%n", paint);
            view.until(".head .about", "500 connected");
            agents
                .get(1)
                .send(new JsonText().field("type", "CREATE_CHANNEL").field("channel", "#busy"));
            agents.get(1).await(m -> m.path("type").asString("").equals("JOINED"));
          }
          view.ask("window.shifts.length = 0");
          long began = System.nanoTime();
          for (int i = 0; i < 800; i++) {
            say(agents.get(1), "#busy", "event " + i);
            long ahead = began + i * 5_000_000L - System.nanoTime();
            if (ahead > 0) Thread.sleep(Duration.ofNanos(ahead));
          }
          double jumped = view.number("window.shifts.reduce((a, b) => a + b, 0)");
          System.out.printf("dashboard: %s layout shift %.4f%n", name, jumped);
          assertThat(jumped).as(name).isLessThan(0.05);
          assertThat(view.number("document.querySelectorAll('.list-row').length")).isLessThan(80);
          view.picture("busy-" + name.replaceAll("/.*", ""));
        }
        assertThat(view.trouble()).isEmpty();
      }
      fiveHundredOnAPhone(server);
    } finally {
      agents.forEach(WireAgent::close);
    }
  }

  private static void fiveHundredOnAPhone(ServerProcess server) {
    try (var view = chromium.open(server, 400, 800, ColorScheme.DARK)) {
      for (var name : List.of("agents", "activity", "channel/%23general")) {
        view.go("#/" + name).until(".list-row, .entry, .m", "");
        assertThat(view.number("document.documentElement.scrollWidth - innerWidth"))
            .as(name)
            .isLessThanOrEqualTo(0);
        assertThat(view.number("document.querySelectorAll('body *').length"))
            .as("hidden members are not rendered: %s", name)
            .isLessThan(4_000);
        assertThat(String.valueOf(view.ask(CONTRAST))).as(name).isEmpty();
        view.picture("busy-phone-" + name.replaceAll("/.*", ""));
      }
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void every_view_fits_a_phone_is_reached_by_keyboard_and_can_be_read_in_light_and_dark() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob-with-a-rather-long-name")) {
      say(ada, "#general", "@bob-with-a-rather-long-name " + "a long message ".repeat(20));
      say(ada, "#general", "@@cb:300s@@later");
      say(bob, "#general", "@@sleep:600s@@");
      say(ada, bob.id(), "for you");
      for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        var look = scheme.name().toLowerCase(java.util.Locale.ROOT);
        try (var view = chromium.open(server, 1200, 700, scheme);
            var phone = chromium.open(server, 390, 800, scheme)) {
          for (var name : VIEWS) {
            var shot = name.replaceAll("/.*", "") + "-" + look;
            for (var each : Map.of("", view, "-phone", phone).entrySet()) {
              var seen = each.getValue().go("#/" + name);
              seen.until("!document.querySelector('.boot')");
              if (name.equals("agents")) seen.until(".countdown", "wakes in");
              if (name.equals("activity")) seen.until(".entry .text", "fell asleep");
              if (name.startsWith("channel")) seen.until(".m .text", "a long message");
              seen.page.waitForTimeout(300);
              seen.picture(shot + each.getKey());
              assertThat(seen.number("document.documentElement.scrollWidth - innerWidth"))
                  .as(shot + each.getKey() + " is wider than the window")
                  .isLessThanOrEqualTo(0);
              assertThat(String.valueOf(seen.ask(CONTRAST))).as(shot).isEmpty();
              assertThat(seen.trouble()).isEmpty();
            }
          }
          byKeyboard(view);
        }
      }
    }
  }

  private static void byKeyboard(Chromium.View view) {
    view.go("#/agents");
    var reached = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      view.page.keyboard().press("Tab");
      reached.add(
          String.valueOf(
              view.ask(
                  "(document.activeElement.innerText || document.activeElement.ariaLabel ||"
                      + " document.activeElement.placeholder || '').trim()")));
      assertThat(view.ask("document.activeElement.matches('body, :focus-visible')"))
          .isEqualTo(true);
    }
    assertThat(String.join("|", reached))
        .contains(
            "Agents", "Activity", "Numbers", "general", "Log in", "Filter agents", "By state");
    view.page.locator(".side nav a", withText("Activity")).focus();
    view.page.keyboard().press("Enter");
    view.until("h1", "Activity");
  }
}
