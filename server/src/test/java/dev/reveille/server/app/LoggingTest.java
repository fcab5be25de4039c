package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts of strangers in the log. */
class LoggingTest {
  private static final String EVIL =
      "ann\r\n2026-01-01T00:00:00.000Z ERROR Server: all is lost\u001b[2J\u009b31m\u2028x\u202ey";

  private static String logged(String message, @Nullable Throwable thrown) throws Exception {
    var context = new LoggerContext();
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LoggingTest.class.getResource("/logback.xml"));
    var root = context.getLogger("ROOT");
    var event = new LoggingEvent("x", root, Level.ERROR, message, thrown, new Object[] {EVIL});
    var appender = (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
    return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void what_is_logged_of_a_stranger_stays_within_its_line() throws Exception {
    assertThat(logged("{} came", null))
        .matches("[^\n]* ERROR ROOT: ann\\?\\?2026[^\n]*lost\\?\\[2J\\?31m\\?x\\?y came\\n");
  }

  @Test
  void the_message_of_an_exception_begins_no_line_either() throws Exception {
    var text = logged("failed", new IllegalStateException(EVIL, new RuntimeException(EVIL)));
    var lines = text.stripTrailing().split("\n", -1);
    assertThat(lines[0]).endsWith("ROOT: failed");
    assertThat(lines[1])
        .startsWith("java.lang.IllegalStateException: ann? | 2026-01-01")
        .endsWith("lost?[2J?31m?x?y");
    for (int i = 2; i < lines.length; i++) assertThat(lines[i]).matches("(\t|Caused by: ).*");
    assertThat(text).contains("Caused by: java.lang.RuntimeException: ann?").contains("\tat ");
    assertThat(text.split("at dev.reveille", -1)).as("once").hasSizeLessThan(8);
  }

  @Test
  void a_token_is_never_logged() throws Exception {
    var token = "rvl_abcdefghjk_" + "m".repeat(38);
    assertThat(logged("shown: " + token, new IllegalStateException("at " + token)))
        .doesNotContain("mmm")
        .contains("shown: [REDACTED:reveille_token]\n")
        .contains("at [REDACTED:reveille_token]");
  }
}
