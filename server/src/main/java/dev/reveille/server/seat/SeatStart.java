package dev.reveille.server.seat;

import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.store.Store;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Defines the seats of the settings when the server starts, and reports the seats that it cannot
 * start: at the start, not at the moment of need.
 */
final class SeatStart {
  private static final Logger log = LoggerFactory.getLogger(SeatStart.class);
  private static final int PAGE = 200;
  private static final int MOST_REPORTED = 20;

  private final SeatConfig config;
  private final Store store;
  private final Host host;
  private final Harnesses harnesses;

  SeatStart(SeatConfig config, Store store, Host host, Harnesses harnesses) {
    this.config = config;
    this.store = store;
    this.host = host;
    this.harnesses = harnesses;
  }

  void run() {
    for (var definition : config.definitions()) {
      var identity = find(definition.identity());
      var quiet = quiet(definition);
      if (identity.isEmpty()) {
        log.warn(
            "No agent {} has been here, so its seat is not defined; name it by its id, with @",
            definition.identity());
        continue;
      }
      var seat =
          new Seat(
              identity.get(),
              definition.harness(),
              orNull(definition.folder()),
              definition.command(),
              definition.environment(),
              orNull(definition.route()),
              definition.autoResume(),
              definition.priority(),
              definition.dailyWakes(),
              quiet);
      report(seat);
      host.tell(SeatCell.at(seat.identity()), new SeatCommand.Define(seat));
    }
    reportStored();
  }

  private static @Nullable QuietHours quiet(SeatConfig.Definition definition) {
    if (definition.quiet().isEmpty()) return null;
    var quiet = QuietHours.of(definition.quiet());
    if (quiet.isEmpty()) {
      log.warn(
          "The seat of {} has no quiet hours: {} is not such as 22:00-07:00 Europe/Berlin",
          definition.identity(),
          definition.quiet());
    }
    return quiet.orElse(null);
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private Optional<String> find(String word) {
    if (word.startsWith("@")) return Optional.of(word);
    var found = store.reads(AgentReads.class).lastSeenAs(word, 2);
    return found.size() == 1 ? found.stream().map(StoredAgent::id).findFirst() : Optional.empty();
  }

  private boolean report(Seat seat) {
    var why = SeatShown.notResumable(seat, harnesses);
    if (why != null) log.warn("The seat of {} is not resumable: {}", seat.identity(), why);
    return why != null;
  }

  private void reportStored() {
    int reported = 0;
    var after = "";
    while (reported < MOST_REPORTED) {
      var page = store.reads(SeatReads.class).seats(after, PAGE);
      if (page.isEmpty()) return;
      for (var stored : page) {
        after = stored.seat().identity();
        if (report(stored.seat()) && ++reported >= MOST_REPORTED) return;
      }
    }
  }
}
