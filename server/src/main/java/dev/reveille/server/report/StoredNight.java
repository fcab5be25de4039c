package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.SeatUseReads;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.wake.MailLook;
import dev.reveille.server.wake.MailSensor;
import dev.reveille.server.worksource.SourceReads;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says from the store what the report of a night tells besides the ledger. */
public final class StoredNight implements NightSeats {
  private static final int SESSIONS = 100;

  private final Store store;
  private final Clock clock;

  public StoredNight(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public String name(String agent) {
    return store.reads(AgentReads.class).agent(agent).map(found -> found.name()).orElse(agent);
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

  @Override
  public List<SeatSession> sessions(String seat) {
    return store.reads(MemoryReads.class).sessions(seat, SESSIONS);
  }

  @Override
  public NightUse use(List<SeatSession> sessions, long since, long until) {
    return NightUse.of(sessions, store.reads(SeatUseReads.class), since, until);
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

  @Override
  public NightTasks tasks(long since, long until) {
    return NightTasks.read(store, since, until);
  }

  @Override
  public NightGuards guards(long since, long until) {
    return NightGuards.read(store.reads(EventReads.class), since, until);
  }
}
