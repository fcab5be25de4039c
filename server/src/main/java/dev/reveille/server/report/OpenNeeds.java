package dev.reveille.server.report;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.alert.AlertReads;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.TaskReads;
import dev.reveille.server.wake.MailSensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds in the store what needs a person now, oldest first. */
final class OpenNeeds {
  private static final int PAGE = 500;

  /** Of more, the oldest are listed. */
  static final int MOST = 200;

  private final Store store;
  private final Clock clock;
  private final MailSensor mail;
  private final SeatTrouble trouble;

  OpenNeeds(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    mail = new MailSensor(store);
    trouble = new SeatTrouble(store);
  }

  /** Returns everything except mail, which costs a look at each seat's inbox. */
  List<NeedsPerson> withoutMail() {
    var wakes = store.reads(WakeReads.class);
    long now = clock.wallMillis();
    var needs =
        seats(seat -> trouble.of(seat, wakes.last(seat.seat().identity()).orElse(null), now));
    NeedsPerson.of(wakes.gate()).ifPresent(needs::add);
    tasks(TaskState.AUTH_REQUIRED, NeedsPerson.Kind.PERMISSION, "waits for a permission", needs);
    tasks(
        TaskState.INPUT_REQUIRED,
        NeedsPerson.Kind.QUESTION,
        "waits for an answer of its originator",
        needs);
    return listed(needs);
  }

  /** Returns the mail that lost its right to wake and was not read. */
  List<NeedsPerson> mail() {
    return listed(seats(this::undelivered));
  }

  /** Returns the whole list. */
  List<NeedsPerson> all() {
    var needs = new ArrayList<>(withoutMail());
    needs.addAll(mail());
    return listed(needs);
  }

  /** Returns the oldest, without those that a person set aside. */
  private List<NeedsPerson> listed(List<NeedsPerson> needs) {
    var aside = store.reads(AlertReads.class).aside(clock.wallMillis());
    return needs.stream()
        .filter(need -> !aside.contains(need.key()))
        .sorted(Comparator.comparingLong(NeedsPerson::since).thenComparing(NeedsPerson::subject))
        .limit(MOST)
        .toList();
  }

  /** Looks at one seat. */
  private interface Look {
    Optional<NeedsPerson> at(StoredSeat seat);
  }

  private List<NeedsPerson> seats(Look look) {
    var needs = new ArrayList<NeedsPerson>();
    var last = "";
    while (true) {
      var page = store.reads(SeatReads.class).seats(last, PAGE);
      for (var seat : page) {
        last = seat.seat().identity();
        look.at(seat).ifPresent(needs::add);
      }
      if (page.size() < PAGE) return needs;
    }
  }

  private Optional<NeedsPerson> undelivered(StoredSeat seat) {
    var id = seat.seat().identity();
    long now = clock.wallMillis();
    var oldest = mail.oldest(id);
    if (oldest.isEmpty() || now - oldest.getAsLong() < WakeRules.DAY_MILLIS) {
      return Optional.empty();
    }
    var need =
        new NeedsPerson(
            NeedsPerson.Kind.UNDELIVERED_MAIL,
            id,
            oldest.getAsLong(),
            "Mail of "
                + id
                + " is unread for "
                + Ago.words(now - oldest.getAsLong())
                + " and wakes nobody any more");
    var state = seat.progress().status().state();
    boolean isOut = state == SeatState.BENCHED || state == SeatState.OPTED_OUT;
    return Optional.of(
        isOut
            ? need.with(NeedAction.SEAT, NeedAction.RESUME, NeedAction.LATER)
            : need.with(NeedAction.WAKE, NeedAction.SEAT, NeedAction.LATER));
  }

  private void tasks(
      TaskState state, NeedsPerson.Kind kind, String waits, List<NeedsPerson> needs) {
    long before = Long.MAX_VALUE;
    while (true) {
      var page = store.reads(TaskReads.class).in(state, before, PAGE);
      for (var placed : page) {
        before = placed.place();
        var task = placed.task();
        needs.add(
            new NeedsPerson(
                    kind,
                    task.id(),
                    task.progress().updatedAt(),
                    "Task " + task.id() + " of " + task.facts().originator() + " " + waits)
                .with(NeedAction.TASK, NeedAction.LATER));
      }
      if (page.size() < PAGE) return;
    }
  }
}
