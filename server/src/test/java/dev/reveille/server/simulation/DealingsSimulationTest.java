package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.skills.SkillReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Floors, verification, skills and files on a clock and a disk that the test owns. */
class DealingsSimulationTest {
  private static final String NONCE = "0123456789abcdef";
  private static final List<Identity> KEYS = List.of(SeededIdentity.of(12), SeededIdentity.of(13));

  private final SimulatedNode chat = new SimulatedNode(new Random(7));

  private SimulatedAgent join(String name) {
    var agent = chat.connect(name).identify(null);
    chat.run();
    return agent;
  }

  private SimulatedAgent join(String name, Identity key) {
    var agent = chat.connect(name).identify(key);
    chat.run();
    return agent;
  }

  private static String id(SimulatedAgent agent) {
    return requireNonNull(agent.id());
  }

  private static <T extends ServerMessage> List<T> got(SimulatedAgent agent, Class<T> type) {
    return agent.known().stream()
        .map(k -> k.message())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private static List<ErrorCode> errors(SimulatedAgent agent) {
    return got(agent, ServerMessage.Failure.class).stream()
        .map(ServerMessage.Failure::code)
        .toList();
  }

  @Test
  void a_claim_ends_on_time_without_anybody_sweeping() {
    var ann = join("ann");
    var bob = join("bob");
    ann.send(new ClientMessage.RespondingTo("m", "#general", 1));
    chat.run();
    assertThat(chat.timers()).as("nothing waits for its end").isZero();
    chat.pass(Duration.ofMillis(44_999));
    bob.send(new ClientMessage.RespondingTo("m", "#general", 2));
    chat.run();
    assertThat(got(bob, ServerMessage.Yield.class)).hasSize(1);
    chat.pass(Duration.ofMillis(1));
    bob.send(new ClientMessage.RespondingTo("m", "#general", 2));
    chat.run();
    assertThat(got(bob, ServerMessage.Yield.class)).hasSize(1);
    assertThat(got(ann, ServerMessage.FloorClaimed.class))
        .containsExactly(new ServerMessage.FloorClaimed("m", "#general", id(bob), "bob", 2));
  }

  @Test
  void a_verification_times_out_after_thirty_seconds_and_not_before() {
    var ann = join("ann");
    var bob = join("bob", KEYS.getFirst());
    ann.send(new ClientMessage.VerifyRequest(id(bob), NONCE));
    chat.run();
    var request = got(ann, ServerMessage.ProofPending.class).getFirst().requestId();
    chat.pass(Duration.ofMillis(29_999));
    chat.run();
    assertThat(got(ann, ServerMessage.NotProven.class)).isEmpty();
    chat.pass(Duration.ofMillis(1));
    chat.run();
    assertThat(got(ann, ServerMessage.NotProven.class))
        .containsExactly(new ServerMessage.NotProven(request, id(bob), "Verification timed out"));
    prove(bob, request);
    chat.run();
    assertThat(errors(bob)).containsExactly(ErrorCode.VERIFICATION_EXPIRED);
    assertThat(got(ann, ServerMessage.Proven.class)).isEmpty();
  }

  private static void prove(SimulatedAgent agent, String request) {
    agent.send(new ClientMessage.VerifyResponse(request, NONCE, KEYS.getFirst().sign(NONCE)));
  }

  @Test
  void an_answered_or_dropped_verification_leaves_no_timer_behind() {
    var ann = join("ann");
    var bob = join("bob", KEYS.getFirst());
    ann.send(new ClientMessage.VerifyRequest(id(bob), NONCE));
    chat.run();
    assertThat(chat.timers()).isEqualTo(1);
    prove(bob, got(bob, ServerMessage.ProofWanted.class).getFirst().requestId());
    chat.run();
    assertThat(got(ann, ServerMessage.Proven.class)).hasSize(1);
    assertThat(chat.timers()).isZero();
    for (int i = 0; i < 17; i++) ann.send(new ClientMessage.VerifyRequest(id(bob), NONCE));
    chat.run();
    assertThat(chat.timers()).isEqualTo(16);
    assertThat(errors(ann)).containsExactly(ErrorCode.RATE_LIMITED);
    ann.vanish();
    chat.run();
    assertThat(chat.timers()).isZero();
  }

  @Test
  void every_verification_has_one_outcome_whatever_comes_first() {
    SeededRuns.check(
        100,
        random -> {
          var world = new SimulatedNode(random);
          var bob = world.connect("bob").identify(KEYS.getFirst());
          world.run();
          var askers = new ArrayList<SimulatedAgent>();
          for (int i = 0; i < 3; i++) askers.add(world.connect("a" + i).identify(null));
          world.run();
          var answered = new HashSet<String>();
          for (int i = 0; i < 40; i++) {
            switch (random.nextInt(4)) {
              case 0, 1 ->
                  askers
                      .get(random.nextInt(3))
                      .send(new ClientMessage.VerifyRequest(id(bob), NONCE));
              case 2 ->
                  got(bob, ServerMessage.ProofWanted.class).stream()
                      .filter(w -> random.nextInt(3) > 0 && answered.add(w.requestId()))
                      .forEach(w -> prove(bob, w.requestId()));
              default -> world.pass(Duration.ofSeconds(random.nextInt(12)));
            }
            world.stumble();
          }
          world.run();
          world.pass(Duration.ofSeconds(30));
          world.run();
          assertThat(world.timers()).isZero();
          for (var asker : askers) {
            var asked = new HashSet<String>();
            got(asker, ServerMessage.ProofPending.class).forEach(p -> asked.add(p.requestId()));
            var outcomes = new ArrayList<String>();
            got(asker, ServerMessage.Proven.class).forEach(p -> outcomes.add(p.requestId()));
            got(asker, ServerMessage.NotProven.class).forEach(p -> outcomes.add(p.requestId()));
            assertThat(outcomes).doesNotHaveDuplicates().hasSameElementsAs(asked);
          }
        });
  }

  private static void register(SimulatedAgent agent, Identity key, String name) {
    var skills = Skill.list("[{\"capability\":\"" + name + "\"}]");
    agent.send(new ClientMessage.RegisterSkills(skills, key.sign(AuthText.skills(skills))));
  }

  @Test
  void skills_that_cannot_be_stored_are_refused_and_announced_to_nobody() {
    var ann = join("ann", KEYS.getFirst());
    ann.send(new ClientMessage.CreateChannel("#discovery", false, false));
    chat.run();
    chat.store().breakDisk();
    register(ann, KEYS.getFirst(), "code");
    ann.say("#general", "still here");
    chat.run();
    assertThat(errors(ann)).startsWith(ErrorCode.STORE_UNAVAILABLE);
    assertThat(got(ann, ServerMessage.SkillsRegistered.class)).isEmpty();
    assertThat(notices(ann)).isEmpty();
    chat.store().mendDisk();
    register(ann, KEYS.getFirst(), "code");
    chat.run();
    assertThat(got(ann, ServerMessage.SkillsRegistered.class)).hasSize(1);
    assertThat(chat.store().reads(SkillReads.class).skills(_ -> true, 9, 9).total()).isEqualTo(1);
    assertThat(notices(ann)).containsExactly("Agent " + id(ann) + " registered 1 skill(s): code");
  }

  private static List<String> notices(SimulatedAgent agent) {
    return got(agent, ServerMessage.Msg.class).stream()
        .filter(m -> m.to().equals("#discovery"))
        .map(ServerMessage.Msg::content)
        .toList();
  }

  @Test
  void registered_means_stored_whatever_happens() {
    SeededRuns.check(
        100,
        random -> {
          var world = new SimulatedNode(random);
          var agents = new ArrayList<SimulatedAgent>();
          for (var key : KEYS) agents.add(world.connect("a").identify(key));
          world.run();
          for (int count = 1; count <= 12; count++) {
            if (random.nextInt(4) == 0) world.store().failNext(1 + random.nextInt(2));
            int who = random.nextInt(KEYS.size());
            registerMany(agents.get(who), KEYS.get(who), count);
            world.stumble();
          }
          boolean killed = random.nextBoolean();
          if (killed) world = world.kill();
          else world.run();
          for (var agent : agents) {
            var acknowledged =
                got(agent, ServerMessage.SkillsRegistered.class).stream()
                    .map(ServerMessage.SkillsRegistered::skillsCount)
                    .toList();
            assertThat(acknowledged).isSorted().doesNotHaveDuplicates();
            int last = acknowledged.isEmpty() ? 0 : acknowledged.getLast();
            int stored = countOf(world, id(agent));
            // What was stored last may not have been acknowledged when the process died.
            if (killed) assertThat(stored).isGreaterThanOrEqualTo(last);
            else assertThat(stored).isEqualTo(last);
          }
        });
  }

  private static void registerMany(SimulatedAgent agent, Identity key, int count) {
    var skills =
        Skill.list(
            "[" + String.join(",", Collections.nCopies(count, "{\"capability\":\"c\"}")) + "]");
    agent.send(new ClientMessage.RegisterSkills(skills, key.sign(AuthText.skills(skills))));
  }

  private static int countOf(SimulatedNode world, String agent) {
    var all = world.store().reads(SkillReads.class).skills(_ -> true, 1_000, 1_000).first();
    return (int) all.stream().filter(s -> s.agent().equals(agent)).count();
  }

  @Test
  void chunks_pass_exactly_a_hundred_milliseconds_apart() {
    var ann = join("ann");
    var bob = join("bob");
    ann.send(new ClientMessage.FileChunk(id(bob), "1"));
    chat.run();
    chat.pass(Duration.ofNanos(99_999_999));
    ann.send(new ClientMessage.FileChunk(id(bob), "too early"));
    chat.run();
    chat.pass(Duration.ofNanos(1));
    ann.send(new ClientMessage.FileChunk(id(bob), "2"));
    chat.run();
    assertThat(got(bob, ServerMessage.FileChunk.class))
        .extracting(ServerMessage.FileChunk::content)
        .containsExactly("1", "2");
    assertThat(errors(ann)).containsExactly(ErrorCode.RATE_LIMITED);
    assertThat(chat.store().sizes()).as("not stored").containsEntry("mailboxes", 0L);
  }
}
