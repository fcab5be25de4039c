package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The port for browsers, and how many may follow at once. */
class DashboardPortTest {
  @TempDir Path folder = Path.of("");

  private static ServerSocket socket() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  private Server start(int webPort, String... more) {
    var names = new ArrayList<String>();
    names.add("HOST");
    names.add("127.0.0.1");
    names.add("DASHBOARD_PORT");
    names.add(Integer.toString(webPort));
    for (var each : more) names.add(each);
    return ServerFixture.start(folder, names.toArray(String[]::new));
  }

  @Test
  void the_second_port_answers_as_the_first_one_does() throws Exception {
    int port;
    try (var free = socket()) {
      port = free.getLocalPort();
    }
    try (var server = start(port)) {
      assertThat(server.dashboardUri().getPort()).isEqualTo(port).isNotEqualTo(server.port());
      var second = Web.at(port);
      assertThat(second.get("/").body()).contains("<!doctype html>");
      assertThat(second.get("/api/session").json().path("role").asString("")).isEqualTo("guest");
      assertThat(Web.of(server).get("/api/session").status()).isEqualTo(200);
      try (var stream = second.follow("/api/stream");
          var ann = TestAgent.join(server, "ann")) {
        ann.say("#general", "seen over there");
        stream.await(said -> said.data().contains("seen over there"));
      }
    }
  }

  @Test
  void when_it_is_taken_the_server_starts_all_the_same_and_says_so() throws Exception {
    var log = (Logger) LoggerFactory.getLogger("dev.reveille.server.edge.ws.Listeners");
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try (var taken = socket();
        var server = start(taken.getLocalPort())) {
      assertThat(server.dashboardUri().getPort()).isEqualTo(server.port());
      assertThat(Web.of(server).get("/").status()).isEqualTo(200);
      assertThat(lines.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .anyMatch(
              line ->
                  line.contains(taken.getLocalPort() + " is taken")
                      && line.contains("DASHBOARD_PORT"));
    } finally {
      log.detachAppender(lines);
    }
  }

  @Test
  void no_more_follow_at_once_than_may_and_one_that_leaves_makes_room() throws Exception {
    try (var server = start(0, "DASHBOARD_MAX_STREAMS", "2")) {
      var web = Web.of(server);
      try (var second = web.follow("/api/stream")) {
        try (var first = web.follow("/api/stream")) {
          first.await("hello");
          second.await("hello");
          assertThat(web.get("/api/stream").status()).isEqualTo(503);
          assertThat(web.get("/api/agents").status()).isEqualTo(200);
        }
        while (web.ask("HEAD", "/api/stream", "").status() != 200) Thread.onSpinWait();
        assertThat(second.next()).isNotNull();
      }
    }
  }
}
