package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import dev.reveille.protocol.Json;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of the page: the time bar, the past, the numbers of hours and days; and its keys. */
class DashboardTimeTest extends InBrowser {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  DashboardTimeTest(@TempDir Path folder) {
    super(folder);
  }

  /** Stores numbers as a server would have that was down for a while. */
  private void seed(ServerProcess server, long now) {
    var sql =
        "INSERT OR REPLACE INTO %s (at, seconds, figures) VALUES (%d, %d, '{\"messages\":%d,\"connected\":%d}')";
    try (var database = DriverManager.getConnection("jdbc:sqlite:" + server.database());
        var statement = database.createStatement()) {
      for (int i = 1; i < 700; i++) {
        if (i > 20 && i < 40) continue;
        long at = now / MINUTE * MINUTE - i * MINUTE;
        statement.addBatch(sql.formatted("numbers_by_minute", at, 60, 600, 300));
      }
      for (int i = 1; i < 160; i++) {
        long at = now / HOUR * HOUR - i * HOUR;
        statement.addBatch(sql.formatted("numbers_by_hour", at, 3600, 7200, 18_000));
      }
      statement.executeBatch();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void numbers_are_drawn_for_five_minutes_an_hour_half_a_day_and_a_week_with_a_legend_each() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT)) {
      seed(server, System.currentTimeMillis());
      say(ada, "#general", "one for the plot");
      view.go("#/numbers");
      for (var range :
          List.of(
              List.of("1", "second by second"),
              List.of("2", "an hour, by minute"),
              List.of("3", "twelve hours, by minute"),
              List.of("4", "seven days, by hour"))) {
        view.page.keyboard().press(range.get(0));
        view.until(".head .about", range.get(1));
        view.until(
            "[...document.querySelectorAll('.plot')].every(p => p.querySelector('.legend i') && p.querySelector('.legend').innerText)");
        if (!range.get(0).equals("1")) {
          var mean = range.get(0).equals("4") ? "2" : "10";
          view.until(
              "[...document.querySelectorAll('.plot .last')][0].innerText === '" + mean + "'");
        }
        view.picture("numbers-" + range.get(0));
      }
      assertThat(view.page.locator(".plot").count()).isEqualTo(5);
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_time_without_a_server_is_a_gap_in_the_plots() {
    try (var server = start(0);
        var view = chromium.open(server).go("#/numbers")) {
      var slots =
          view.ask(
              """
              import('/numbers.js').then(m => m.withGaps([{at: 120, messages: 1}, {at: 180, messages: 0}, {at: 360, messages: 2}], 60, 480)
                .map(s => s.at + (s.gap ? ' gap' : ' ' + s.messages)).join(', '))
              """);
      assertThat(slots).isEqualTo("120 1, 180 0, 240 gap, 300 gap, 360 2");
      var values =
          view.ask(
              """
              import('/numbers.js').then(m => {
                const line = {field: 'late_p50_us', per: 1000, counted: 'fired'};
                return [{gap: true}, {fired: 0, late_p50_us: 0}, {fired: 2, late_p50_us: 1500}, {fired: 1}].map(s => String(m.value(line, s))).join(' ');
              })
              """);
      assertThat(values).isEqualTo("null undefined 1.5 null");
    }
  }

  @Test
  void the_time_bar_moves_the_whole_page_and_nothing_can_be_changed_in_the_past() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT)) {
      var first = ada.say("#general", "early", "1");
      view.go("#/channel/general").until(".m .text", "early");
      view.page.waitForTimeout(1500);
      ada.say("#general", "late", "2");
      view.until(".m .text", "late");
      view.ask("import('/live.js').then(m => m.look(" + (first.path("ts").asLong(0) + 500) + "))");
      view.until(".past", "You look at");
      view.until(
          "[...document.querySelectorAll('.room .m .text')].map(e => e.innerText).join() === 'early'");
      view.until(".time .live", "Past");
      view.page.keyboard().press("g");
      view.page.keyboard().press("a");
      view.until(".past", "Agents are shown as they are now");
      view.page.keyboard().press("g");
      view.page.keyboard().press("v");
      view.until(".entry.marked .text", "early");
      view.page.keyboard().press("l");
      view.until("!document.querySelector('.past')");
      view.until(".entry .text", "late");
      var strip = view.page.locator(".time .strip");
      view.until("document.querySelectorAll('.strip .bar').length > 0");
      strip.click(new Locator.ClickOptions().setPosition(strip.boundingBox().width / 4, 10));
      view.until(".past", "You look at");
      view.page.locator(".past button").click();
      view.until(".time .live.on", "Live");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void messages_of_a_channel_are_told_as_of_a_moment() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada")) {
      for (int i = 1; i <= 40; i++) ada.say("#general", "m" + i, "c" + i);
      var all =
          Json.read(server.get("/api/channels/general/messages?limit=500").body()).orElseThrow();
      for (var each : all.path("messages")) {
        long ts = each.path("ts").asLong(0);
        var then =
            Json.read(server.get("/api/channels/general/messages?limit=500&until=" + ts).body())
                .orElseThrow()
                .path("messages");
        assertThat(then.get(then.size() - 1).path("ts").asLong(0)).isEqualTo(ts);
        assertThat(then.get(0)).isEqualTo(all.path("messages").get(0));
      }
      assertThat(server.get("/api/channels/general/messages?until=1").body())
          .contains("\"messages\":[]");
    }
  }

  @Test
  void keys_open_views_rows_and_lists_and_are_silent_in_a_field() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server).go("#/agents")) {
      view.until(row(bob) + " .presence", "online");
      view.page.keyboard().press("?");
      view.until("dialog", "time back, forward");
      view.page.keyboard().press("Escape");
      view.until("!document.querySelector('dialog')");
      view.page.keyboard().press("j");
      view.until("document.activeElement.dataset.agent === '" + ada.id() + "'");
      view.page.keyboard().press("j");
      view.until("document.activeElement.dataset.agent === '" + bob.id() + "'");
      view.page.keyboard().press("k");
      view.page.keyboard().press("Enter");
      view.until(".idhead .nm", "ada");
      view.page.keyboard().press("]");
      view.until(".idhead .nm", "bob");
      view.page.keyboard().press("[");
      view.until(".idhead .nm", "ada");
      view.page.keyboard().press("Escape");
      view.until("h1", "Agents");
      view.page.keyboard().press("/");
      view.until("document.activeElement.matches('dialog input')");
      view.page.keyboard().type("gener");
      view.until("document.querySelectorAll('.found li').length === 1");
      view.until(".found li", "#general");
      view.page.keyboard().press("Enter");
      view.until("h1", "#general");
      view.page.keyboard().press("g");
      view.page.keyboard().press("n");
      view.until("h1", "Numbers");
      view.page.keyboard().press("g");
      view.page.keyboard().press("a");
      view.page.locator("input[type=search]").click();
      view.page.keyboard().type("gn?/l");
      view.until(".empty", "No agent fits “gn?/l”");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void every_view_fits_every_width() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob-with-a-rather-long-name");
        var view = chromium.open(server)) {
      say(ada, "#general", "```\n" + "a long line of code ".repeat(20) + "\n```");
      say(ada, "#general", "x".repeat(600));
      say(bob, "#general", "@@cb:300s@@later");
      say(ada, "#general", "@@sleep:600s:buffer@@");
      say(bob, "#general", "news");
      for (var name :
          List.of(
              "agents",
              "agent/" + ada.id(),
              "channel/%23general",
              "activity",
              "numbers",
              "login")) {
        view.go("#/" + name);
        for (int width : new int[] {1440, 1241, 1240, 1061, 1060, 901, 900, 400, 320}) {
          view.page.setViewportSize(width, 800);
          view.page.waitForTimeout(60);
          assertThat(view.number("document.documentElement.scrollWidth - innerWidth"))
              .as("%s at %d", name, width)
              .isLessThanOrEqualTo(0);
          var outside =
              view.ask(
                  """
                  [...document.querySelectorAll('.head *, .time *, .tabs *, .agent > *')]
                    .filter(e => e.checkVisibility() && e.getBoundingClientRect().width && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg, .sr, .cut'))
                    .map(e => e.tagName + '.' + e.className).join(', ')
                  """);
          assertThat(outside).as("%s at %d", name, width).isEqualTo("");
          assertThat(view.page.locator(".side").isVisible()).isEqualTo(width > 900);
          assertThat(view.page.locator(".tabs").isVisible()).isEqualTo(width <= 900);
        }
      }
      assertThat(view.trouble()).isEmpty();
    }
  }
}
