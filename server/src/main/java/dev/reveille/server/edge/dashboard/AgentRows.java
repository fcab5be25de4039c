package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.AgentColumn;
import dev.reveille.server.observe.AgentList;
import dev.reveille.server.observe.ShownAgent;
import dev.reveille.server.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The connected agents as JSON, each with the columns of the facets. All viewers share rows for
 * half a second, so a hundred viewers cost as much as one.
 */
final class AgentRows {
  private static final long FRESH_NANOS = 500_000_000L;

  private final Store store;
  private final Presence presence;
  private final ChannelList channels;
  private final List<AgentColumn> columns;
  private final List<AgentList> lists;
  private final Clock clock;

  private record Made(long at, Map<String, String> rows) {}

  private final Map<Boolean, Made> made = new HashMap<>();

  AgentRows(Dashboard.Parts parts) {
    store = parts.store();
    presence = parts.presence();
    channels = parts.channels();
    columns = parts.facets().stream().flatMap(facet -> facet.columns().stream()).toList();
    lists = parts.facets().stream().flatMap(facet -> facet.lists().stream()).toList();
    clock = parts.clock();
  }

  /** Returns the rows by id, in order of the ids. */
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
    var cells = cells();
    var rows = new TreeMap<String, String>();
    for (var agent : presence.agents()) {
      var in = places.getOrDefault(agent.id(), List.of());
      rows.put(agent.id(), row(agent, in, cells));
    }
    return rows;
  }

  /** Returns the functions that make the object of each column, by the column's name. */
  private Map<String, Function<ShownAgent, Optional<String>>> cells() {
    var cells = new LinkedHashMap<String, Function<ShownAgent, Optional<String>>>();
    for (var column : columns) cells.put(column.name(), column.rows().get());
    return cells;
  }

  private static String row(
      Presence.Agent agent,
      List<String> in,
      Map<String, Function<ShownAgent, Optional<String>>> cells) {
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
    put(json, cells, new ShownAgent(agent.id(), Optional.of(agent.session())));
    return json.text();
  }

  private static void put(
      JsonText json, Map<String, Function<ShownAgent, Optional<String>>> cells, ShownAgent agent) {
    cells.forEach((name, cell) -> cell.apply(agent).ifPresent(value -> json.raw(name, value)));
  }

  /** Returns the stored agents that are not connected, the last that left first. */
  List<byte[]> away(int limit) {
    return store.reads(AgentReads.class).lastSeen(limit).stream()
        .filter(agent -> presence.agent(agent.id()).isEmpty())
        .map(agent -> away(agent).getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  /** Returns how many agents with a key are not connected. */
  long awayTotal() {
    long here = presence.agents().stream().filter(Presence.Agent::hasKey).count();
    return Math.max(0, store.reads(AgentReads.class).agentsWithKey() - here);
  }

  private String away(StoredAgent agent) {
    var json =
        new JsonText(192)
            .field("id", agent.id())
            .field("name", agent.name())
            .field("presence", "offline")
            .field("last_seen", agent.lastSeen());
    put(json, cells(), new ShownAgent(agent.id(), Optional.empty()));
    return json.text();
  }

  /** Returns one agent with the lists of the facets; empty if it is unknown. */
  Optional<String> one(String id, Role role) {
    return Optional.ofNullable(of(role).get(id))
        .or(() -> store.reads(AgentReads.class).agent(id).map(this::away))
        .map(row -> withLists(id, row, role));
  }

  private String withLists(String id, String row, Role role) {
    var json = new JsonText(512).rawFields(row.substring(1, row.length() - 1));
    var agent = new ShownAgent(id, presence.agent(id).map(Presence.Agent::session));
    var viewer = role.viewer(channels);
    for (var list : lists) json.rawList(list.name(), list.items().apply(agent, viewer));
    return json.text();
  }
}
