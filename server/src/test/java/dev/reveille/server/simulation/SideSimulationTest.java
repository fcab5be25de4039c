package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received.Known;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Side sessions beside bodies, with crashes, failed writes, sweeps and jumps of the clock. */
class SideSimulationTest {
  private static final List<Identity> KEYS = List.of(SeededIdentity.of(61), SeededIdentity.of(62));
  private static final String ROOM = "#room";

  /** A request of a side session and the types of its possible answers. */
  private record Asked(String answer, String key) {
    boolean isAnsweredBy(Known told) {
      var type = told.json().path("type").asString("");
      if (type.equals("ERROR")) return true;
      return type.equals(answer)
          && (key.isEmpty() || told.json().path("client_msg_id").asString("").equals(key));
    }
  }

  /** A side session and what it asked. */
  private record Side(SimulatedAgent session, Identity key, List<Asked> asked) {
    void ask(ClientMessage message, String answer, String key) {
      if (!session.isIn()) return;
      asked.add(new Asked(answer, key));
      session.send(message);
    }
  }

  /** One schedule: the lives of a server and everything that happened in them. */
  private static final class World {
    private final Random random;
    private final boolean diskFails;
    private SimulatedNode chat;
    private final List<Side> sides = new ArrayList<>();
    private final List<SimulatedAgent> bodies = new ArrayList<>();

    /** The messages by their key: a repeat is the same message. */
    private final Map<String, ClientMessage.Msg> messages = new HashMap<>();

    private World(Random random) {
      this.random = random;
      diskFails = random.nextBoolean();
      chat = new SimulatedNode(random);
    }

    private Identity key() {
      return KEYS.get(random.nextInt(KEYS.size()));
    }

    private void act() {
      int dice = random.nextInt(100);
      if (dice < 8) {
        bodies.add(chat.connect("body").identify(key()));
      } else if (dice < 22 || sides.stream().noneMatch(s -> s.session().isIn())) {
        var key = key();
        sides.add(new Side(chat.connect("side").identifyAside(key), key, new ArrayList<>()));
      } else if (dice < 84) {
        speak(dice);
      } else if (dice < 88) {
        anySide().session().vanish();
      } else if (dice < 90) {
        bodies.stream().filter(SimulatedAgent::isIn).findAny().ifPresent(SimulatedAgent::vanish);
      } else if (dice < 93) {
        chat.pass(Duration.ofMillis(random.nextInt(400)));
        if (random.nextInt(3) == 0) chat.jumpWall(Duration.ofSeconds(random.nextInt(7200) - 3600));
      } else if (dice < 94) {
        chat = chat.kill();
      } else if (diskFails) {
        if (dice < 97) chat.store().failNext(1 + random.nextInt(2));
        else if (dice < 98) chat.store().breakDisk();
        else chat.store().mendDisk();
      }
    }

    private Side anySide() {
      var open = sides.stream().filter(s -> s.session().isIn()).toList();
      return open.isEmpty() ? sides.getLast() : open.get(random.nextInt(open.size()));
    }

    private void speak(int dice) {
      var side = anySide();
      var own = "@" + side.key().agentId();
      var in = bodies.stream().filter(body -> body.isIn() && own.equals(body.id())).toList();
      if (dice < 60) {
        var message = message(side.key().agentId() + "/" + random.nextInt(25));
        if (!in.isEmpty() && random.nextInt(4) == 0) {
          in.get(random.nextInt(in.size())).send(message);
          return;
        }
        side.ask(message, "MSG", String.valueOf(message.clientMsgId()));
      } else if (dice < 66) {
        var since = random.nextBoolean() ? null : 0L;
        side.ask(new ClientMessage.Join(ROOM, since), "JOINED", "");
      } else if (dice < 71) {
        side.ask(new ClientMessage.Leave(ROOM), "LEFT", "");
      } else if (dice < 75) {
        // The answer to CREATE_CHANNEL is a JOINED.
        side.ask(new ClientMessage.CreateChannel(ROOM, false, false), "JOINED", "");
      } else if (dice < 80) {
        side.ask(new ClientMessage.History("#general", null, null, 5), "HISTORY_PAGE", "");
      } else {
        side.ask(new ClientMessage.Ping(), "PONG", "");
      }
    }

    private ClientMessage.Msg message(String key) {
      return messages.computeIfAbsent(
          key,
          _ -> {
            var to =
                switch (random.nextInt(5)) {
                  case 0 -> ROOM;
                  case 1 -> "@" + KEYS.get(random.nextInt(KEYS.size())).agentId();
                  default -> "#general";
                };
            var text = "said " + key + (random.nextInt(8) == 0 ? " @@sleep:1s@@" : "");
            return ClientMessage.Msg.of(to, text).withClientMsgId(key);
          });
    }

    private void settle() {
      chat.store().mendDisk();
      for (int i = 0; i < 12; i++) {
        chat.run();
        chat.pass(Duration.ofSeconds(2));
      }
      chat.run();
    }
  }

  @Test
  void each_side_session_gets_its_answers_in_order_and_each_key_has_one_effect() {
    SeededRuns.check(
        1_000,
        random -> {
          var world = new World(random);
          for (int i = 0; i < 110; i++) {
            world.act();
            world.chat.stumble();
          }
          world.settle();
          for (var side : world.sides) checkAnswers(side, world.chat);
          checkEffects(world);
          checkDirectory(world);
          checkMemberships(world);
        });
  }

  /** The session got the answers to its own requests, in their order, and nothing else. */
  private static void checkAnswers(Side side, SimulatedNode last) {
    var told = new ArrayList<Known>();
    for (var known : side.session().known()) {
      if (!known.replay()) told.add(known);
    }
    var greetings = Set.of("CHALLENGE", "WELCOME");
    told.removeIf(k -> greetings.contains(k.json().path("type").asString("")));
    boolean isHere = side.session().isIn() && last.agents().contains(side.session());
    if (isHere) assertThat(last.outstanding(side.session().session())).isZero();
    // It may have been turned away, as the seventeenth or because the store could not be read.
    boolean isOut = side.asked().isEmpty() && told.stream().allMatch(SideSimulationTest::isError);
    assertThat(isOut || isInOrder(side.asked(), told, isHere))
        .as("%s answer %s", told.stream().map(Known::json).toList(), side.asked())
        .isTrue();
  }

  private static boolean isError(Known told) {
    return told.message() instanceof ServerMessage.Failure;
  }

  /**
   * True if the answers are those of the first requests, in order. A LEAVE of a channel that does
   * not exist has none.
   *
   * @param all true if every request must be answered
   */
  private static boolean isInOrder(List<Asked> asked, List<Known> told, boolean all) {
    // The requests that may be the next to be answered, after the answers so far.
    var next = new TreeSet<>(Set.of(0));
    for (var each : told) {
      var after = new TreeSet<Integer>();
      for (int from : next) {
        for (int i = from; i < asked.size(); i++) {
          if (asked.get(i).isAnsweredBy(each)) after.add(i + 1);
          if (!asked.get(i).answer().equals("LEFT")) break;
        }
      }
      next = after;
    }
    return next.stream()
        .anyMatch(
            from ->
                !all
                    || asked.subList(from, asked.size()).stream()
                        .allMatch(a -> a.answer().equals("LEFT")));
  }

  /** Checks that every echoed entry is stored, and that each key has one entry at most. */
  private static void checkEffects(World world) {
    var stored = new HashMap<String, StoredEntry>();
    var streams = new ArrayList<>(List.of("#general", ROOM));
    for (var key : KEYS) streams.add("@" + key.agentId());
    for (var stream : streams) {
      long seq = 0;
      for (var entry : world.chat.store().reads(EntryReads.class).after(stream, 0, 10_000)) {
        assertThat(entry.seq()).as(stream).isEqualTo(++seq);
        var key = entry.clientMsgId();
        if (key != null) assertThat(stored.put(key, entry)).as("twice: %s", key).isNull();
      }
    }
    var sessions = new ArrayList<SimulatedAgent>();
    world.sides.forEach(side -> sessions.add(side.session()));
    sessions.addAll(world.bodies);
    for (var session : sessions) {
      for (var echo : session.echoes()) {
        var entry = stored.get(echo.json().path("client_msg_id").asString(""));
        assertThat(entry).as("the stored form of %s", echo.json()).isNotNull();
        if (entry == null) continue;
        assertThat(echo.json().path("msg_id").asString("")).isEqualTo(entry.msgId());
      }
    }
  }

  /** The directory has the open side sessions, and no side session is present. */
  private static void checkDirectory(World world) {
    var presence = world.chat.node().parts().presence();
    long open =
        world.sides.stream()
            .filter(s -> s.session().isIn() && world.chat.agents().contains(s.session()))
            .count();
    assertThat(presence.sides()).isEqualTo((int) open);
    var asides = world.sides.stream().map(s -> s.session().session()).toList();
    assertThat(presence.agents()).noneMatch(agent -> asides.contains(agent.session()));
    for (var channel : List.of("#general", ROOM)) {
      assertThat(presence.roster(channel))
          .as("only bodies are in %s", channel)
          .allMatch(m -> presence.agent(m.agent()).filter(a -> isSame(a, m)).isPresent());
    }
  }

  private static boolean isSame(Presence.Agent agent, Presence.Member member) {
    return agent.session().equals(member.session());
  }

  /** An agent that is stored in the channel may use it, and no other. */
  private static void checkMemberships(World world) {
    var reads = world.chat.store().reads(ChannelReads.class);
    for (var key : KEYS) {
      var probe = world.chat.connect("probe").identifyAside(key);
      world.chat.run();
      if (!probe.isIn()) continue;
      probe.send(new ClientMessage.History(ROOM, null, null, 1));
      world.chat.run();
      boolean read =
          probe.known().stream().anyMatch(k -> k.message() instanceof ServerMessage.HistoryPage);
      assertThat(read)
          .as("%s is stored in %s", key.agentId(), ROOM)
          .isEqualTo(reads.memberships("@" + key.agentId()).contains(ROOM));
    }
  }
}
