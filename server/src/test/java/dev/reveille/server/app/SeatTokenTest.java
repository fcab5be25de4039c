package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The rights of a token about seats, on a real server. */
class SeatTokenTest extends TokenFixture {
  @Test
  void a_token_of_an_administrator_lists_seats_and_cannot_say_what_is_executed() {
    var made = make("boss", "observe", "admin");
    try (var boss = join(made)) {
      boss.ask("ADMIN_SEAT_LIST");
      assertThat(boss.next("ADMIN_RESULT").path("total").asInt(-1)).isZero();
      boss.ask("ADMIN_SEAT_ADD", "identity", "boss", "harness", "scripted");
      assertError(boss.next("ERROR"), "NOT_ALLOWED", "needs the admin key");
      boss.ask(
          "ADMIN_SEAT_ADD", "admin_key", token(made), "identity", "boss", "harness", "scripted");
      assertError(boss.next("ERROR"), "NOT_ALLOWED", "needs the admin key");
    }
    order(admin, "ADMIN_SEAT_ADD", "identity", "boss", "harness", "scripted");
    assertError(admin.next("ERROR"), "INVALID_MSG", "no harness scripted");
  }

  @Test
  void a_token_without_the_scope_seat_cannot_change_a_seat() {
    try (var reader = join(make("reader", "observe"))) {
      reader.ask("SEAT_GET");
      assertThat(reader.next("SEAT").path("request").asString("")).isEqualTo("SEAT_GET");
      reader.ask("SEAT_FULL");
      assertError(reader.next("ERROR"), "NOT_ALLOWED", "SEAT_FULL needs a token");
    }
  }
}
