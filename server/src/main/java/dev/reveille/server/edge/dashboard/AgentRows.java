package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.callback.CallbackBook;
import dev.reveille.server.callback.KeptTimers;
import dev.reveille.server.chat.ChannelList;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredAgent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The connected agents as JSON. All who look share what was made less than half a second ago, so a
 * hundred of them cost as much as one.
 */
final class AgentRows {
  private static final long FRESH_NANOS = 500_000_000L;

  private final Store store;
  private final Presence presence;
  private final ChannelList channels;
  private final Sleepers sleepers;
  private final CallbackBook callbacks;
  private final KeptTimers kept;
  private final Clock clock;
  private final WallTimes wall;

  private record Made(long at, Map<String, String> rows) {}

  private final Map<Boolean, Made> made = new HashMap<>();

  AgentRows(Dashboard.Parts parts) {
    store = parts.store();
    presence = parts.presence();
    channels = parts.channels();
    sleepers = parts.sleepers();
    callbacks = parts.callbacks();
    kept = parts.kept();
    clock = parts.clock();
    wall = new WallTimes(clock);
  }

  /** By id, in order of the ids. */
  synchronized Map<String, String> of(Role role) {
    long now = clock.nanos();
    var last = made.get(role.seesPrivate());
    if (last != null && now - last.at() < FRESH_NANOS) return last.rows();
    var rows = make(role.seesPrivate());
    made.put(role.seesPrivate(), new Made(now, rows));
    return rows;
  }

  private Map<String, String> make(boolean all) {
    var places = new HashMap<String, List<String>>();
    for (var channel : channels.names()) {
      if (!all && !channels.isPublic(channel)) continue;
      for (var member : presence.roster(channel)) {
        places.computeIfAbsent(member.agent(), _ -> new ArrayList<>()).add(channel);
      }
    }
    var asleep = new HashMap<String, Sleepers.Sight>();
    for (var sight : sleepers.look()) asleep.put(sight.agent(), sight);
    var rows = new TreeMap<String, String>();
    for (var agent : presence.agents()) {
      var in = places.getOrDefault(agent.id(), List.of());
      rows.put(agent.id(), row(agent, in, asleep.get(agent.id())));
    }
    return rows;
  }

  private String row(Presence.Agent agent, List<String> in, Sleepers.@Nullable Sight sight) {
    var json =
        new JsonText(320)
            .field("id", agent.id())
            .field("name", agent.name())
            .field("presence", agent.status())
            .field("status_text", agent.statusText())
            .field("verified", agent.verified())
            .field("has_key", agent.hasKey())
            .field("connected_at", agent.connectedAt())
            .field("channels", in);
    json.raw("sleep", sight == null ? "null" : sleep(sight));
    return json.raw("callbacks", callbacks(agent.id(), agent.session())).text();
  }

  private String callbacks(String agent, @Nullable SessionId session) {
    var pending = session == null ? CallbackBook.Sight.NOTHING : callbacks.look(session);
    int durable = kept.count(agent);
    var waits =
        new JsonText(96)
            .field("pending", (long) pending.count() + durable)
            .field("durable", durable);
    long next = Math.min(pending.nextNanos(), kept.nextNanos(agent));
    if (next == Long.MAX_VALUE) waits.raw("next_fire_at", "null");
    else waits.field("next_fire_at", wall.of(next));
    return waits.text();
  }

  /** Agents that are kept and not connected, those that went last first. */
  List<byte[]> away(int limit) {
    return store.lastSeen(limit).stream()
        .filter(agent -> presence.agent(agent.id()).isEmpty())
        .map(agent -> away(agent).getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  private String away(StoredAgent agent) {
    return new JsonText(192)
        .field("id", agent.id())
        .field("name", agent.name())
        .field("presence", "offline")
        .field("last_seen", agent.lastSeen())
        .raw("callbacks", callbacks(agent.id(), null))
        .text();
  }

  /** One agent with its pending callbacks, the next first; empty if nobody knows it. */
  Optional<String> one(String id, Role role) {
    return Optional.ofNullable(of(role).get(id))
        .or(() -> store.agent(id).map(this::away))
        .map(
            row ->
                new JsonText(512)
                    .rawFields(row.substring(1, row.length() - 1))
                    .rawList("pending", waits(id).stream().map(w -> wait(w, role)).toList())
                    .text());
  }

  private List<Wait> waits(String agent) {
    var all = new ArrayList<Wait>();
    for (var each : store.callbacks(agent)) {
      all.add(new Wait(each.id(), each.fireAt(), true, each.channel(), each.payload()));
    }
    var waiting = presence.agent(agent).map(known -> callbacks.waiting(known.session()));
    for (var each : waiting.orElse(List.of())) {
      long at = wall.of(each.dueNanos());
      all.add(new Wait(each.id(), at, false, each.channel(), each.payload()));
    }
    all.sort(Comparator.comparingLong(Wait::at));
    return all;
  }

  private record Wait(
      String id, long at, boolean durable, @Nullable String channel, String payload) {}

  /** What it says, and to which private channel, only administrators learn. */
  private byte[] wait(Wait wait, Role role) {
    var json = new JsonText(128).field("fire_at", wait.at()).field("durable", wait.durable());
    var where = wait.channel();
    if (role.seesPrivate()) json.field("id", wait.id()).field("payload", wait.payload());
    if (where != null && (role.seesPrivate() || channels.isPublic(where))) {
      json.field("channel", where);
    }
    return json.bytes();
  }

  private static String sleep(Sleepers.Sight sight) {
    return new JsonText(160)
        .field("wake_at", sight.sleep().wakeAt())
        .field("mode", sight.sleep().mode().name().toLowerCase(Locale.ROOT))
        .field("buffered", sight.waiting().all())
        .field("dms", sight.waiting().dms())
        .field("mentions", sight.waiting().mentions())
        .field("channel_messages", sight.waiting().channel())
        .field("callback_fires", sight.waiting().fires())
        .text();
  }
}
