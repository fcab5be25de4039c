package dev.reveille.server.edge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicketsTest {
  private static final long NOW = 1_700_000_000_000L;
  private final Tickets tickets = tickets("secret", "token");

  private static Tickets tickets(String secret, String viewerToken) {
    return new Tickets(secret, Optional.of(viewerToken).filter(token -> !token.isEmpty()));
  }

  @Test
  void a_ticket_is_good_for_its_role_until_its_time_is_over() {
    var ticket = tickets.make(Role.VIEWER, NOW);
    long end = NOW + Tickets.LIFE.toMillis();
    assertThat(tickets.read(ticket, NOW)).contains(Role.VIEWER);
    assertThat(tickets.read(ticket, end)).contains(Role.VIEWER);
    assertThat(tickets.read(ticket, end + 1)).isEmpty();
  }

  @Test
  void a_restart_with_the_same_secret_knows_it_and_another_secret_does_not() {
    var ticket = tickets.make(Role.ADMIN, NOW);
    assertThat(tickets("secret", "token").read(ticket, NOW)).contains(Role.ADMIN);
    assertThat(tickets("secret2", "token").read(ticket, NOW)).isEmpty();
  }

  @Test
  void no_part_of_it_can_be_changed() {
    var ticket = tickets.make(Role.VIEWER, NOW);
    assertThat(tickets.read(ticket.replace("viewer", "admin"), NOW)).isEmpty();
    assertThat(tickets.read(ticket.replaceFirst("\\.1", ".9"), NOW)).isEmpty();
    for (int i = 0; i < ticket.length(); i++) {
      var other = ticket.charAt(i) == 'x' ? 'y' : 'x';
      var changed = ticket.substring(0, i) + other + ticket.substring(i + 1);
      assertThat(tickets.read(changed, NOW)).as(changed).isEmpty();
    }
  }

  @Test
  void another_viewer_token_or_none_ends_the_tickets_of_viewers_and_of_nobody_else() {
    var viewer = tickets.make(Role.VIEWER, NOW);
    var admin = tickets.make(Role.ADMIN, NOW);
    for (var token : List.of("", "token2")) {
      var other = tickets("secret", token);
      assertThat(other.read(viewer, NOW)).isEmpty();
      assertThat(other.read(admin, NOW)).contains(Role.ADMIN);
    }
    assertThat(tickets("secret", "").read(tickets("secret", "").make(Role.VIEWER, NOW), NOW))
        .isEmpty();
  }

  @Test
  void one_that_was_taken_back_is_worthless_and_others_are_not() {
    var mine = tickets.make(Role.ADMIN, NOW);
    var later = tickets.make(Role.ADMIN, NOW + 1);
    tickets.takeBack(mine, NOW);
    assertThat(tickets.read(mine, NOW)).isEmpty();
    assertThat(tickets.read(later, NOW)).contains(Role.ADMIN);
  }

  @Test
  void what_is_no_ticket_takes_no_room_among_those_taken_back() {
    var mine = tickets.make(Role.ADMIN, NOW);
    tickets.takeBack(mine, NOW);
    for (int i = 0; i < 20_000; i++) tickets.takeBack("admin." + (NOW + i) + ".junk", NOW);
    assertThat(tickets.read(mine, NOW)).isEmpty();
  }

  @Test
  void of_very_many_that_were_taken_back_the_oldest_is_forgotten() {
    var first = tickets.make(Role.ADMIN, NOW);
    var second = tickets.make(Role.ADMIN, NOW + 1);
    tickets.takeBack(first, NOW);
    for (int i = 1; i <= 10_000; i++) tickets.takeBack(tickets.make(Role.ADMIN, NOW + i), NOW);
    assertThat(tickets.read(first, NOW)).contains(Role.ADMIN);
    assertThat(tickets.read(second, NOW)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "...", "admin", "admin.9999999999999.", "admin..x", "ä.1.ß"})
  void what_was_never_a_ticket_is_none(String text) {
    assertThat(tickets.read(text, NOW)).isEmpty();
  }
}
