package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received.Known;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Compares what one agent of {@link SleepSimulationTest} saw, with what was said. */
final class SleepCheck {
  private final SimulatedAgent agent;

  SleepCheck(SimulatedAgent agent) {
    this.agent = agent;
  }

  /** The agent set a callback for itself. */
  void expectFire() {
    agent.fires++;
  }

  private static boolean isWake(ServerMessage.Msg msg) {
    return msg.content().equals("@@wake@@");
  }

  private static boolean wasBuffered(Known known) {
    return known.json().path("was_buffered").asBoolean(false);
  }

  private boolean isOwn(ServerMessage.Msg msg) {
    return msg.from().equals(agent.id());
  }

  /**
   * Checks that what others said comes once and by seq, live or after a sleep; behind a wake
   * message stands exactly as much as it says, and nothing else counts as having waited.
   */
  void ordered() {
    Map<String, Long> last = new HashMap<>();
    long waiting = 0;
    for (var known : agent.known()) {
      if (waiting > 0) {
        assertThat(wasBuffered(known)).as("what follows a wake message: %s", known).isTrue();
        waiting--;
      } else {
        assertThat(wasBuffered(known)).as("waited without a wake message: %s", known).isFalse();
      }
      if (!(known.message() instanceof ServerMessage.Msg msg)) continue;
      if (isWake(msg)) waiting = known.json().path("buffered").asLong(-1);
      if (msg.seq() == 0 || known.replay() || isOwn(msg)) continue;
      assertThat(msg.seq())
          .as("seq in %s", msg.to())
          .isGreaterThan(last.getOrDefault(msg.to(), 0L));
      last.put(msg.to(), msg.seq());
    }
    if (agent.isIn()) assertThat(waiting).as("announced but not sent").isZero();
  }

  /** Everything that was for the agent since it joined came, or is counted as dropped or missed. */
  void complete(Store store) {
    long joinedAt = -1;
    long came = 0;
    for (var known : agent.known()) {
      switch (known.message()) {
        case ServerMessage.Joined(_, _, _, var lastSeq) -> joinedAt = lastSeq;
        case ServerMessage.Msg msg when isWake(msg) ->
            came += known.json().path("dropped").asLong(0) + known.json().path("missed").asLong(0);
        case ServerMessage.Msg msg -> {
          if (joinedAt >= 0 && !known.replay() && !isOwn(msg)) came++;
        }
        default -> {}
      }
    }
    long since = joinedAt;
    long said =
        store.reads(EntryReads.class).after("#general", since, 1_000).stream()
            .filter(m -> !m.sender().equals(agent.id()))
            .count();
    long mail =
        store.reads(EntryReads.class).after(Objects.requireNonNull(agent.id()), 0, 1_000).stream()
            .filter(m -> !m.sender().equals(agent.id()))
            .count();
    assertThat(came)
        .as("%s got, dropped or missed", agent.name())
        .isEqualTo(said + mail + agent.fires);
  }

  /**
   * As handed over, in one order for all: others see an agent online before it is woken, and asleep
   * before it can be woken again; meanwhile it gets nothing but answers.
   */
  static void edges(SimulatedNode chat, SimulatedAgent watch) {
    Map<SessionId, String> agents = new HashMap<>();
    for (var each : chat.agents()) agents.put(each.session(), String.valueOf(each.id()));
    Map<String, String> shown = new HashMap<>();
    for (var sent : chat.journal()) {
      var text = sent.frame().toString();
      var receiver = agents.getOrDefault(sent.session(), "");
      if (text.contains("\"content\":\"@@wake@@\"")) {
        assertThat(shown.get(receiver)).as("at the wake message").isEqualTo("online");
      } else if ("sleeping".equals(shown.get(receiver))) {
        assertThat(text)
            .as("for one who sleeps")
            .matches("\\{\"type\":\"(ERROR|CHALLENGE|MSG.*client_msg_id).*");
      }
      if (text.startsWith("{\"type\":\"PRESENCE\"") && sent.session().equals(watch.session())) {
        var presence = field(text, "presence");
        assertThat(presence).isNotEqualTo(shown.put(field(text, "agent"), presence));
      } else if (text.startsWith("{\"type\":\"AGENT_LEFT\"")) {
        shown.remove(field(text, "agent"));
      }
    }
  }

  /** Whoever did not wake by itself slept as long as it said last. */
  static void noTimerIsEarly(Store store) {
    Map<String, Long> wakeAt = new HashMap<>();
    for (var event : store.reads(EventReads.class).events(0, 1_000)) {
      if (!event.kind().equals("agent.slept") && !event.kind().equals("agent.woke")) continue;
      var detail = Json.read(String.valueOf(event.detail())).orElseThrow();
      var sleep = event.agent() + "/" + detail.path("sleep").asLong(0);
      if (event.kind().equals("agent.slept")) {
        wakeAt.put(sleep, detail.path("wake_at").asLong(0));
      } else if (!detail.path("early").asBoolean(true)) {
        assertThat(event.at()).as(sleep).isGreaterThanOrEqualTo(wakeAt.getOrDefault(sleep, 0L));
      }
    }
  }

  private static String field(String json, String name) {
    int from = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
    return json.substring(from, json.indexOf('"', from));
  }

  /** Whoever has a key has all its mail in the end, but for exactly what it chose to miss. */
  static void noMailLost(SimulatedNode chat, SimulatedAgent last) {
    assertThat(last.isIn()).as("is back").isTrue();
    var id = Objects.requireNonNull(last.id());
    var seen = new TreeSet<Long>();
    for (var agent : chat.agents()) {
      if (!id.equals(agent.id())) continue;
      for (var known : agent.known()) {
        if (!(known.message() instanceof ServerMessage.Msg msg)) continue;
        if (msg.to().equals(id) && msg.seq() > 0) seen.add(msg.seq());
      }
    }
    var wanted = new TreeSet<Long>();
    for (var stored : chat.store().reads(EntryReads.class).after(id, 0, 1_000)) {
      if (!chat.gate().isDropped(id, stored.seq())) wanted.add(stored.seq());
    }
    assertThat(seen).as("mail of %s", id).isEqualTo(wanted);
  }
}
