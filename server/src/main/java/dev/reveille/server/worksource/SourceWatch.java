package dev.reveille.server.worksource;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows each work source its seats, about once a minute, and shows in health why a source fails. A
 * seat that is benched, opted out or does not exist is asked for nowhere.
 */
final class SourceWatch {
  private final Clock clock;
  private final Host host;
  private final Store store;
  private final SeatBook seats;
  private final SourceView view;
  private final List<WorkSource> sources;
  private final Failures troubles;
  private final Map<String, String> shown = new HashMap<>();

  /** The parts that it is made from. */
  record Parts(Clock clock, Host host, Store store, SeatBook seats, Failures troubles) {}

  SourceWatch(Parts parts, SourceView view, List<WorkSource> sources) {
    clock = parts.clock();
    host = parts.host();
    store = parts.store();
    seats = parts.seats();
    troubles = parts.troubles();
    this.view = view;
    this.sources = sources;
  }

  /** Takes the answers that an earlier process got. */
  void load() {
    for (var source : sources) {
      var name = source.config().name();
      store.reads(SourceReads.class).answers(name).forEach(view::set);
      view.watch(name, ids(watched(source.config())));
    }
  }

  void watch() {
    for (var source : sources) {
      var watched = watched(source.config());
      view.watch(source.config().name(), ids(watched));
      if (!watched.isEmpty()) {
        host.tell(SourceCell.at(source.config().name()), new SourceCell.AskDue(watched));
      }
    }
    show(view.failing());
  }

  private void show(Map<String, String> failing) {
    for (var source : sources) {
      var name = source.config().name();
      var reason = failing.get(name);
      var before = reason == null ? shown.remove(name) : shown.put(name, reason);
      if (before != null && !before.equals(reason)) troubles.show(part(name, before), false);
      if (reason != null) troubles.show(part(name, reason), true);
    }
  }

  private static String part(String name, String reason) {
    return "work source " + name + ": " + reason;
  }

  private static List<String> ids(List<SourceConfig.Watched> watched) {
    return watched.stream().map(SourceConfig.Watched::seat).toList();
  }

  /** Returns the seats of a source that exist and may be woken, by their ids. */
  private List<SourceConfig.Watched> watched(SourceConfig config) {
    long now = clock.wallMillis();
    var found = new ArrayList<SourceConfig.Watched>();
    for (var each : config.seats()) {
      id(each.seat())
          .filter(id -> seats.look(id, now).filter(SourceWatch::mayBeWoken).isPresent())
          .ifPresent(id -> found.add(new SourceConfig.Watched(id, each.login())));
    }
    return found;
  }

  private static boolean mayBeWoken(SeatLook look) {
    return look.state() != SeatState.BENCHED && look.state() != SeatState.OPTED_OUT;
  }

  /** Returns the id that a word of the settings means; empty if it is nobody's or several'. */
  private Optional<String> id(String word) {
    if (word.startsWith("@")) return Optional.of(word);
    var meant = store.reads(AgentReads.class).lastSeenAs(word, 2);
    return meant.size() == 1 ? Optional.of(meant.getFirst().id()) : Optional.empty();
  }
}
