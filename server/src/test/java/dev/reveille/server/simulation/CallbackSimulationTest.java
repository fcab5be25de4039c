package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.server.callback.CallbackReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Durable callbacks under every schedule, with a write that fails and a crash anywhere. */
class CallbackSimulationTest {
  private static final Identity ADA = SeededIdentity.of(1);
  private static final String ID = "@" + ADA.agentId();
  private static final String FIRE = "@@cb-fire@@";

  /** One run: what was asked for, and every life of the server. */
  private static final class Run {
    private final Random random;
    private final List<SimulatedNode> lives = new ArrayList<>();
    private final List<String> inChannel = new ArrayList<>();
    private final List<String> alone = new ArrayList<>();
    private SimulatedAgent ada;

    private Run(Random random) {
      this.random = random;
      lives.add(new SimulatedNode(random));
      ada = arrive();
    }

    SimulatedNode chat() {
      return lives.getLast();
    }

    /** A member that only listens, and the agent whose callbacks these are. */
    private SimulatedAgent arrive() {
      chat().connect("bob").identify(null);
      return chat().connect("ada").identifyDurable(ADA);
    }

    void set() {
      int number = inChannel.size() + alone.size();
      boolean channel = random.nextInt(3) > 0;
      (channel ? inChannel : alone).add("c" + number);
      ada.say(
          ID,
          "@@cb:%d.%ds%s@@c%d"
              .formatted(random.nextInt(3), random.nextInt(10), channel ? "#general" : "", number));
    }

    void kill() {
      lives.add(chat().kill());
      ada = arrive();
    }

    void comeBack() {
      ada.vanish();
      chat().stumble();
      ada = chat().connect("ada").identifyDurable(ADA);
    }

    void settle() {
      chat().store().mendDisk();
      for (int i = 0; i < 12; i++) {
        chat().run();
        chat().pass(Duration.ofSeconds(30));
      }
      chat().run();
    }

    /** The texts of the fires that agents of this name read, in one life. */
    List<String> read(SimulatedNode life, String name, String to, boolean replays) {
      return life.agents().stream()
          .filter(agent -> agent.name().equals(name))
          .flatMap(agent -> agent.known().stream())
          .filter(known -> replays || !known.replay())
          .map(known -> known.json())
          .filter(json -> text(json, "to").equals(to) && text(json, "content").startsWith(FIRE))
          .map(json -> text(json, "content").substring(FIRE.length()))
          .toList();
    }

    List<String> read(String name, String to, boolean replays) {
      return lives.stream().flatMap(life -> read(life, name, to, replays).stream()).toList();
    }

    /** The texts of the fires that are entries of a stream. */
    List<String> stored(String stream) {
      return chat().store().reads(EntryReads.class).after(stream, 0, 100_000).stream()
          .map(StoredEntry::content)
          .filter(content -> content.startsWith(FIRE))
          .map(content -> content.substring(FIRE.length()))
          .toList();
    }

    private static String text(JsonNode json, String field) {
      return json.path(field).asString("");
    }

    List<StoredEvent> events(String kind) {
      return chat().store().reads(EventReads.class).events(0, 100_000).stream()
          .filter(event -> event.kind().equals(kind))
          .toList();
    }
  }

  @Test
  void a_channel_callback_is_said_once_and_a_private_one_comes_whatever_fails() {
    SeededRuns.check(
        1_200,
        random -> {
          var run = new Run(random);
          boolean kills = random.nextBoolean();
          int steps = 30 + random.nextInt(30);
          int failsAt = random.nextInt(steps);
          int killsAt = kills ? random.nextInt(steps) : -1;
          for (int i = 0; i < steps; i++) {
            run.chat().stumble();
            if (i == failsAt) run.chat().store().failNext(1);
            if (i == killsAt) run.kill();
            act(run, random);
          }
          run.settle();
          check(run);
        });
  }

  private static void act(Run run, Random random) {
    int dice = random.nextInt(20);
    if (dice < 5) {
      run.set();
    } else if (dice < 12) {
      run.chat().pass(Duration.ofMillis(random.nextInt(1_500)));
    } else if (dice < 13) {
      run.chat().run();
      run.chat().pass(Duration.ofMinutes(1));
      run.chat().sweep();
    } else if (dice < 14) {
      run.chat().jumpWall(Duration.ofHours(random.nextInt(49) - 24));
    } else if (dice < 16) {
      run.comeBack();
    } else {
      run.chat().run();
    }
  }

  private static void check(Run run) {
    assertThat(run.chat().store().reads(CallbackReads.class).callbacks(ID))
        .as("rows that are left")
        .isEmpty();
    var heard = run.read("bob", "#general", false);
    assertThat(heard).as("what the member heard").doesNotHaveDuplicates();
    var said = run.stored("#general");
    assertThat(said).as("what the channel holds").doesNotHaveDuplicates().containsAll(heard);
    assertThat(run.events("callback.dropped")).isEmpty();
    long scheduled =
        run.events("callback.scheduled").stream()
            .filter(e -> "#general".equals(e.channel()))
            .count();
    assertThat((long) said.size()).as("of those that were stored").isEqualTo(scheduled);
    var mail = run.stored(ID);
    assertThat(mail).as("what the mailbox holds").doesNotHaveDuplicates();
    assertThat((long) mail.size()).isEqualTo(run.events("callback.scheduled").size() - scheduled);
    assertThat(run.events("callback.fired")).hasSize(said.size() + mail.size());
    assertThat(new HashSet<>(run.read("ada", ID, true))).containsExactlyInAnyOrderElementsOf(mail);
    var got = run.read("ada", ID, false);
    assertThat(got).as("what came without a mark of repetition").doesNotHaveDuplicates();
  }
}
