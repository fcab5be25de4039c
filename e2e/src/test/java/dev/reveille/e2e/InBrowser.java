package dev.reveille.e2e;

import com.microsoft.playwright.Page;
import dev.reveille.protocol.JsonText;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests that look at a packaged server with a real browser, one for all of a class. */
abstract class InBrowser {
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
