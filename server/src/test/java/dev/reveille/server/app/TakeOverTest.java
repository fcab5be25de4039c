package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second connection of an agent that is connected already. */
class TakeOverTest {
  private static final long WAIT = 250;

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server =
        ServerFixture.start(
            folder,
            "TAKEOVER_WAIT_MS",
            String.valueOf(WAIT),
            "TRUSTED_PROXIES",
            "127.0.0.1",
            "AGENTCHAT_CB_POLL_MS",
            "5");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_old_body_is_told_and_closed_and_the_new_one_is_welcomed_after_the_wait() {
    var identity = Identity.generate();
    try (var watcher = TestAgent.join(server, "watcher");
        var old = TestAgent.join(server, "double", identity);
        var fresh = TestAgent.connect(server, "X-Forwarded-For", "203.0.113.7, 10.0.0.1")) {
      watcher.soFar();
      long before = System.nanoTime();
      fresh.identify("double", identity);
      fresh.next("WELCOME");
      assertThat(Duration.ofNanos(System.nanoTime() - before).toMillis())
          .isGreaterThanOrEqualTo(WAIT);
      var displaced = old.next("SESSION_DISPLACED");
      assertThat(TestAgent.fields(displaced)).containsExactly("type", "ts", "reason", "new_ip");
      assertThat(displaced.path("reason").asString()).contains("Another connection");
      assertThat(displaced.path("new_ip").asString()).isEqualTo("203.0.113.7");
      assertThat(old.closeCode()).isEqualTo(1000);
      fresh.soFar();
      assertThat(watcher.soFar().stream().map(TakeOverTest::brief))
          .containsExactly(
              "AGENT_LEFT #general",
              "AGENT_LEFT #agents",
              "AGENT_LEFT #discovery",
              "MSG double went offline",
              "AGENT_JOINED #general",
              "AGENT_JOINED #agents",
              "AGENT_JOINED #discovery",
              "MSG double came online");
    }
  }

  private static String brief(tools.jackson.databind.JsonNode m) {
    return TestAgent.type(m)
        + " "
        + (m.has("channel") ? m.path("channel").asString() : TestAgent.content(m));
  }

  @Test
  void while_it_waits_the_new_connection_is_nobody_and_the_old_one_goes_on(@TempDir Path other) {
    var identity = Identity.generate();
    try (var patient = ServerFixture.start(other, "TAKEOVER_WAIT_MS", "60000");
        var old = TestAgent.join(patient, "keeper", identity);
        var fresh = TestAgent.connect(patient)) {
      fresh.identify("keeper", identity);
      fresh.say("#general", "too early");
      assertThat(fresh.next("ERROR").path("code").asString()).isEqualTo("AUTH_REQUIRED");
      assertThat(fresh.soFar()).isEmpty();
      old.say("#general", "still here");
      assertThat(old.soFar().stream().map(TestAgent::content)).containsExactly("still here");
      assertThat(fresh.soFar()).isEmpty();
    }
  }

  @Test
  void the_wait_doubles_when_take_overs_follow_each_other() {
    var identity = Identity.generate();
    try (var first = TestAgent.join(server, "again", identity);
        var second = TestAgent.connect(server);
        var third = TestAgent.connect(server)) {
      second.identify("again", identity);
      second.welcomed();
      long before = System.nanoTime();
      third.identify("again", identity);
      third.next("WELCOME");
      assertThat(Duration.ofNanos(System.nanoTime() - before).toMillis())
          .isGreaterThanOrEqualTo(2 * WAIT);
      first.await("SESSION_DISPLACED");
      second.await("SESSION_DISPLACED");
    }
  }

  @Test
  void the_wait_runs_to_its_end_even_when_the_old_connection_has_left() {
    var identity = Identity.generate();
    try (var watcher = TestAgent.join(server, "witness");
        var old = TestAgent.join(server, "leaver", identity);
        var fresh = TestAgent.connect(server)) {
      long before = System.nanoTime();
      fresh.identify("leaver", identity);
      fresh.soFar();
      old.finish();
      watcher.awaitContent("leaver went offline");
      fresh.next("WELCOME");
      assertThat(Duration.ofNanos(System.nanoTime() - before).toMillis())
          .isGreaterThanOrEqualTo(WAIT);
    }
  }

  @Test
  void a_connection_that_hangs_up_while_it_waits_displaces_nobody() {
    var identity = Identity.generate();
    try (var old = TestAgent.join(server, "stayer", identity)) {
      try (var hasty = TestAgent.connect(server, "X-Forwarded-For", "203.0.113.1")) {
        hasty.identify("stayer", identity);
      }
      try (var next = TestAgent.connect(server, "X-Forwarded-For", "203.0.113.2")) {
        next.identify("stayer", identity);
        next.next("WELCOME");
        assertThat(old.next("SESSION_DISPLACED").path("new_ip").asString())
            .isEqualTo("203.0.113.2");
      }
    }
  }

  @Test
  void of_two_that_wait_the_later_displaces_the_earlier() {
    var identity = Identity.generate();
    try (var old = TestAgent.join(server, "three", identity);
        var second = TestAgent.connect(server);
        var third = TestAgent.connect(server)) {
      second.identify("three", identity);
      second.soFar();
      third.identify("three", identity);
      second.await("WELCOME");
      third.welcomed();
      assertThat(old.closeCode()).isEqualTo(1000);
      assertThat(second.closeCode()).isEqualTo(1000);
      third.say("#general", "last one standing");
      third.awaitContent("last one standing");
    }
  }

  @Test
  void what_the_displaced_session_still_says_has_no_effect() {
    var identity = Identity.generate();
    try (var watcher = TestAgent.join(server, "observer");
        var old = TestAgent.join(server, "ghost", identity);
        var fresh = TestAgent.connect(server)) {
      fresh.identify("ghost", identity);
      var stop = new java.util.concurrent.atomic.AtomicBoolean();
      var chatter =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; !stop.get(); i++) {
                      try {
                        old.say("#general", "old " + i);
                        LockSupport.parkNanos(200_000); // a stream, not a flood
                      } catch (RuntimeException e) {
                        return; // The server has closed: what was to be provoked is over.
                      }
                    }
                  });
      fresh.next("WELCOME");
      stop.set(true);
      join(chatter);
      fresh.soFar();
      var seen = watcher.soFar();
      int offline = -1;
      for (int i = 0; i < seen.size(); i++) {
        if (TestAgent.content(seen.get(i)).equals("ghost went offline")) offline = i;
        if (TestAgent.content(seen.get(i)).startsWith("old ")) {
          assertThat(offline).as("said after it was removed: " + seen.get(i)).isEqualTo(-1);
        }
      }
      assertThat(offline).isNotEqualTo(-1);
      assertThat(TestAgent.content(seen.getLast())).isEqualTo("ghost came online");
    }
  }

  private static void join(Thread thread) {
    try {
      assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
