package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what the report of a night tells about seats besides their wakes. */
public interface NightSeats {
  /** Returns the present state of a seat as a word; null if there is no such seat. */
  @Nullable String state(String seat);

  /** Returns how much mail waits for it. */
  Reading unread(String seat);

  /** Returns the tokens that its sessions since then used; unknown if its harness does not say. */
  Reading tokens(String seat, long since);

  /** Returns how often work sources were asked since the day of this time. */
  List<StoredSourceDay> sourceDays(long since);

  /** Returns how many sessions were started in a time, by wakes and by people. */
  long starts(long since, long until);

  /** Returns what a person must look at: lost seats, open questions. */
  List<NeedsPerson> needs();
}
