package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Revocation;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The limit of side sessions, and the events that close them. */
class SideClosingTest extends SideFixture {
  @Test
  void the_seventeenth_is_refused_and_may_come_when_another_left() {
    var sides = new ArrayList<SimulatedAgent>();
    for (int i = 0; i < 16; i++) sides.add(side());
    assertThat(sides).allMatch(SimulatedAgent::isIn);
    var late = side();
    assertThat(errors(late)).containsExactly(ErrorCode.RATE_LIMITED);
    assertThat(late.isGone()).isTrue();
    assertThat(body().isIn()).as("a body is no side session").isTrue();
    assertThat(side(OTHER).isIn()).as("another identity").isTrue();
    sides.getFirst().vanish();
    chat.run();
    assertThat(side().isIn()).isTrue();
    assertThat(chat.node().parts().presence().sides()).isEqualTo(17);
  }

  @Test
  void a_kick_and_a_ban_close_them_also_without_a_body() {
    var side = side();
    order(new AdminOrder.Kick(ADA, "enough"));
    assertThat(got(side, ServerMessage.Kicked.class)).hasSize(1);
    assertThat(side.isGone()).isTrue();
    var body = body();
    var sides = List.of(side(), side());
    order(new AdminOrder.Kick(ADA, "again"));
    assertThat(sides).allMatch(SimulatedAgent::isGone);
    assertThat(body.isGone()).isTrue();
    assertThat(chat.rest()).as("nothing is held for it").isZero();
  }

  @Test
  void a_revoked_key_closes_them_and_a_rotation_closes_all_but_the_one_that_asked() {
    var key = SeededIdentity.of(40);
    var side = side(key);
    var other = side(key);
    say(side, "#general", "known here");
    var next = key.rotatedTo(SeededIdentity.of(41), 7);
    ask(side, new ClientMessage.RotateKey(next.rotation()));
    assertThat(got(side, ServerMessage.KeyRotated.class)).hasSize(1);
    assertThat(side.isIn()).isTrue();
    assertThat(other.isGone()).isTrue();
    assertThat(errors(other)).containsExactly(ErrorCode.NOT_ALLOWED);
    say(side, "#general", "with a new key");
    assertThat(side.echoes()).hasSize(2);
    var third = side(next);
    ask(third, new ClientMessage.RevokeKey(Revocation.sign(next, "stolen", 9)));
    assertThat(side.isGone()).isTrue();
    assertThat(third.isGone()).isTrue();
    assertThat(got(third, ServerMessage.KeyRevoked.class)).isNotEmpty();
    assertThat(side(next).isIn()).isFalse();
  }

  @Test
  void a_revoked_or_expired_token_closes_its_sessions_and_no_others() {
    var first = token("ci", true, 0);
    var second = token("ci", false, 600);
    var one = byToken(first);
    var two = byToken(second);
    assertThat(List.of(one, two)).allMatch(SimulatedAgent::isIn);
    say(one, "#general", "by token");
    assertThat(one.echoes()).hasSize(1);
    order(new TokenMessages.RevokeToken(TokenText.parse(first).orElseThrow().id()));
    assertThat(one.isGone()).isTrue();
    assertThat(two.isIn()).isTrue();
    pass(Duration.ofSeconds(601));
    assertThat(two.isGone()).isTrue();
    assertThat(errors(two)).containsExactly(ErrorCode.AUTH_REQUIRED);
  }

  private SimulatedAgent byToken(String token) {
    var side = chat.connect("ci");
    side.send(ClientMessage.Identify.byToken("", token, false).withSide(true));
    chat.run();
    return side;
  }

  @Test
  void a_side_session_that_floods_is_disconnected_with_all_sessions_of_its_agent() {
    chat =
        SimulatedNode.with(
            new Random(5), "moderation.default { flood-repeats = 3, mute-seconds = 1 }");
    var body = body();
    var quiet = side();
    var side = side();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) say(side, "#general", "buy");
      pass(Duration.ofSeconds(2));
    }
    assertThat(errors(side)).containsOnly(ErrorCode.RATE_LIMITED).hasSize(3);
    assertThat(List.of(side, quiet, body)).allMatch(SimulatedAgent::isGone);
    assertThat(got(quiet, ServerMessage.Kicked.class)).hasSize(1);
  }

  @Test
  void a_word_to_everybody_is_not_for_side_sessions() {
    var body = body();
    var side = side();
    int before = side.known().size();
    order(new AdminOrder.Motd("tea is ready", false));
    assertThat(got(body, ServerMessage.MotdUpdate.class)).hasSize(1);
    assertThat(types(side, before)).isEmpty();
    order(new AdminOrder.Motd("closing", true));
    pass(Duration.ofSeconds(1));
    assertThat(side.isGone()).as("maintenance closes every connection").isTrue();
  }
}
