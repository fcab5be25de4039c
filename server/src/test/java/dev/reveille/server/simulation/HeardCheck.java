package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares what one session asked to hear with what it heard, by rules of its own.
 *
 * <p>A SUBSCRIBED stands at its exact place among the channel's messages. A MUTE takes effect
 * somewhere between the moment it was sent and MUTED, so in between both is right.
 */
final class HeardCheck {

  /** Counts what was seen, so that a run that shows nothing is noticed. */
  static final class Tally {
    long heard;
    long filtered;
    long muted;
  }

  private record Toggle(int sent, String agent, boolean muted) {}

  private record Place(int index, long seq) {}

  private final SimulatedAgent agent;
  private final List<Toggle> toggles = new ArrayList<>();

  private HeardCheck(SimulatedAgent agent) {
    this.agent = agent;
  }

  /** The first that the session asks is what was kept for it; its own words mark the beginning. */
  static HeardCheck begin(SimulatedAgent agent, List<String> channels) {
    agent.send(new ClientMessage.Subscriptions());
    for (var channel : channels) agent.say(channel, "here I am");
    return new HeardCheck(agent);
  }

  SimulatedAgent agent() {
    return agent;
  }

  void mute(SimulatedAgent other, boolean on) {
    var id = String.valueOf(other.id());
    if (id.equals(agent.id())) return;
    toggles.add(new Toggle(agent.received().size(), id, on));
    agent.send(new ClientMessage.Mute(id, on));
  }

  /** Own words at the end, so that everything before them is looked at. */
  void endWithEverything() {
    for (var channel : List.of("#general", "#agents")) agent.say(channel, "the end");
  }

  void check(MemoryStore store, List<String> channels, Tally tally) {
    var known = agent.known();
    int begin = first(known, ServerMessage.Subscriptions.class);
    if (begin < 0) return;
    var kept = (ServerMessage.Subscriptions) known.get(begin).message();
    for (var channel : channels) check(store, channel, kept, tally);
  }

  private void check(
      MemoryStore store, String channel, ServerMessage.Subscriptions kept, Tally tally) {
    var stored = new HashMap<Long, StoredEntry>();
    for (var m : store.reads(EntryReads.class).after(channel, 0, 100_000)) stored.put(m.seq(), m);
    var answers = answers();
    var filters = new ArrayList<@Nullable Filter>();
    for (var each : kept.channels()) if (each.channel().equals(channel)) filters.add(each.only());
    if (filters.isEmpty()) return;
    Place last = null;
    var known = agent.known();
    for (int i = 0; i < known.size(); i++) {
      switch (known.get(i).message()) {
        case ServerMessage.Subscribed(var in, var only, var _) when in.equals(channel) ->
            filters.add(only);
        case ServerMessage.Msg msg when msg.to().equals(channel) -> {
          var here = new Place(i, msg.seq());
          var row = stored.get(msg.seq());
          assertThat(row).as("the stored form of %s", msg).isNotNull();
          if (row == null) return;
          if (last != null) {
            assertThat(msg.seq()).as("order in %s", channel).isGreaterThan(last.seq());
            missing(stored, last, here, filters, kept, answers, tally);
          }
          var now = filters.getLast();
          assertThat(passes(now, row)).as("%s got %s with %s", agent.id(), msg, now).isTrue();
          assertThat(mayBeMuted(row.sender(), i, i, kept, answers))
              .as("%s got %s of one it muted", agent.id(), msg)
              .contains(false);
          tally.heard++;
          last = here;
          filters = new ArrayList<>();
          filters.add(now);
        }
        default -> {}
      }
    }
  }

  /** Checks that the filters, in their order, explain what is missing between two messages. */
  private void missing(
      Map<Long, StoredEntry> stored,
      Place from,
      Place to,
      List<@Nullable Filter> filters,
      ServerMessage.Subscriptions kept,
      List<Integer> answers,
      Tally tally) {
    int filter = 0;
    for (long seq = from.seq() + 1; seq < to.seq(); seq++) {
      var row = stored.get(seq);
      if (row == null) throw new AssertionError("no message " + seq);
      if (mayBeMuted(row.sender(), from.index(), to.index(), kept, answers).contains(true)) {
        tally.muted++;
        continue;
      }
      while (filter < filters.size() && passes(filters.get(filter), row)) filter++;
      assertThat(filter)
          .as("%s did not get %s with %s", agent.id(), row, filters)
          .isLessThan(filters.size());
      tally.filtered++;
    }
  }

  /** The indexes of the answers to MUTE, in order. */
  private List<Integer> answers() {
    var answers = new ArrayList<Integer>();
    var known = agent.known();
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).message() instanceof ServerMessage.Muted) answers.add(i);
    }
    return answers;
  }

  private Set<Boolean> mayBeMuted(
      String sender, int from, int to, ServerMessage.Subscriptions kept, List<Integer> answers) {
    boolean before = kept.muted().contains(sender);
    var values = new HashSet<Boolean>();
    for (int i = 0; i < toggles.size(); i++) {
      var toggle = toggles.get(i);
      if (!toggle.agent().equals(sender)) continue;
      int answered = i < answers.size() ? answers.get(i) : Integer.MAX_VALUE;
      if (answered < from) before = toggle.muted();
      else if (toggle.sent() <= to) values.add(toggle.muted());
    }
    values.add(before);
    return values;
  }

  private boolean passes(@Nullable Filter only, StoredEntry row) {
    if (only == null || row.sender().equals(agent.id())) return true;
    if (row.sender().equals(Names.SERVER)) return false;
    var json = json(row);
    return (only.mentions() && texts(json.path("mentions")).contains(String.valueOf(agent.id())))
        || only.senders().contains(row.sender())
        || only.tags().stream()
            .anyMatch(t -> texts(json.path("tags")).stream().anyMatch(t::equalsIgnoreCase))
        || only.keywords().stream()
            .anyMatch(
                k ->
                    Pattern.compile("(?iu)(?<![\\p{L}\\p{N}_])" + k + "(?![\\p{L}\\p{N}_])")
                        .matcher(row.content())
                        .find());
  }

  private static JsonNode json(StoredEntry row) {
    var bytes = ServerMessages.write(Messages.wire(row), 0);
    return Json.read(new String(bytes, java.nio.charset.StandardCharsets.UTF_8)).orElseThrow();
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    for (var each : list) texts.add(each.asString(""));
    return texts;
  }

  private static int first(List<ServerMessages.Received.Known> known, Class<?> type) {
    for (int i = 0; i < known.size(); i++) if (type.isInstance(known.get(i).message())) return i;
    return -1;
  }
}
