package dev.reveille.server.report;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.WakeDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatProgress;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.TaskReads;
import dev.reveille.server.wake.MailSensor;
import dev.reveille.server.wake.StoredSeats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds in the store what needs a person now, oldest first. */
final class OpenNeeds {
  private static final int PAGE = 500;
  private static final int MOST = 200;

  private final Store store;
  private final Clock clock;
  private final MailSensor mail;

  OpenNeeds(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    mail = new MailSensor(store);
  }

  /** Returns everything except mail, which costs a look at each seat's inbox. */
  List<NeedsPerson> withoutMail() {
    var needs = seats(this::stuck);
    NeedsPerson.of(store.reads(WakeReads.class).gate()).ifPresent(needs::add);
    tasks(TaskState.AUTH_REQUIRED, NeedsPerson.Kind.PERMISSION, "waits for a permission", needs);
    tasks(
        TaskState.INPUT_REQUIRED,
        NeedsPerson.Kind.QUESTION,
        "waits for an answer of its originator",
        needs);
    return sorted(needs);
  }

  /** Returns the mail that lost its right to wake and was not read. */
  List<NeedsPerson> mail() {
    return sorted(seats(this::undelivered));
  }

  /** Returns the whole list. */
  List<NeedsPerson> all() {
    var needs = new ArrayList<>(withoutMail());
    needs.addAll(mail());
    return sorted(needs);
  }

  private static List<NeedsPerson> sorted(List<NeedsPerson> needs) {
    return needs.stream()
        .sorted(Comparator.comparingLong(NeedsPerson::since).thenComparing(NeedsPerson::subject))
        .toList();
  }

  /** Looks at one seat and adds what it needs. */
  private interface Look {
    void at(StoredSeat seat, Consumer<NeedsPerson> needs);
  }

  private List<NeedsPerson> seats(Look look) {
    var needs = new ArrayList<NeedsPerson>();
    var last = "";
    while (needs.size() < MOST) {
      var page = store.reads(SeatReads.class).seats(last, PAGE);
      for (var seat : page) {
        last = seat.seat().identity();
        look.at(seat, needs::add);
      }
      if (page.size() < PAGE) break;
    }
    return needs;
  }

  private void stuck(StoredSeat seat, Consumer<NeedsPerson> needs) {
    var id = seat.seat().identity();
    var progress = seat.progress();
    long since = progress.since();
    if (progress.status().state() == SeatState.LOST) {
      needs.accept(
          new NeedsPerson(
              NeedsPerson.Kind.LOST_SEAT,
              id,
              since,
              "The seat of " + id + " is lost: its harness cannot be seen"));
    }
    if (progress.status().state() == SeatState.IDLE && StoredSeats.isNudgedInVain(seat)) {
      var wake = store.reads(WakeReads.class).wake(id);
      if (wake.isPresent() && wake.get().flight() == null) {
        needs.accept(
            new NeedsPerson(
                NeedsPerson.Kind.NO_ANSWER,
                id,
                wake.get().wakeAt(),
                "The seat of " + id + " was nudged and did nothing since"));
      }
    }
    if (progress.status().state() == SeatState.ENDED
        && crashes(progress) >= WakeDecision.MOST_CRASHES
        && hasCrashed(progress.session())) {
      needs.accept(
          new NeedsPerson(
              NeedsPerson.Kind.CRASH_LOOP,
              id,
              since,
              "The seat of "
                  + id
                  + " crashed "
                  + crashes(progress)
                  + " times in a row and is not started any more"));
    }
  }

  private static int crashes(SeatProgress progress) {
    return Math.max(progress.endsInRow(), progress.track().crashes());
  }

  private boolean hasCrashed(@Nullable String session) {
    return session != null
        && store
            .reads(MemoryReads.class)
            .session(session)
            .filter(found -> found.ending() == SessionEnding.CRASHED)
            .isPresent();
  }

  private void undelivered(StoredSeat seat, Consumer<NeedsPerson> needs) {
    var id = seat.seat().identity();
    mail.oldest(id)
        .ifPresent(
            ts -> {
              if (clock.wallMillis() - ts < WakeRules.DAY_MILLIS) return;
              needs.accept(
                  new NeedsPerson(
                      NeedsPerson.Kind.UNDELIVERED_MAIL,
                      id,
                      ts,
                      "Mail of "
                          + id
                          + " is unread for "
                          + Ago.words(clock.wallMillis() - ts)
                          + " and wakes nobody any more"));
            });
  }

  private void tasks(
      TaskState state, NeedsPerson.Kind kind, String waits, List<NeedsPerson> needs) {
    for (var placed : store.reads(TaskReads.class).in(state, Long.MAX_VALUE, MOST)) {
      var task = placed.task();
      needs.add(
          new NeedsPerson(
              kind,
              task.id(),
              task.progress().updatedAt(),
              "Task " + task.id() + " of " + task.facts().originator() + " " + waits));
    }
  }
}
