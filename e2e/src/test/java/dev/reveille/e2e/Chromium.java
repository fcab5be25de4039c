package dev.reveille.e2e;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The system's Chromium, without a window. For one thread. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final double PATIENCE_MS = 30_000;

  private final Playwright playwright;
  private final Browser browser;

  Chromium() {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program())
                    .setHeadless(true)
                    // As people have it: pages that one left are kept for a return.
                    .setIgnoreDefaultArgs(List.of("--disable-back-forward-cache"))
                    .setArgs(
                        List.of(
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync")));
  }

  /** Never skipped: without a browser these tests fail and say what to install. */
  private static Path program() {
    var named = System.getenv("REVEILLE_CHROMIUM");
    if (named != null && !named.isEmpty()) return Path.of(named);
    for (var name : NAMES) {
      for (var folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
        var file = Path.of(folder, name);
        if (Files.isExecutable(file)) return file;
      }
    }
    throw new IllegalStateException(
        "No Chromium here. Install it (Debian: apt-get install chromium) or name one in"
            + " REVEILLE_CHROMIUM.");
  }

  /** A window onto a server's dashboard, with cookies of its own. */
  View open(ServerProcess server, int width, int height, ColorScheme scheme) {
    var context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setLocale("en-GB")
                .setTimezoneId("UTC"));
    context.setDefaultTimeout(PATIENCE_MS);
    context.addInitScript(
        """
        window.violations = [];
        window.shifts = [];
        addEventListener('securitypolicyviolation', e => violations.push(e.violatedDirective + ' ' + e.blockedURI));
        new PerformanceObserver(list => {
          for (const e of list.getEntries()) if (!e.hadRecentInput) shifts.push(e.value);
        }).observe({type: 'layout-shift', buffered: true});
        """);
    return new View(context.newPage(), "http://localhost:" + server.port());
  }

  View open(ServerProcess server) {
    return open(server, 1200, 700, ColorScheme.LIGHT);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }

  /** One page, and what went wrong in it. */
  static final class View implements AutoCloseable {
    final Page page;
    private final String address;
    private final List<String> errors = new ArrayList<>();
    private final List<String> dialogs = new ArrayList<>();

    private View(Page page, String address) {
      this.page = page;
      this.address = address;
      page.onPageError(errors::add);
      page.onConsoleMessage(
          message -> {
            if (message.type().equals("error")) errors.add(message.text());
          });
      page.onDialog(
          dialog -> {
            dialogs.add(dialog.message());
            dialog.dismiss();
          });
    }

    View go(String hash) {
      page.navigate(address + "/" + hash);
      page.waitForSelector(".live.on:visible");
      return this;
    }

    String text(String selector) {
      return page.locator(selector).first().innerText();
    }

    /**
     * Waits until this is true in the page. By asking again and again: what the library has for it
     * evaluates text in the page, which the page's policy forbids.
     */
    void until(String expression) {
      long end = System.nanoTime() + (long) (PATIENCE_MS * 1e6);
      while (!Boolean.TRUE.equals(ask("(async () => !!(await (" + expression + ")))()"))) {
        if (System.nanoTime() > end) throw new AssertionError("never true: " + expression);
        page.waitForTimeout(100);
      }
    }

    /** Waits until an element shows this text. */
    void until(String selector, String text) {
      page.locator(selector)
          .filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText(text))
          .first()
          .waitFor();
    }

    Object ask(String expression) {
      return page.evaluate(expression);
    }

    double number(String expression) {
      return ((Number) page.evaluate(expression)).doubleValue();
    }

    /** A picture for people. */
    void picture(String name) {
      var folder = Path.of(System.getProperty("reveille.screenshots", "target/screenshots"));
      page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
    }

    /** Errors of scripts, dialogs, and what the content security policy stopped. */
    List<String> trouble() {
      var all = new ArrayList<>(errors);
      all.addAll(dialogs);
      if (ask("window.violations") instanceof List<?> list) {
        list.forEach(each -> all.add(String.valueOf(each)));
      }
      return all;
    }

    @Override
    public void close() {
      page.context().close();
    }
  }
}
