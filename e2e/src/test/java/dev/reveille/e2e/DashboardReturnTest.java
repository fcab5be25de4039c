package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitUntilState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard when one leaves and comes back, and on a narrow screen. */
class DashboardReturnTest extends InBrowser {
  /** More than the connections that a browser opens to one server. */
  private static final int VISITS = 9;

  DashboardReturnTest(@TempDir Path folder) {
    super(folder);
  }

  @Test
  void each_return_by_back_follows_again_and_misses_nothing() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server)) {
      for (int i = 1; i <= VISITS; i++) view.go("?visit=" + i + "#/activity");
      for (int i = VISITS - 1; i >= 1; i--) {
        say(ada, "#general", "while visit " + i + " was left");
        // A page that comes from the cache of the browser is shown without being loaded.
        view.page.goBack(new Page.GoBackOptions().setWaitUntil(WaitUntilState.COMMIT));
        view.until("location.search === '?visit=" + i + "'");
        view.page.waitForSelector(".live.on:visible");
        view.until(".entry .text", "while visit " + i + " was left");
      }
      say(ada, "#general", "and afterwards");
      view.until(".entry .text", "and afterwards");
    }
  }

  @Test
  void on_narrow_screens_a_sleepers_row_shows_all_of_itself() throws IOException {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada-with-a-long-name");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server, 400, 800, ColorScheme.LIGHT).go("#/agents")) {
      say(ada, "#general", "@@cb:3000s@@look at the build");
      say(ada, "#general", "good night @@sleep:3000s:buffer@@");
      view.until(row(ada) + " .presence", "sleeping");
      for (int i = 0; i < 12; i++) say(bob, ada.id(), "mail " + i);
      for (int i = 0; i < 12; i++) say(bob, "#general", "news " + i);
      say(bob, "#general", "and " + ada.id() + "?");
      var waiting = "12 DMs, 1 mention, 12 channel messages";
      view.until(row(ada) + " .buffered", waiting);
      view.until(row(ada) + " .callbacks", "1 callback");
      for (int width : new int[] {1100, 800, 400}) {
        view.page.setViewportSize(width, 800);
        assertThat(outside(view, ada)).as("%d pixels", width).isEmpty();
      }
      view.go("#/login")
          .page
          .locator("form.login input[type=password]")
          .fill(Files.readString(server.data().resolve("admin.key")).strip());
      view.page.locator("form.login .main").click();
      view.page.waitForSelector(".live.on:visible");
      view.go("#/agents").page.waitForSelector(row(ada) + " .kill");
      view.until(row(ada) + " .buffered", waiting);
      view.picture("agents-narrow");
      assertThat(outside(view, ada)).isEmpty();
    }
  }

  /** The parts of an agent's row that are not within it, or cut off. */
  private static List<?> outside(Chromium.View view, WireAgent agent) {
    var found =
        view.ask(
            """
            (() => {
              const row = document.querySelector("%s");
              const all = row.getBoundingClientRect();
              const bad = [];
              for (const part of row.querySelectorAll('*')) {
                const box = part.getBoundingClientRect();
                if (!box.width || part.closest('.cut *')) continue;
                if (box.top < all.top - 1 || box.bottom > all.bottom + 1 || box.left < all.left - 1 || box.right > all.right + 1) {
                  bad.push(part.className + ' ' + Math.round(box.top - all.top) + '-' + Math.round(box.bottom - all.top));
                }
              }
              for (const part of row.querySelectorAll('.sleep, .buffered, .callbacks')) {
                if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth) bad.push(part.className + ' is cut off');
              }
              if (document.documentElement.scrollWidth > innerWidth) bad.push('the page is wider than the screen');
              return bad;
            })()
            """
                .formatted(row(agent)));
    return (List<?>) found;
  }
}
