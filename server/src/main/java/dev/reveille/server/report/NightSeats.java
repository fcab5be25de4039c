package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what the report of a night tells besides the ledger. */
public interface NightSeats {
  /** Returns the name of an agent, or its id if none is known. */
  String name(String agent);

  /** Returns the present state of a seat as a word; null if there is no such seat. */
  @Nullable String state(String seat);

  /** Returns how much mail waits for it. */
  Reading unread(String seat);

  /** Returns its sessions, the latest first, as far as a report looks at them. */
  List<SeatSession> sessions(String seat);

  /** Returns what these sessions used in a time. */
  NightUse use(List<SeatSession> sessions, long since, long until);

  /** Returns how often work sources were asked since the day of this time. */
  List<StoredSourceDay> sourceDays(long since);

  /** Returns how many sessions were started in a time, by wakes and by people. */
  long starts(long since, long until);

  /** Returns what a person must look at: lost seats, open questions. */
  List<NeedsPerson> needs();

  /** Returns the tasks that ended in a time, and those that stand still. */
  NightTasks tasks(long since, long until);

  /** Returns the guards that tripped in a time. */
  NightGuards guards(long since, long until);
}
