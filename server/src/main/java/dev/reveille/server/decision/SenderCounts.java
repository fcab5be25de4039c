package dev.reveille.server.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Counts the wakes of a day by the agent that caused them.
 *
 * @param senders in the order of their ids
 */
public record SenderCounts(List<OneSender> senders) {
  public static final SenderCounts NONE = new SenderCounts(List.of());

  /** More senders than this do not fit a day's budget. */
  private static final int MOST = 256;

  /** The wakes that one agent caused. */
  public record OneSender(String sender, int wakes) {}

  public SenderCounts {
    senders = List.copyOf(senders);
  }

  public int of(String sender) {
    for (var each : senders) if (each.sender().equals(sender)) return each.wakes();
    return 0;
  }

  public SenderCounts plus(String sender) {
    int before = of(sender);
    if (before == 0 && senders.size() >= MOST) return this;
    var more = new ArrayList<>(senders);
    more.removeIf(each -> each.sender().equals(sender));
    more.add(new OneSender(sender, before + 1));
    more.sort(Comparator.comparing(OneSender::sender));
    return new SenderCounts(more);
  }

  /** Returns the pairs as one line. */
  String text() {
    return senders.stream()
        .map(each -> each.sender() + "=" + each.wakes())
        .collect(Collectors.joining(" "));
  }

  /** Reads what {@link #text} wrote. */
  static SenderCounts read(String text) {
    var counts = new ArrayList<OneSender>();
    for (var pair : text.split(" ", -1)) {
      int at = pair.lastIndexOf('=');
      if (at > 0) {
        counts.add(new OneSender(pair.substring(0, at), Integer.parseInt(pair.substring(at + 1))));
      }
    }
    return new SenderCounts(counts);
  }
}
