package dev.reveille.server.report;

import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Reads the ledger of a time once, and sums it up by seat and as a whole.
 *
 * @param complete false if there were more decisions than it looked at
 */
record NightLedger(TreeMap<String, SeatLedger> seats, NightCount count, boolean complete) {
  private static final int PAGE = 5_000;
  private static final int MOST = 500_000;

  static NightLedger read(WakeReads reads, long since, long until) {
    var seats = new TreeMap<String, SeatLedger>();
    var count = new NightCount(since);
    // Few rows have reasons that no other row has.
    var read = new HashMap<String, List<WakeReason>>();
    int looked = 0;
    boolean complete = true;
    StoredDecision last = null;
    while (true) {
      var page = reads.since(since, last, PAGE);
      for (var decision : page) {
        if (decision.firstAt() > until) continue;
        var seat = seats.computeIfAbsent(decision.seat(), _ -> new SeatLedger(since, until));
        var because = read.computeIfAbsent(decision.reasons(), _ -> decision.because());
        count.add(decision, because, seat.add(decision, because));
      }
      looked += page.size();
      if (page.size() < PAGE) break;
      if (looked >= MOST) {
        complete = false;
        break;
      }
      last = page.getLast();
    }
    count.addDays(reads, until);
    return new NightLedger(seats, count, complete);
  }
}
