package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloorTest {
  private static final long TTL = Duration.ofSeconds(45).toNanos();

  private final Floor floor = new Floor(Duration.ofSeconds(45));

  private static Presence.Member member(String id) {
    return new Presence.Member(id, id.substring(1), new SessionId("test", id.hashCode()), false);
  }

  @Test
  void a_free_floor_is_granted() {
    assertThat(floor.claim("m", member("@b"), 100, 0)).isEqualTo(new Floor.Verdict.Granted(null));
    assertThat(floor.holder("m", 0)).hasValue(new Floor.Claim(member("@b"), 100, 0));
  }

  @ParameterizedTest
  @CsvSource({
    // @b holds the floor since 100
    "@a,  99, granted", // smaller started_at wins
    "@c,  99, granted", // whatever the id is
    "@a, 101, denied", // later loses
    "@a, 100, granted", // equal: the smaller id wins
    "@c, 100, denied", // equal: the greater id loses
    "@c, 99.999, granted", // fractions count
    "@a, -1, granted",
    "@b, 100, denied", // the same agent repeating loses to itself
    "@b, 101, denied",
    "@b,  99, granted", // unless it began earlier
    "@B, 100, granted" // order of ids is that of their characters
  })
  void a_taken_floor_goes_to_the_earlier_claim(String id, double startedAt, String verdict) {
    floor.claim("m", member("@b"), 100, 0);
    var holder = new Floor.Claim(member("@b"), 100, 0);
    var said = floor.claim("m", member(id), startedAt, 5);
    if (verdict.equals("denied")) {
      assertThat(said).isEqualTo(new Floor.Verdict.Denied(holder));
      assertThat(floor.holder("m", 5)).hasValue(holder);
    } else {
      assertThat(said).isEqualTo(new Floor.Verdict.Granted(id.equals("@b") ? null : holder));
      assertThat(floor.holder("m", 5)).hasValue(new Floor.Claim(member(id), startedAt, 5));
    }
  }

  @Test
  void each_message_has_a_floor_of_its_own() {
    floor.claim("m", member("@a"), 1, 0);
    assertThat(floor.claim("n", member("@b"), 2, 0)).isEqualTo(new Floor.Verdict.Granted(null));
    assertThat(floor.size(0)).isEqualTo(2);
  }

  @Test
  void a_claim_ends_exactly_when_its_time_is_over() {
    floor.claim("m", member("@a"), 1, 7);
    assertThat(floor.claim("m", member("@b"), 2, 7 + TTL - 1))
        .isInstanceOf(Floor.Verdict.Denied.class);
    assertThat(floor.claim("m", member("@b"), 2, 7 + TTL))
        .isEqualTo(new Floor.Verdict.Granted(null));
  }

  @Test
  void time_begins_anew_with_a_claim_that_wins() {
    floor.claim("m", member("@b"), 9, 0);
    floor.claim("n", member("@c"), 9, 1);
    floor.claim("m", member("@a"), 8, 10);
    assertThat(floor.holder("m", TTL)).isPresent();
    assertThat(floor.holder("n", TTL + 1)).isEmpty();
    assertThat(floor.holder("m", TTL + 9)).isPresent();
    assertThat(floor.holder("m", TTL + 10)).isEmpty();
  }

  @Test
  void release_ends_all_claims_of_that_session_and_no_other() {
    floor.claim("m", member("@a"), 1, 0);
    floor.claim("n", member("@a"), 1, 0);
    floor.claim("o", member("@b"), 1, 0);
    floor.release(member("@a").session());
    assertThat(floor.holder("m", 1)).isEmpty();
    assertThat(floor.holder("n", 1)).isEmpty();
    assertThat(floor.holder("o", 1)).isPresent();
  }

  @Test
  void what_was_taken_by_another_is_not_ended_by_the_former_holders_release() {
    floor.claim("m", member("@b"), 2, 0);
    floor.claim("m", member("@a"), 1, 0);
    floor.release(member("@b").session());
    assertThat(floor.holder("m", 1).orElseThrow().holder()).isEqualTo(member("@a"));
  }

  @Test
  void one_agent_holds_a_bounded_number_of_claims_until_some_end() {
    for (int i = 0; i < Floor.MAX_PER_SESSION; i++) floor.claim("m" + i, member("@a"), 1, i);
    assertThat(floor.claim("more", member("@a"), 1, 40)).isInstanceOf(Floor.Verdict.TooMany.class);
    assertThat(floor.claim("m0", member("@a"), 0.5, 40))
        .as("one of its own, earlier")
        .isInstanceOf(Floor.Verdict.Granted.class);
    assertThat(floor.claim("more", member("@b"), 1, 40)).isInstanceOf(Floor.Verdict.Granted.class);
    assertThat(floor.claim("most", member("@a"), 1, TTL + 1))
        .isInstanceOf(Floor.Verdict.Granted.class);
  }

  @Test
  void a_channel_holds_a_bounded_number_of_claims_until_some_end() {
    for (int i = 0; i < Floor.MAX_CLAIMS; i++) floor.claim("m" + i, member("@a" + i), 1, 0);
    assertThat(floor.claim("more", member("@z"), 1, 1)).isInstanceOf(Floor.Verdict.TooMany.class);
    assertThat(floor.claim("m5", member("@z"), 0.5, 1)).isInstanceOf(Floor.Verdict.Granted.class);
    assertThat(floor.claim("more", member("@z"), 1, TTL)).isInstanceOf(Floor.Verdict.Granted.class);
    assertThat(floor.size(TTL)).isEqualTo(2);
  }

  @Test
  void whatever_is_claimed_and_released_the_holder_is_who_a_plain_list_of_claims_says() {
    SeededRuns.check(
        300,
        random -> {
          var tested = new Floor(Duration.ofNanos(20));
          var model = new HashMap<String, Floor.Claim>();
          long now = random.nextLong();
          for (int i = 0; i < 200; i++) {
            now += random.nextInt(4);
            long time = now;
            model.values().removeIf(c -> time - c.since() >= 20);
            var agent = member("@" + (char) ('a' + random.nextInt(4)));
            if (random.nextInt(6) == 0) {
              tested.release(agent.session());
              model.values().removeIf(c -> c.holder().equals(agent));
              continue;
            }
            var id = "m" + random.nextInt(5);
            double at = random.nextInt(4);
            var old = model.get(id);
            boolean wins =
                old == null
                    || at < old.startedAt()
                    || (at == old.startedAt() && agent.agent().compareTo(old.holder().agent()) < 0);
            if (wins) model.put(id, new Floor.Claim(agent, at, now));
            assertThat(tested.claim(id, agent, at, now) instanceof Floor.Verdict.Granted)
                .isEqualTo(wins);
            for (int m = 0; m < 5; m++) {
              assertThat(tested.holder("m" + m, now).orElse(null)).isEqualTo(model.get("m" + m));
            }
            assertThat(tested.size(now)).isEqualTo(model.size());
          }
        });
  }
}
