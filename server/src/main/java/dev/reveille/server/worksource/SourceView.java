package dev.reveille.server.worksource;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SensorCount;
import dev.reveille.server.kernel.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last answers of all work sources, for decisions. An answer that is too old is unknown: a
 * source that is not asked any more says nothing.
 */
final class SourceView {
  /** An answer counts for two intervals and this long. */
  private static final long GRACE_MILLIS = 120_000;

  private record Key(String source, String seat) {}

  private final Clock clock;
  private final List<WorkSource> sources;
  private final Map<Key, StoredSource> answers = new ConcurrentHashMap<>();

  /** By source: the seats that it is asked for. */
  private final Map<String, List<String>> watched = new ConcurrentHashMap<>();

  SourceView(Clock clock, List<WorkSource> sources) {
    this.clock = clock;
    this.sources = sources;
  }

  void set(StoredSource answer) {
    answers.put(new Key(answer.source(), answer.seat()), answer);
  }

  /** Says for which seats a source is asked. */
  void watch(String source, List<String> seats) {
    watched.put(source, List.copyOf(seats));
  }

  /** Returns what each source that is asked for this seat has for it. */
  List<SensorCount> counted(String seat) {
    var all = new ArrayList<SensorCount>();
    for (var source : sources) {
      var name = source.config().name();
      if (!watched.getOrDefault(name, List.of()).contains(seat)) continue;
      var answer = answers.getOrDefault(new Key(name, seat), StoredSource.none(name, seat));
      boolean counts = answer.known() && isFresh(source.config(), answer);
      all.add(
          new SensorCount(
              name,
              counts && answer.more() ? "or more " + source.words() : source.words(),
              counts ? Reading.of(answer.count()) : Reading.UNKNOWN,
              answer.news()));
    }
    return all;
  }

  private boolean isFresh(SourceConfig config, StoredSource answer) {
    long age = clock.wallMillis() - answer.askedAt();
    return age >= 0 && age <= 2 * config.every().toMillis() + GRACE_MILLIS;
  }

  /** Returns why sources fail, by their names. */
  Map<String, String> failing() {
    var failing = new HashMap<String, String>();
    for (var source : sources) {
      var config = source.config();
      for (var seat : watched.getOrDefault(config.name(), List.of())) {
        reason(config, seat).ifPresent(reason -> failing.putIfAbsent(config.name(), reason));
      }
    }
    return failing;
  }

  private Optional<String> reason(SourceConfig config, String seat) {
    var answer = answers.get(new Key(config.name(), seat));
    if (answer == null) return Optional.empty();
    if (!answer.known()) return Optional.of(answer.reason());
    return isFresh(config, answer) ? Optional.empty() : Optional.of("it is not asked any more");
  }
}
