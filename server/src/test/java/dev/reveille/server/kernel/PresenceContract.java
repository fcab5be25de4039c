package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every presence. */
abstract class PresenceContract {
  abstract Presence presence();

  private static SessionId session(long number) {
    return new SessionId("n", number);
  }

  private static Presence.Agent agent(String id, String name, long session) {
    return new Presence.Agent(id, name, session(session), false, null, false, "online", null, 0);
  }

  private static Presence.Member member(String id, long session) {
    return new Presence.Member(id, "x", session(session), false);
  }

  @Test
  void agents_are_found_by_id_and_by_name_in_any_case() {
    presence().put(agent("@a", "Ann", 1));
    presence().put(agent("@b", "ann", 2));
    assertThat(presence().agent("@a")).hasValue(agent("@a", "Ann", 1));
    assertThat(presence().named("ANN")).extracting(Presence.Agent::id).containsExactly("@a", "@b");
    assertThat(presence().agents()).hasSize(2);
  }

  @Test
  void a_new_name_replaces_the_old() {
    presence().put(agent("@a", "Ann", 1));
    presence().put(agent("@a", "Bea", 1));
    assertThat(presence().named("ann")).isEmpty();
    assertThat(presence().named("bea")).hasSize(1);
  }

  @Test
  void a_late_removal_by_an_old_session_does_not_remove_the_new_one() {
    presence().put(agent("@a", "Ann", 1));
    presence().put(agent("@a", "Ann", 2));
    presence().remove("@a", session(1));
    assertThat(presence().agent("@a")).isPresent();
    presence().remove("@a", session(2));
    assertThat(presence().agent("@a")).isEmpty();
    assertThat(presence().named("ann")).isEmpty();
  }

  @Test
  void a_roster_keeps_the_order_of_entry() {
    presence().enter("#x", member("@c", 1));
    presence().enter("#x", member("@a", 2));
    presence().enter("#x", member("@b", 3));
    presence().exit("#x", "@a", session(2));
    assertThat(presence().roster("#x"))
        .extracting(Presence.Member::agent)
        .isEqualTo(List.of("@c", "@b"));
    assertThat(presence().count("#x")).isEqualTo(2);
    assertThat(presence().count("#none")).isZero();
    assertThat(presence().isIn("#x", "@b", session(3))).isTrue();
    assertThat(presence().isIn("#x", "@b", session(4))).isFalse();
    assertThat(presence().isIn("#x", "@a", session(2))).isFalse();
  }

  @Test
  void a_late_exit_of_an_old_session_does_not_put_the_new_one_out() {
    presence().enter("#x", member("@a", 1));
    presence().enter("#x", member("@a", 2));
    presence().exit("#x", "@a", session(1));
    assertThat(presence().roster("#x")).containsExactly(member("@a", 2));
  }

  private static Presence.Side side(String agent, long session, String name) {
    return new Presence.Side(agent, session(session), name, null, null, 0, List.of());
  }

  @Test
  void side_sessions_are_listed_in_order_and_are_not_present() {
    presence().open(side("@a", 1, "one"));
    presence().open(side("@a", 2, "two"));
    presence().open(side("@b", 3, "three"));
    presence().open(side("@a", 1, "renewed"));
    assertThat(presence().sides("@a"))
        .containsExactlyInAnyOrder(side("@a", 1, "renewed"), side("@a", 2, "two"));
    assertThat(presence().sides()).isEqualTo(3);
    assertThat(presence().agents()).isEmpty();
    assertThat(presence().agent("@a")).isEmpty();
    assertThat(presence().hasSession("@a")).isTrue();
    presence().close("@a", session(1));
    presence().close("@a", session(3));
    assertThat(presence().sides("@a")).containsExactly(side("@a", 2, "two"));
    presence().close("@a", session(2));
    presence().close("@nobody", session(2));
    assertThat(presence().hasSession("@a")).isFalse();
    assertThat(presence().sides()).isEqualTo(1);
    presence().put(agent("@a", "Ann", 9));
    assertThat(presence().hasSession("@a")).isTrue();
  }
}
