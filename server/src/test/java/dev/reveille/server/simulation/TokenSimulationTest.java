package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.StoredToken;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tokens that are made, shown, revoked and run out at once, under many schedules. */
class TokenSimulationTest {
  private static final Set<Scope> ALL = Set.of(Scope.OBSERVE, Scope.SEND);

  private static AdminOrder wanted(String identity, boolean fresh, long seconds) {
    return new TokenMessages.NewToken("t", ALL, identity, fresh, seconds);
  }

  private static SimulatedAgent order(SimulatedAgent by, AdminOrder order) {
    by.send(new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    return by;
  }

  private static List<ServerMessages.Received.Known> answers(SimulatedAgent agent) {
    return agent.known().stream()
        .filter(
            k ->
                k.message() instanceof ServerMessage.AdminResult
                    || k.message() instanceof ServerMessage.Failure)
        .toList();
  }

  private static @Nullable String token(SimulatedAgent operator) {
    return answers(operator).stream()
        .map(k -> k.json().path("token").asString(""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse(null);
  }

  private static String made(SimulatedNode chat, String identity, boolean fresh, long seconds) {
    var operator = order(chat.connect("operator"), wanted(identity, fresh, seconds));
    chat.run();
    return Optional.ofNullable(token(operator)).orElseThrow();
  }

  private static SimulatedAgent show(SimulatedNode chat, String token) {
    return show(chat, token, false);
  }

  private static SimulatedAgent show(SimulatedNode chat, String token, boolean aside) {
    var agent = chat.connect("bot");
    agent.send(ClientMessage.Identify.byToken("", token, false).withSide(aside));
    return agent;
  }

  private static String id(String token) {
    return TokenText.parse(token).orElseThrow().id();
  }

  private static boolean failedWith(SimulatedAgent agent, ErrorCode code, String text) {
    return agent.known().stream()
        .anyMatch(
            k ->
                k.message() instanceof ServerMessage.Failure f
                    && f.code() == code
                    && f.message().contains(text));
  }

  @Test
  void after_a_revocation_is_acknowledged_no_session_of_the_token_is_left_and_none_comes() {
    SeededRuns.check(
        300,
        random -> {
          var chat = new SimulatedNode(random);
          var first = made(chat, "ci", true, 0);
          var second = made(chat, "ci", false, 0);
          var shown = new ArrayList<SimulatedAgent>();
          if (random.nextBoolean()) {
            shown.add(show(chat, first, random.nextBoolean()));
            chat.run();
          }
          // An IDENTIFY, a take-over and the revocation are under way at once.
          var operator = chat.connect("operator");
          for (int i = 0; i < 3; i++) {
            if (random.nextBoolean()) shown.add(show(chat, first, random.nextBoolean()));
            if (random.nextBoolean()) chat.pass(Duration.ofMillis(random.nextInt(400)));
            if (i == 1) {
              order(
                  operator,
                  random.nextInt(4) == 0
                      ? new TokenMessages.RevokeIdentity("ci")
                      : new TokenMessages.RevokeToken(id(first)));
            }
            if (random.nextBoolean()) chat.stumble();
          }
          chat.run();
          assertThat(answers(operator)).hasSize(1);
          for (var session : shown) session.say("#general", "too late");
          chat.run();
          for (int i = 0; i < 10; i++) {
            chat.pass(Duration.ofSeconds(5));
            chat.run();
          }
          for (var session : shown) {
            assertThat(session.isIn()).isFalse();
            assertThat(session.echoes()).isEmpty();
          }
          var late = show(chat, first);
          chat.run();
          assertThat(failedWith(late, ErrorCode.AUTH_REQUIRED, "Invalid token")).isTrue();
          var reads = chat.store().reads(TokenReads.class);
          var agent = reads.kept().getFirst().agent();
          if (AgentKeys.of(chat.store(), agent).reachable()) {
            var other = show(chat, second);
            chat.run();
            assertThat(other.isIn()).isTrue();
          }
        });
  }

  @Test
  void what_was_acknowledged_survives_a_crash_and_what_was_not_stored_did_not_happen() {
    SeededRuns.check(
        200,
        random -> {
          var chat = new SimulatedNode(random);
          var operators = new ArrayList<SimulatedAgent>();
          for (int i = 0; i < 6; i++) {
            if (random.nextInt(4) == 0) chat.store().failNext(1);
            var name = "ci" + random.nextInt(3);
            operators.add(order(chat.connect("op"), wanted(name, random.nextBoolean(), 0)));
            if (random.nextBoolean()) chat.stumble();
            if (random.nextInt(8) == 0) chat = chat.kill();
          }
          chat.run();
          var after = chat.kill();
          after.run();
          var reads = after.store().reads(TokenReads.class);
          var stored = reads.tokens().stream().map(StoredToken::id).toList();
          for (var operator : operators) {
            assertThat(answers(operator)).hasSizeLessThanOrEqualTo(1);
            var token = token(operator);
            if (token == null) continue;
            assertThat(stored).contains(id(token));
            var bot = show(after, token);
            after.run();
            assertThat(bot.isIn()).isTrue();
            bot.vanish();
            after.run();
          }
          // One live identity of a name, and none without the row of its agent.
          var names = reads.kept().stream().map(k -> k.name()).toList();
          assertThat(names).doesNotHaveDuplicates();
          for (var kept : reads.kept()) {
            assertThat(AgentKeys.of(after.store(), kept.agent()).reachable()).isTrue();
          }
        });
  }

  @Test
  void a_session_ends_with_its_token_also_when_the_wall_clock_jumps() {
    SeededRuns.check(
        40,
        random -> {
          var chat = new SimulatedNode(random);
          var token = made(chat, "ci", true, 600);
          var bot = show(chat, token);
          chat.run();
          assertThat(bot.isIn()).isTrue();
          chat.pass(Duration.ofSeconds(599));
          chat.run();
          assertThat(bot.isIn()).isTrue();
          if (random.nextBoolean()) chat.jumpWall(Duration.ofSeconds(1));
          chat.pass(Duration.ofSeconds(30));
          chat.run();
          assertThat(bot.isIn()).isFalse();
          assertThat(failedWith(bot, ErrorCode.AUTH_REQUIRED, "expired")).isTrue();
          var late = show(chat, token);
          chat.run();
          assertThat(failedWith(late, ErrorCode.AUTH_REQUIRED, "The token has expired")).isTrue();
        });
  }
}
