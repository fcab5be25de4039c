package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received.Known;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The races of the contract, each under many schedules. */
class ChatSimulationTest {
  private static final List<String> CHANNELS = List.of("#general", "#agents", "#room");
  private static final List<Identity> KEYS =
      List.of(SeededIdentity.of(14), SeededIdentity.of(15), SeededIdentity.of(16));

  @Test
  void nothing_acknowledged_is_lost_doubled_or_out_of_order_whatever_happens() {
    SeededRuns.check(
        1_500,
        random -> {
          var chat = new SimulatedNode(random);
          boolean diskFails = random.nextBoolean();
          var lives = new ArrayList<SimulatedNode>(List.of(chat));
          for (int i = 0; i < 120; i++) {
            if (random.nextInt(150) == 0) {
              chat = chat.kill();
              lives.add(chat);
            }
            act(chat, random, i, diskFails);
            chat.stumble();
          }
          chat.store().mendDisk();
          settle(chat);
          for (var life : lives) checkAcknowledged(life, chat);
          checkStreams(chat);
          for (var life : lives) life.agents().forEach(ChatSimulationTest::checkOrder);
          chat.agents().forEach(ChatSimulationTest::checkAnswers);
          checkMail(lives, chat, diskFails);
        });
  }

  @Test
  void ts_does_not_fall_in_a_stream_that_is_loaded_again_after_the_wall_clock_went_back() {
    SeededRuns.check(
        50,
        random -> {
          var chat = new SimulatedNode(random);
          var mailbox = "@" + KEYS.getFirst().agentId();
          sayEverywhere(chat, mailbox, "before");
          chat.jumpWall(Duration.ofHours(-1));
          if (random.nextBoolean()) chat = chat.kill();
          else chat.rest();
          sayEverywhere(chat, mailbox, "after");
          for (var stream : List.of("#general", mailbox)) {
            var said =
                chat.store().reads(EntryReads.class).after(stream, 0, 100).stream()
                    .filter(m -> !m.sender().equals("@server"))
                    .toList();
            assertThat(said)
                .extracting(StoredEntry::content)
                .as(stream)
                .containsExactly("before", "after");
            assertThat(said.getLast().ts()).as(stream).isEqualTo(said.getFirst().ts());
          }
          checkStreams(chat);
        });
  }

  private static void sayEverywhere(SimulatedNode chat, String mailbox, String text) {
    chat.connect("receiver").identify(KEYS.getFirst());
    var agent = chat.connect("agent").identify(null);
    chat.run();
    agent.send(new ClientMessage.Join("#general", null));
    agent.say("#general", text);
    agent.say(mailbox, text);
    chat.run();
    agent.vanish();
    chat.agents().forEach(SimulatedAgent::vanish);
    chat.run();
  }

  /** One random thing that somebody does. */
  private static void act(SimulatedNode chat, Random random, int number, boolean diskFails) {
    var in = chat.agents().stream().filter(SimulatedAgent::isIn).toList();
    int dice = random.nextInt(100);
    if (in.isEmpty() || dice < 8) {
      var key = random.nextInt(3) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
      chat.connect("agent" + random.nextInt(4)).identify(key);
      return;
    }
    var agent = in.get(random.nextInt(in.size()));
    var channel = CHANNELS.get(random.nextInt(CHANNELS.size()));
    if (dice < 50) {
      agent.say(channel, "m" + number);
    } else if (dice < 65) {
      agent.say("@" + KEYS.get(random.nextInt(KEYS.size())).agentId(), "dm" + number);
    } else if (dice < 72) {
      agent.send(new ClientMessage.Join(channel, random.nextBoolean() ? null : 0L));
    } else if (dice < 76) {
      agent.send(new ClientMessage.Leave(channel));
    } else if (dice < 79) {
      agent.send(new ClientMessage.CreateChannel("#room", false, false));
    } else if (dice < 82) {
      agent.send(new ClientMessage.SetPresence(PresenceStatus.BUSY, null));
    } else if (dice < 84) {
      agent.send(new ClientMessage.SetNick("nick" + random.nextInt(5)));
    } else if (dice < 86) {
      agent.send(new ClientMessage.History(channel, null, null, 5));
    } else if (dice < 90) {
      agent.vanish();
    } else if (dice < 93) {
      chat.pass(Duration.ofMillis(random.nextInt(300)));
      if (random.nextInt(4) == 0) chat.jumpWall(Duration.ofSeconds(random.nextInt(7200) - 3600));
    } else if (!diskFails) {
      agent.send(new ClientMessage.Typing(channel));
    } else if (dice < 95) {
      chat.store().failNext(1 + random.nextInt(2));
    } else if (dice < 97) {
      chat.store().breakDisk();
    } else {
      chat.store().mendDisk();
    }
  }

  private static void settle(SimulatedNode chat) {
    for (int i = 0; i < 20; i++) {
      chat.run();
      chat.pass(Duration.ofSeconds(5));
    }
    chat.run();
  }

  /** Stored before acknowledged: what anybody got back, ever, is in the store exactly once. */
  private static void checkAcknowledged(SimulatedNode life, SimulatedNode last) {
    var stored = new HashMap<String, StoredEntry>();
    for (var stream : streams(last)) {
      for (var message : last.store().reads(EntryReads.class).after(stream, 0, 10_000)) {
        if (message.msgId() != null) assertThat(stored.put(message.msgId(), message)).isNull();
      }
    }
    for (var agent : life.agents()) {
      for (var echo : agent.echoes()) {
        var msg = (ServerMessage.Msg) echo.message();
        var row = stored.get(String.valueOf(msg.msgId()));
        assertThat(row).as("the stored form of %s", msg).isNotNull();
        if (row == null) continue;
        assertThat(List.of(row.stream(), row.seq(), row.content(), row.ts()))
            .isEqualTo(List.of(msg.to(), msg.seq(), msg.content(), msg.ts()));
      }
    }
  }

  private static List<String> streams(SimulatedNode chat) {
    var all = new ArrayList<>(CHANNELS);
    for (var key : KEYS) all.add("@" + key.agentId());
    assertThat(chat.store().reads(ChannelReads.class).channels()).isNotEmpty();
    return all;
  }

  private static void checkStreams(SimulatedNode chat) {
    for (var stream : streams(chat)) {
      long seq = 0;
      long ts = 0;
      for (var message : chat.store().reads(EntryReads.class).after(stream, 0, 10_000)) {
        assertThat(message.seq()).as("seq in %s", stream).isEqualTo(++seq);
        assertThat(message.ts()).as("ts in %s", stream).isGreaterThanOrEqualTo(ts);
        ts = message.ts();
      }
    }
  }

  /**
   * Checks what one session saw of each channel: live messages without a gap from its entry to its
   * exit, and replay only of what was before.
   */
  private static void checkOrder(SimulatedAgent agent) {
    Map<String, Long> last = new HashMap<>();
    Map<String, Long> replayed = new HashMap<>();
    for (var known : agent.known()) {
      switch (known.message()) {
        case ServerMessage.Joined(var channel, _, _, var lastSeq) -> {
          if (last.containsKey(channel)) {
            assertThat(last.get(channel)).as("JOIN versus live in %s", channel).isEqualTo(lastSeq);
          }
          last.put(channel, lastSeq);
          replayed.put(channel, 0L);
        }
        case ServerMessage.Created(var channel, _) -> last.put(channel, 0L);
        case ServerMessage.Left(var channel) -> last.remove(channel);
        case ServerMessage.Msg msg when msg.to().startsWith("#") ->
            checkChannelMessage(known, msg, last, replayed, agent.returns());
        default -> {}
      }
    }
  }

  private static void checkChannelMessage(
      Known known,
      ServerMessage.Msg msg,
      Map<String, Long> last,
      Map<String, Long> replayed,
      boolean returns) {
    var channel = msg.to();
    if (known.replay()) {
      assertThat(msg.seq()).isGreaterThan(replayed.getOrDefault(channel, 0L));
      assertThat(msg.seq()).isLessThanOrEqualTo(last.getOrDefault(channel, 0L));
      replayed.put(channel, msg.seq());
      return;
    }
    if (channel.equals("#room") && !returns) {
      assertThat(last).as("live in %s without being in", channel).containsKey(channel);
    }
    if (last.containsKey(channel)) {
      assertThat(msg.seq()).as("live in %s", channel).isEqualTo(last.get(channel) + 1);
    }
    last.put(channel, msg.seq());
  }

  /** Every MSG of a session that is still there got one answer, and in the order they were sent. */
  private static void checkAnswers(SimulatedAgent agent) {
    var echoed =
        agent.echoes().stream()
            .filter(e -> !e.replay())
            .map(e -> e.json().path("client_msg_id").asString(""))
            .toList();
    var places = echoed.stream().map(agent.keys()::indexOf).toList();
    assertThat(places).isSorted().doesNotHaveDuplicates();
  }

  /** Mail arrives by seq, a repeat is marked, and nobody who is there misses any of it. */
  private static void checkMail(List<SimulatedNode> lives, SimulatedNode last, boolean diskFailed) {
    for (var key : KEYS) {
      var id = "@" + key.agentId();
      var seen = new HashSet<Long>();
      var unmarked = new HashSet<Long>();
      for (var life : lives) {
        for (var agent : life.agents()) {
          if (!id.equals(agent.id())) continue;
          long before = 0;
          for (var known : agent.known()) {
            if (!(known.message() instanceof ServerMessage.Msg msg) || !msg.to().equals(id)) {
              continue;
            }
            if (!msg.from().equals(id)) {
              assertThat(msg.seq()).isGreaterThan(before);
              before = msg.seq();
            }
            seen.add(msg.seq());
            boolean fresh = known.replay() || msg.from().equals(id) || unmarked.add(msg.seq());
            // A disk that takes no writes cannot keep what was shown either.
            assertThat(fresh || diskFailed).as("an unmarked repeat of %s", msg).isTrue();
          }
        }
      }
      boolean there = last.agents().stream().anyMatch(a -> a.isIn() && id.equals(a.id()));
      if (there) {
        var all =
            last.store().reads(EntryReads.class).after(id, 0, 10_000).stream()
                .map(StoredEntry::seq)
                .toList();
        assertThat(seen).containsAll(all);
      }
    }
  }
}
