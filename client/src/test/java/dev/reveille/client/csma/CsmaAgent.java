package dev.reveille.client.csma;

import dev.reveille.client.ClientException;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** An agent of a {@link SimulatedServer}, with all that it did and was asked. */
final class CsmaAgent implements CsmaLink {
  final List<Occasion> asked = new ArrayList<>();
  final List<Outcome> outcomes = new ArrayList<>();
  final List<ClientMessage.Msg> said = new ArrayList<>();

  /** Also what was refused. */
  final List<ClientMessage.Msg> tried = new ArrayList<>();

  final List<Duration> delays = new ArrayList<>();
  final List<ClientMessage.History> read = new ArrayList<>();
  final Csma csma;

  /** The next requests are refused with these, one each. */
  final Deque<ClientException> refusals = new ArrayDeque<>();

  /** The skills that it has registered. */
  List<Skill> skills = List.of();

  /** True if its callbacks get lost. */
  boolean forgetful;

  private final SimulatedServer server;
  private String id;

  CsmaAgent(
      SimulatedServer server, String id, CsmaSettings settings, long seed, Judgement judgement) {
    this.server = server;
    this.id = id;
    this.csma =
        new Csma(
            this,
            settings,
            occasion -> {
              asked.add(occasion);
              return judgement.decide(occasion);
            },
            server,
            new Random(seed),
            outcomes::add);
    server.agents.put(id, this);
  }

  void renamed(String newId) {
    id = newId;
  }

  @Override
  public String agentId() {
    return id;
  }

  @Override
  public void say(ClientMessage.Msg message) {
    tried.add(message);
    refuse();
    said.add(message);
    var found = Markers.find(message.content());
    for (var marker : found.markers()) {
      if (marker instanceof Marker.Callback(var delay, var _, var payload)) {
        delays.add(delay);
        var owner = id;
        if (forgetful) continue;
        server.after(
            delay.toMillis(), () -> csma.hear(SimulatedServer.fire(owner, owner, payload)));
      }
    }
    if (!found.markers().isEmpty() || !message.to().startsWith("#")) return;
    server.floors.values().removeIf(id::equals);
    var _ =
        server.post(id, message.to(), message.content(), "\"in_reply_to\":" + message.inReplyTo());
  }

  @Override
  public Optional<ServerMessage.Yield> claim(String channel, String msgId) {
    refuse();
    var holder = server.floors.putIfAbsent(msgId, id);
    if (holder != null) {
      return Optional.of(new ServerMessage.Yield(msgId, channel, holder, 1, "taken"));
    }
    var claimed = new ServerMessage.FloorClaimed(msgId, channel, id, id.substring(1), 1);
    server.agents.values().stream().filter(a -> a != this).forEach(a -> a.csma.hear(claimed));
    return Optional.empty();
  }

  @Override
  public ServerMessage.HistoryPage history(ClientMessage.History page) {
    refuse();
    read.add(page);
    long after = page.after() == null ? 0 : page.after();
    var all = server.log(page.channel());
    var rest = all.stream().filter(m -> m.seq() > after).toList();
    var shown = rest.subList(0, Math.min(rest.size(), Math.min(server.page, page.limit())));
    return new ServerMessage.HistoryPage(
        page.channel(),
        shown,
        shown.isEmpty() ? 0 : shown.getFirst().seq(),
        shown.isEmpty() ? 0 : shown.getLast().seq(),
        shown.size() < rest.size());
  }

  @Override
  public List<Skill> skills() {
    refuse();
    return skills;
  }

  private void refuse() {
    var refusal = refusals.poll();
    if (refusal != null) throw refusal;
  }

  /** Returns what it said to people, without its callbacks. */
  List<String> words() {
    return said.stream()
        .map(ClientMessage.Msg::content)
        .filter(text -> !text.startsWith("@@"))
        .toList();
  }

  List<Outcome.Kind> kinds() {
    return outcomes.stream().map(Outcome::kind).toList();
  }

  /** Returns what it was told had been said since, the last time it was asked. */
  List<String> since() {
    return asked.getLast().since().stream().map(ServerMessage.Msg::content).toList();
  }
}
