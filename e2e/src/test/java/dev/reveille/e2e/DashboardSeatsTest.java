package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import dev.reveille.client.AdminClient;
import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatOrders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seats, the wake journal and the morning report, as a person sees and uses them. All tests look at
 * one server on which one seat was woken: a new seat is followed only after a minute.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardSeatsTest extends InBrowser {
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  @SuppressWarnings("NullAway.Init")
  private ServerProcess server;

  @SuppressWarnings("NullAway.Init")
  private WireAgent bob;

  private String key = "";
  private String ada = "";
  private String kit = "";
  private String pia = "";
  private String lee = "";

  DashboardSeatsTest(@TempDir Path folder) {
    super(folder);
  }

  @BeforeAll
  void begin() throws IOException {
    var settings = new HashMap<>(ServerProcess.NO_LIMITS);
    settings.put("SEATS_SCRIPTED", "true");
    settings.put("SEATS_SILENT_S", "10");
    settings.put("WAKE_WINDOW_S", "0");
    settings.put("WAKE_REFRACTORY_S", "0");
    server = ServerProcess.start(folder.resolve("data"), 0, settings);
    key = Files.readString(server.data().resolve("admin.key")).strip();
    bob = WireAgent.keyed(server.uri(), "bob", Identity.generate());
    ada = seat("ada", 40, "seat one");
    kit = seat("kit", 40, HOSTILE);
    pia = seat("pia", 40, "");
    lee = seat("lee", 40, "");
    order(new SeatOrders.ResumeSeat(ada, false));
    order(new SeatOrders.BenchSeat(kit));
    try (var view = admin("#/seats")) {
      wake(view);
      say(bob, ada, "still at it?");
    }
  }

  @AfterAll
  void end() {
    bob.close();
    server.close();
  }

  private void order(AdminOrder order) {
    try (var admin = AdminClient.connect(server.uri(), key, Duration.ofSeconds(20))) {
      assertThat(admin.order(order).success()).isTrue();
    }
  }

  /** Defines the seat of a new agent that has left a handoff. */
  private String seat(String name, int wakes, String handoff) {
    try (var agent = WireAgent.keyed(server.uri(), name, Identity.generate())) {
      order(
          new SeatOrders.AddSeat(
              agent.id(),
              "scripted",
              "/secret-folder",
              List.of("secret-command"),
              List.of("A=secret"),
              null,
              true,
              Priority.NORMAL,
              wakes,
              null));
      if (!handoff.isEmpty()) {
        agent.send(
            new JsonText()
                .field("type", "SEAT_HANDOFF")
                .field("done", handoff)
                .field("next", "the **rest**"));
        agent.await("SEAT");
      }
      return agent.id();
    }
  }

  private Chromium.View admin(int width, int height, ColorScheme scheme, String place) {
    var view = chromium.open(server, width, height, scheme);
    view.go(place);
    view.page.evaluate(
        "async token => { await fetch('/api/login', {method: 'POST', headers: {'Content-Type':"
            + " 'application/json'}, body: JSON.stringify({token})}); }",
        key);
    view.page.reload();
    view.page.waitForSelector(".live.on:visible");
    return view;
  }

  private Chromium.View admin(String place) {
    return admin(1440, 900, ColorScheme.LIGHT, place);
  }

  private static String row(String seat) {
    return "[data-seat='" + seat + "']";
  }

  /**
   * Lets ada fall idle, and wakes her by mail. A seat that was defined a moment ago is not followed
   * yet, so the mail is repeated.
   */
  private void wake(Chromium.View view) {
    view.go("#/seats").until(row(ada), "Idle");
    for (int i = 0; i < 60; i++) {
      say(bob, ada, "row " + i + " is wrong");
      view.page.waitForTimeout(2_000);
      if (view.text(row(ada)).contains("Active")) return;
    }
    throw new AssertionError("nobody woke her");
  }

  @Test
  void seats_stand_by_need_and_move_as_it_happens_and_the_journal_says_why() {
    try (var view = admin("#/seats")) {
      view.until(row(kit), "Benched");
      view.until(row(pia), "Never started");
      view.until(".seats .group", "Out of play");
      order(new SeatOrders.ResumeSeat(pia, false));
      view.until(row(pia), "Active");
      view.until(row(ada) + " .budget", "of 40");
      view.page.locator(row(ada) + " [data-open]").click();
      view.until(".dec.woken", "Mail is unread");
      view.until(".dec:not(.woken)", "A turn runs");
      view.page.locator(".dec.woken .dec-line").first().click();
      view.until(".ladder .reached", "turn started");
      assertThat(view.page.locator(".ladder li:not(.reached)").allInnerTexts())
          .anyMatch(step -> step.contains("retrieved"))
          .anyMatch(step -> step.contains("acted"));
      view.until(".inputs", "of 40");
      view.page.locator(".evidence button", withText("Replay the decision")).click();
      view.until(".replayed", "The same answer today.");
      view.page.locator("[aria-label='Why not at']").fill("25:00");
      view.page.keyboard().press("Enter");
      view.until(".answer", "such as 03:10");
      var now = String.valueOf(view.ask("new Date().toISOString().slice(11, 16)"));
      view.page.locator("[aria-label='Why not at']").fill(now);
      view.page.keyboard().press("Enter");
      view.until(".answer .verdict", "oken");
      view.until(".handoff", "seat one");
      view.until(".handoff .md b", "rest");
      view.picture("seat");
      view.go("#/activity").until(".entry", "was woken because mail is unread");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_return_begins_with_the_report_and_its_counts_lead_to_their_lists() {
    try (var view = admin("#/morning")) {
      view.until(".headline", "seat");
      assertThat(view.page.locator(".headline button", withText("Mark as read")).count()).isZero();
      // The viewer left an hour ago.
      view.page.evaluate(
          "() => { sessionStorage.clear(); localStorage.setItem('seen', Date.now() - 3600000); }");
      view.page.evaluate(
          "() => { addEventListener('pagehide', () => localStorage.setItem('seen', Date.now() - 3600000)); }");
      view.page.navigate("about:blank");
      view.go("");
      view.until(".morning .headline", "You were away for 1h");
      view.until(".counts", "wake");
      view.until("#m-woken", "Mail is unread");
      view.until("#m-night .lane", "");
      view.until("#m-cost", "not metered");
      view.until("#m-recovery", "100 %");
      view.page.locator(".counts a", withText("wake")).first().click();
      view.until("document.activeElement.id === 'm-woken'");
      view.page.locator(".headline button", withText("Mark as read")).click();
      view.until("!document.querySelector('.headline').innerText.includes('away')");
      view.page.evaluate(
          "() => navigator.clipboard.writeText = async text => { window.copied = text; }");
      view.page.locator(".headline button", withText("Copy as Markdown")).click();
      view.until(".headline button", "Copied");
      assertThat(String.valueOf(view.ask("window.copied"))).contains("## Woken: ");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_guest_sees_states_and_counts_and_no_text() {
    try (var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/seats")) {
      view.until(row(ada), "ada");
      view.go("#/seat/" + kit).until(".idhead", "Benched");
      view.until(".journal, .did", "Administrators see the wake journal");
      assertThat(view.text("body")).doesNotContain("onerror").doesNotContain("secret");
      view.go("#/morning").until(".headline", "seat");
      view.until("#m-needs", "Administrators see what it is");
      view.picture("morning-guest");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void seats_fit_every_width_and_are_used_by_keyboard_in_light_and_dark() {
    try (var view = admin("#/seats")) {
      view.until(row(ada), "ada");
      focus(view, ada);
      view.page.keyboard().press("Enter");
      view.until(".nm", "ada");
      view.until(".dec.woken", "Mail is unread");
      view.page.keyboard().press("j");
      view.until("document.activeElement.matches('.dec')");
      view.page.keyboard().press("Enter");
      view.until(".evidence", "Replay");
      view.page.keyboard().press("Escape");
      view.until(row(kit), "kit");
      focus(view, kit);
      view.page.keyboard().press("Enter");
      view.until(".nm", "kit");
      view.until(".handoff", HOSTILE);
      view.page.keyboard().press("Escape");
      view.until(row(ada), "ada");
      view.page.keyboard().press("g");
      view.page.keyboard().press("m");
      view.until(".headline", "seat");
    }
    for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (int width : new int[] {1440, 1024, 400}) {
        try (var view = admin(width, 900, scheme, "#/seats")) {
          for (var place : List.of("#/seats", "#/seat/" + ada, "#/morning")) {
            view.go(place);
            view.until("main", "ada");
            if (place.startsWith("#/seat/")) {
              view.page.locator(".dec.woken .dec-line").first().click();
            }
            view.page.waitForTimeout(400);
            var shot = place.replaceAll("#/|/@.*", "") + "-" + width;
            view.picture(shot + "-" + scheme.name().toLowerCase(Locale.ROOT));
            assertThat(view.number("document.documentElement.scrollWidth - innerWidth"))
                .as(shot)
                .isLessThanOrEqualTo(0);
            assertThat(String.valueOf(view.ask(CONTRAST))).as(shot).isEmpty();
          }
          assertThat(view.trouble()).isEmpty();
        }
      }
    }
  }

  /** Goes down the list by key until this seat has the focus. */
  private static void focus(Chromium.View view, String seat) {
    for (int i = 0; i < 10; i++) {
      view.page.keyboard().press("j");
      if (seat.equals(view.ask("document.activeElement.dataset.seat"))) return;
    }
    throw new AssertionError(seat + " never had the focus");
  }

  @Test
  void what_needs_a_person_has_buttons_of_equal_weight_and_is_gone_when_it_is_done() {
    gate("CLOSED");
    try (var view = admin("#/morning")) {
      view.until("#m-needs", "The gate is CLOSED");
      var open = view.page.locator("#m-needs button", withText("Open the gate"));
      var later = view.page.locator("#m-needs button", withText("Not for 8 hours"));
      assertThat(open.getAttribute("class")).isEqualTo(later.getAttribute("class"));
      assertThat(view.ask("document.activeElement.closest('#m-needs') === null")).isEqualTo(true);
      view.picture("needs");
      open.click();
      view.until("!document.querySelector('#m-needs').innerText.includes('The gate is')");
      view.go("#/seats").until(row(ada), "ada");
      assertThat(view.page.locator(".notice.bad").count()).isZero();
      assertThat(view.trouble()).isEmpty();
    }
  }

  private void gate(String state) {
    try (var view = admin("#/morning")) {
      view.page.evaluate(
          "async ([key, state]) => { await fetch('/ops/gate', {method: 'POST', headers:"
              + " {'Content-Type': 'application/json', 'X-Admin-Key': key}, body:"
              + " JSON.stringify({state, reason: 'maintenance'})}); }",
          List.of(key, state));
    }
  }

  @Test
  void the_past_shows_the_states_of_then() {
    try (var view = admin("#/seats")) {
      order(new SeatOrders.ResumeSeat(lee, false));
      view.until(row(lee), "Active");
      var before = view.ask("Date.now()");
      order(new SeatOrders.BenchSeat(lee));
      view.until(row(lee), "Benched");
      view.page.waitForTimeout(5_500);
      view.page.evaluate("async at => (await import('/live.js')).look(at)", before);
      view.until(".past", "You look at");
      view.until(row(lee), "Active");
      view.until(row(lee), "not known for then");
      view.page.keyboard().press("l");
      view.until(row(lee), "Benched");
      assertThat(view.trouble()).isEmpty();
    }
  }
}
