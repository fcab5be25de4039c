package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A night in which nothing happened besides what the ledger has. */
public class PlainNight implements NightSeats {
  @Override
  public String name(String agent) {
    return agent;
  }

  @Override
  public @Nullable String state(String seat) {
    return "idle";
  }

  @Override
  public Reading unread(String seat) {
    return Reading.ZERO;
  }

  @Override
  public List<SeatSession> sessions(String seat) {
    return List.of();
  }

  @Override
  public NightUse use(List<SeatSession> sessions, long since, long until) {
    return new NightUse(Reading.UNKNOWN, Reading.UNKNOWN, java.util.Map.of());
  }

  @Override
  public List<StoredSourceDay> sourceDays(long since) {
    return List.of();
  }

  @Override
  public long starts(long since, long until) {
    return 0;
  }

  @Override
  public List<NeedsPerson> needs() {
    return List.of();
  }

  @Override
  public NightTasks tasks(long since, long until) {
    return NightTasks.NONE;
  }

  @Override
  public NightGuards guards(long since, long until) {
    return NightGuards.NONE;
  }
}
