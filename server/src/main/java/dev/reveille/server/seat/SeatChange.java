package dev.reveille.server.seat;

import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a seat while it is put together: what is stored, and what follows. It changes the
 * {@link LiveSeat} at once, as the state of a cell runs ahead of the store.
 */
final class SeatChange {
  static final String TIMER = "seat";
  static final String BOOT = "boot";
  static final String SILENCE = "silence";
  static final String LIMIT = "limit";
  static final String RESPAWN = "respawn";

  /** Evidence may quote a harness. */
  private static final int MOST_EVIDENCE = 500;

  private final LiveSeat live;
  private final long now;
  private final NewsDesk news;
  private final SeatProgress first;
  private final List<Write> writes = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<Effect> otherwise = new ArrayList<>();

  SeatChange(LiveSeat live, long now, NewsDesk news) {
    this.live = live;
    this.now = now;
    this.news = news;
    first = live.progress;
  }

  long now() {
    return now;
  }

  void follow(Effect effect) {
    effects.add(effect);
  }

  void write(Write write) {
    writes.add(write);
  }

  void write(List<? extends Write> more) {
    writes.addAll(more);
  }

  /** Adds what happens if the change cannot be stored. */
  void otherwise(List<Effect> instead) {
    otherwise.addAll(instead);
  }

  /** Changes the state by an event, and notes it; false if the event means nothing now. */
  boolean happen(SeatEvent event, String actor, String evidence) {
    return happen(event, actor, evidence, null);
  }

  boolean happen(SeatEvent event, String actor, String evidence, @Nullable String nonce) {
    var old = live.status();
    var next = old.after(event);
    if (next.isEmpty()) return false;
    live.progress = live.progress.withStatus(next.get(), now);
    log(event.name(), old, actor, evidence);
    writes.add(
        SeatFacet.event(
            live.identity, now, event, old.state(), live.status().state(), cut(evidence)));
    news.tell(
        new SeatNews.Happened(
            live.identity,
            live.progress.seq(),
            now,
            event,
            old.state(),
            live.status().state(),
            live.progress.session(),
            nonce,
            cut(evidence)),
        "happened " + live.progress.seq(),
        effects);
    return true;
  }

  /** Notes something that leaves the state. */
  void log(String what, SeatStatus previous, String actor, String evidence) {
    live.progress = live.progress.withNextSeq();
    writes.add(
        new AppendSeatLog(
            new StoredSeatLog(
                live.identity,
                live.progress.seq(),
                now,
                what,
                previous.state(),
                live.status().state(),
                live.progress.session(),
                actor,
                cut(evidence))));
  }

  private static String cut(String evidence) {
    return evidence.length() <= MOST_EVIDENCE
        ? evidence
        : evidence.substring(0, MOST_EVIDENCE - 1) + "…";
  }

  /** Takes the body for a session. Of two that take it, the store refuses one. */
  void lease(String holder) {
    var old = live.body;
    var body =
        new StoredBody(
            live.identity,
            holder.isEmpty() ? StoredBody.NONE : StoredBody.SEAT,
            holder,
            old == null ? 1 : old.epoch() + 1);
    live.body = body;
    writes.add(new TakeBody(body));
    effects.add(new Tell(Cells.agent(live.identity), new SeatLease(body)));
  }

  void session(SeatSession session) {
    var old = live.session;
    var used = old != null && old.id().equals(session.id()) ? old.use() : ModelUse.UNKNOWN;
    if (!session.use().equals(used)) writes.add(new NoteUse(StoredUse.of(session, now)));
    live.session = session;
    live.progress = live.progress.withSession(session.id());
    writes.add(new SaveSeatSession(session));
  }

  /** Ends the present session, if it is open. */
  void end(SessionEnding ending) {
    var s = live.session;
    if (s != null && s.isOpen()) session(s.ended(now, ending));
  }

  /** Starts the job of a step. */
  void start(HarnessWork work, long limitMillis) {
    long number = live.progress.job() + 1;
    if (work.step() == SeatStep.START) live.progress = live.progress.withSuspect(work.session());
    live.progress = live.progress.withStep(work.step(), number);
    live.work = work;
    var start = new StartJob(live.cell(), number, HarnessJobs.KIND, work, limitMillis);
    writes.add(start);
    effects.add(start);
  }

  /** Ends the step: nothing is done at the harness any more. */
  void over() {
    live.work = null;
    live.progress = live.progress.withStep(null, live.progress.job());
  }

  /** Ends the step before its job has ended. */
  void cancelJob() {
    if (live.progress.step() == null) return;
    var cancel = new CancelJob(live.cell(), live.progress.job());
    writes.add(cancel);
    effects.add(cancel);
    over();
  }

  /** Reports the result of an action. Its log row is written first. */
  void acted(
      SeatAction action, @Nullable String nonce, HarnessOutcome.Result result, String evidence) {
    news.tell(
        new SeatNews.Acted(
            live.identity, live.progress.seq(), now, action, nonce, result, cut(evidence)),
        "acted " + live.progress.seq(),
        effects);
  }

  /** Tells that the successor of the full session may start. */
  void mayBeSucceeded(String evidence) {
    log("SUCCESSOR DUE", live.status(), "server", evidence);
    long seq = live.progress.seq();
    news.tell(
        new SeatNews.SuccessorDue(live.identity, seq, now, cut(evidence)),
        "successor " + seq,
        effects);
  }

  private TimerId timer(String key) {
    return new TimerId(live.cell(), TIMER, key);
  }

  void set(String key, long at) {
    writes.add(new SetTimer(timer(key), at, now, ""));
  }

  void stop(String... keys) {
    for (var key : keys) writes.add(new RemoveTimer(timer(key)));
  }

  Unit unit() {
    var all = new ArrayList<>(writes);
    if (live.seat != null && !live.progress.equals(first)) {
      all.add(new MoveSeat(live.identity, live.progress, first.seq()));
    }
    return Unit.required(all, effects, otherwise);
  }
}
