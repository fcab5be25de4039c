package dev.reveille.server.wake;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the wakes of a day by the agent that caused them. */
public record SenderCounts(Map<String, Integer> bySender) {
  public static final SenderCounts NONE = new SenderCounts(Map.of());

  /** More senders than this do not fit a day's budget. */
  private static final int MOST = 256;

  public SenderCounts {
    bySender = Collections.unmodifiableMap(new TreeMap<>(bySender));
  }

  int of(String sender) {
    return bySender.getOrDefault(sender, 0);
  }

  SenderCounts plus(String sender) {
    if (bySender.size() >= MOST && !bySender.containsKey(sender)) return this;
    var more = new TreeMap<>(bySender);
    more.merge(sender, 1, Integer::sum);
    return new SenderCounts(more);
  }

  /** Returns the pairs as one line. */
  String text() {
    return bySender.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Reads what {@link #text} wrote. */
  static SenderCounts read(String text) {
    var counts = new TreeMap<String, Integer>();
    for (var pair : text.split(" ", -1)) {
      int at = pair.lastIndexOf('=');
      if (at > 0) counts.put(pair.substring(0, at), Integer.parseInt(pair.substring(at + 1)));
    }
    return new SenderCounts(counts);
  }
}
