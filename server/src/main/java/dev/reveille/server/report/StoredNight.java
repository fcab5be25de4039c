package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.wake.MailLook;
import dev.reveille.server.wake.MailSensor;
import dev.reveille.server.worksource.SourceReads;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says from the store what the report of a night tells about seats. */
public final class StoredNight implements NightSeats {
  private static final int SESSIONS = 100;

  private final Store store;
  private final Clock clock;

  public StoredNight(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public @Nullable String state(String seat) {
    return store
        .reads(SeatReads.class)
        .seat(seat)
        .map(found -> found.progress().status().state().word())
        .orElse(null);
  }

  @Override
  public Reading unread(String seat) {
    try {
      var mail = new MailSensor(store).look(seat, Long.MIN_VALUE);
      return Reading.of(mail.senders().stream().mapToLong(MailLook.FromSender::all).sum());
    } catch (StoreException e) {
      return Reading.UNKNOWN;
    }
  }

  /** Returns the sum over the sessions of that time; unknown if one of them is not known. */
  @Override
  public Reading tokens(String seat, long since) {
    var sum = Reading.ZERO;
    for (var session : store.reads(MemoryReads.class).sessions(seat, SESSIONS)) {
      var endedAt = session.endedAt();
      if (endedAt != null && endedAt < since) continue;
      var in = session.use().inputTokens();
      var out = session.use().outputTokens();
      sum = sum.plus(in == null || out == null ? Reading.UNKNOWN : Reading.of(in + out));
    }
    return sum;
  }

  @Override
  public List<StoredSourceDay> sourceDays(long since) {
    return store.reads(SourceReads.class).since(since);
  }

  @Override
  public long starts(long since, long until) {
    return store.reads(MemoryReads.class).starts(since, until);
  }

  /** Returns what needs a person besides the gate, which the report asks for itself. */
  @Override
  public List<NeedsPerson> needs() {
    var needs = new OpenNeeds(store, clock);
    return needs.all().stream().filter(need -> !need.subject().equals("gate")).toList();
  }
}
