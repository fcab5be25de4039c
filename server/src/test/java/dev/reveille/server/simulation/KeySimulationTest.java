package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Revocation;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys that are rotated, forked, claimed by two and revoked at once, under many schedules. */
class KeySimulationTest {
  /** Two agents. Their keys are made once: signing is what takes time here. */
  private static final Identity ANN = SeededIdentity.of(7);

  private static final Identity BOB = SeededIdentity.of(8);
  private static final List<Identity> SPARE =
      List.of(SeededIdentity.of(9), SeededIdentity.of(10), SeededIdentity.of(11));

  /** Every way in: forks of each agent, and both want the same spare keys. */
  private static final List<Identity> WAYS = ways();

  private static List<Identity> ways() {
    var ways = new ArrayList<>(List.of(ANN, BOB));
    for (var root : List.of(ANN, BOB)) {
      for (var next : SPARE) {
        var rotated = root.rotatedTo(next, 1);
        ways.add(rotated);
        for (var last : SPARE) {
          if (!last.publicKey().isSameKey(next.publicKey())) ways.add(rotated.rotatedTo(last, 2));
        }
      }
    }
    ways.addAll(SPARE);
    return List.copyOf(ways);
  }

  private static final List<Revocation> REVOCATIONS =
      List.of(
          Revocation.sign(ANN, "", 3),
          Revocation.sign(SPARE.get(0), "", 3),
          Revocation.sign(SPARE.get(1), "", 3));

  private static final List<String> IDS = ids();

  private static List<String> ids() {
    var ids = new ArrayList<String>();
    for (var key : List.of(ANN, BOB)) ids.add(AgentKeys.id(key.publicKey().pem()));
    for (var key : SPARE) ids.add(AgentKeys.id(key.publicKey().pem()));
    return List.copyOf(ids);
  }

  @Test
  void whatever_happens_a_key_has_one_agent_an_agent_has_one_key_and_only_its_holder_is_there() {
    var seen = new HashMap<String, Integer>();
    SeededRuns.check(
        400,
        random -> {
          var chat = new SimulatedNode(random);
          boolean diskFails = random.nextBoolean();
          int revocations = random.nextInt(3);
          var lives = new ArrayList<SimulatedNode>(List.of(chat));
          for (int i = 0; i < 40; i++) {
            if (random.nextInt(60) == 0) {
              chat = chat.kill();
              lives.add(chat);
            }
            revocations -= act(chat, random, revocations, diskFails);
            chat.stumble();
          }
          chat.store().mendDisk();
          for (int i = 0; i < 20; i++) {
            chat.run();
            chat.pass(Duration.ofSeconds(5));
          }
          chat.run();
          checkKeys(chat.store());
          for (var life : lives) checkAnswers(life, chat.store(), seen);
          checkBodies(chat);
        });
    assertThat(seen).containsKeys("KeyRotated", "KeyRevoked", "Welcome", "NOT_ALLOWED");
  }

  @Test
  void a_session_that_waits_to_take_over_goes_with_the_key() {
    SeededRuns.check(
        50,
        random -> {
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(ANN);
          chat.run();
          var waiting = chat.connect("ann").identify(ANN);
          chat.run();
          assertThat(ann.isIn()).isTrue();
          assertThat(waiting.isIn()).isFalse();
          chat.connect("asker").send(new ClientMessage.RevokeKey(REVOCATIONS.getFirst()));
          chat.run();
          chat.pass(Duration.ofSeconds(5));
          chat.run();
          for (var agent : List.of(ann, waiting)) {
            assertThat(agent.known())
                .anyMatch(
                    k ->
                        k.message() instanceof ServerMessage.Failure f
                            && f.code() == ErrorCode.NOT_ALLOWED
                            && f.message().contains("revoked"));
            assertThat(agent.isGone()).isTrue();
          }
        });
  }

  /** One random thing; says how many keys it revoked. */
  private static int act(SimulatedNode chat, Random random, int revocations, boolean diskFails) {
    int dice = random.nextInt(100);
    var way = WAYS.get(random.nextInt(WAYS.size()));
    if (dice < 50) {
      chat.connect("agent").identify(way);
    } else if (dice < 65) {
      var agents = chat.agents();
      var asker =
          agents.isEmpty() || random.nextBoolean()
              ? chat.connect("asker")
              : agents.get(random.nextInt(agents.size()));
      if (!way.rotation().isEmpty()) asker.send(new ClientMessage.RotateKey(way.rotation()));
    } else if (dice < 70 && revocations > 0) {
      var certificate = REVOCATIONS.get(random.nextInt(REVOCATIONS.size()));
      chat.connect("asker").send(new ClientMessage.RevokeKey(certificate));
      return 1;
    } else if (dice < 80 && !chat.agents().isEmpty()) {
      chat.agents().get(random.nextInt(chat.agents().size())).vanish();
    } else if (dice < 88) {
      chat.pass(Duration.ofMillis(random.nextInt(300)));
    } else if (diskFails && dice < 92) {
      chat.store().failNext(1 + random.nextInt(2));
    } else if (diskFails && dice < 95) {
      chat.store().breakDisk();
    } else {
      chat.store().mendDisk();
    }
    return 0;
  }

  /** One owner per key, one present key per agent, every step of an agent's way signed. */
  private static void checkKeys(MemoryStore store) {
    var owners = new HashMap<String, String>();
    for (var id : IDS) {
      var keys = AgentKeys.of(store, id);
      boolean foreign = keys.keys().stream().anyMatch(k -> !k.agent().equals(id));
      if (foreign) {
        assertThat(keys.keys()).as("%s is a key or an agent", id).hasSize(1);
        assertThat(store.reads(AgentReads.class).agent(id))
            .as("%s is a key or an agent", id)
            .isEmpty();
        continue;
      }
      var own = new HashSet<String>();
      for (var key : keys.keys()) {
        assertThat(owners.put(key.id(), id)).as("two agents have %s", key.id()).isNull();
        assertThat(own.add(key.id())).isTrue();
      }
      if (keys.keys().isEmpty()) continue;
      assertThat(keys.keys().getFirst().id()).isEqualTo(id);
      assertThat(keys.keys().stream().filter(k -> !k.wasReplaced())).hasSize(1);
      assertThat(keys.keys().getLast().wasReplaced()).isFalse();
      for (int i = 1; i < keys.keys().size(); i++) {
        assertThat(signed(keys.keys().get(i - 1).pubkey(), keys.keys().get(i).pubkey())).isTrue();
      }
    }
  }

  private static boolean signed(String from, String to) {
    return WAYS.stream()
        .flatMap(way -> way.rotation().stream())
        .anyMatch(c -> c.oldPubkey().equals(from) && c.newPubkey().equals(to));
  }

  /** Checks that every answer is true: it was stored before. */
  private static void checkAnswers(
      SimulatedNode life, MemoryStore store, Map<String, Integer> seen) {
    for (var agent : life.agents()) {
      for (var known : agent.known()) {
        switch (known.message()) {
          case ServerMessage.KeyRotated(var id, var pubkey) -> {
            seen.merge("KeyRotated", 1, Integer::sum);
            assertThat(AgentKeys.of(store, id).find(AgentKeys.id(pubkey))).isPresent();
          }
          case ServerMessage.KeyRevoked(var id) -> {
            seen.merge("KeyRevoked", 1, Integer::sum);
            assertThat(AgentKeys.of(store, id).keys()).anyMatch(k -> k.wasRevoked());
          }
          case ServerMessage.Welcome welcome -> {
            seen.merge("Welcome", 1, Integer::sum);
            var key = agent.key();
            if (key == null || welcome.agentId().equals(AgentKeys.id(key))) continue;
            assertThat(AgentKeys.of(store, welcome.agentId()).find(AgentKeys.id(key)))
                .as("the rotation that %s came by", welcome)
                .isPresent();
          }
          case ServerMessage.Failure(var code, _) -> seen.merge(code.name(), 1, Integer::sum);
          default -> {}
        }
      }
    }
  }

  /** Whoever is there at the end holds the key of its agent, alone. */
  private static void checkBodies(SimulatedNode chat) {
    var there = new HashSet<String>();
    for (var agent : chat.agents()) {
      var id = agent.id();
      if (!agent.isIn() || id == null) continue;
      assertThat(there.add(id)).as("two bodies of %s", id).isTrue();
      var keys = AgentKeys.of(chat.store(), id);
      assertThat(agent.heldKeys()).anyMatch(key -> keys.refusal(AgentKeys.id(key)) == null);
    }
  }
}
