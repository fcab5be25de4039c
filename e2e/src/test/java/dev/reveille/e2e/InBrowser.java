package dev.reveille.e2e;

import com.microsoft.playwright.Page;
import dev.reveille.protocol.JsonText;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests that look at a packaged server with a real browser, one for all of a class. */
abstract class InBrowser {
  /** Texts that are not dark or light enough for their background: 4.5 to 1, large ones 3 to 1. */
  static final String CONTRAST =
      """
      (() => {
        const rgb = c => (c.match(/[\\d.]+/g) || []).map(Number);
        const light = ([r, g, b]) => {
          const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
          return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
        };
        const behind = el => {
          for (let at = el; at; at = at.parentElement) {
            const c = rgb(getComputedStyle(at).backgroundColor);
            if (c.length && (c.length < 4 || c[3] > 0.99)) return c;
          }
          return [255, 255, 255];
        };
        const bad = new Set();
        for (const el of document.querySelectorAll('body *')) {
          const own = [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim());
          if (!own || !el.checkVisibility() || el.closest('noscript')) continue;
          const style = getComputedStyle(el);
          const a = light(rgb(style.color)), b = light(behind(el));
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) bad.add(el.className + ' ' + el.tagName + ' ' + ratio.toFixed(2));
        }
        return [...bad].join(', ');
      })()
      """;

  @SuppressWarnings("NullAway.Init")
  static Chromium chromium;

  final Path folder;

  InBrowser(Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
  }

  @AfterAll
  static void quit() {
    chromium.close();
  }

  ServerProcess start(int port) {
    return ServerProcess.start(folder.resolve("data"), port, ServerProcess.NO_LIMITS);
  }

  static void say(WireAgent agent, String to, String content) {
    agent.send(new JsonText().field("type", "MSG").field("to", to).field("content", content));
  }

  static String row(WireAgent agent) {
    return "[data-agent='" + agent.id() + "']";
  }

  static Page.LocatorOptions withText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
