package dev.reveille.server.report;

import dev.reveille.protocol.Json;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskFindingReads.StoredFinding;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the report of a night as text or as Markdown. */
public final class ReportText {
  private final MorningReport report;
  private final NightSeats night;
  private final boolean markdown;
  private final List<String> lines = new ArrayList<>();

  private ReportText(MorningReport report, NightSeats night, boolean markdown) {
    this.report = report;
    this.night = night;
    this.markdown = markdown;
  }

  /**
   * Returns the report for a terminal.
   *
   * @param night names the agents
   */
  public static String text(MorningReport report, NightSeats night) {
    return new ReportText(report, night, false).write();
  }

  /** Returns the report as Markdown. Text of agents in it is shown as it is. */
  public static String markdown(MorningReport report, NightSeats night) {
    return new ReportText(report, night, true).write();
  }

  private String write() {
    lines.add(
        (markdown ? "# " : "")
            + "Since "
            + moment(report.since())
            + " ("
            + Ago.words(report.until() - report.since())
            + ")");
    list(
        "Needs a person: " + report.needs().size(),
        report.needs(),
        need -> (need.since() > 0 ? moment(need.since()) + ": " : "") + plain(need.what()));
    var tasks = report.tasks();
    list("Finished tasks: " + tasks.finished().size(), tasks.finished(), this::task);
    list("Failed tasks: " + tasks.failed().size(), tasks.failed(), this::task);
    list("Tasks that stand still: " + tasks.stalled().size(), tasks.stalled(), this::finding);
    if (!tasks.complete()) lines.add("More tasks ended than this report lists.");
    var guards = report.guards();
    long tripped = guards.all().stream().mapToLong(NightGuards.Tripped::times).sum();
    list("Guards that tripped: " + tripped, guards.all(), this::guard);
    if (!guards.complete()) lines.add("More guards tripped than this report lists.");
    lines.add("");
    heading("Seats: " + report.seats().size());
    for (var seat : report.seats()) seat(seat);
    lines.add("");
    heading("Cost");
    lines.add((markdown ? "- " : "") + used());
    for (var line : report.cost().lines()) lines.add((markdown ? "- " : "") + plain(line));
    if (!report.complete()) lines.add("There were more decisions than this report looked at.");
    return String.join("\n", lines) + "\n";
  }

  private void heading(String text) {
    lines.add((markdown ? "## " : "") + text);
  }

  private <T> void list(String title, List<T> rows, Function<T, String> words) {
    lines.add("");
    heading(title);
    for (var row : rows) lines.add("- " + words.apply(row));
  }

  private static String moment(long wallMillis) {
    return Instant.ofEpochMilli(wallMillis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns text of others on one line, in which nothing is Markdown. */
  private String plain(String text) {
    var line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    return markdown ? line.replaceAll("[\\\\`*_{}\\[\\]()#+!|<>~&-]", "\\\\$0") : line;
  }

  /** Returns an agent as its name and its id. */
  private String agent(String id) {
    var name = night.name(id);
    return name.equals(id) ? plain(id) : plain(name) + " (" + plain(id) + ")";
  }

  private String task(StoredTask task) {
    var progress = task.progress();
    var owner = progress.owner();
    var at = progress.endedAt();
    return moment(at == null ? progress.updatedAt() : at)
        + ": "
        + plain(task.facts().title())
        + ", "
        + progress.state().name().toLowerCase(Locale.ROOT)
        + (owner == null ? "" : ", of " + agent(owner))
        + ", "
        + plain(task.id());
  }

  private String finding(StoredFinding finding) {
    var detail = Json.read(finding.detail());
    var title = detail.map(found -> found.path("title").asString("")).orElse("");
    var what =
        switch (finding.kind()) {
          case "stalled" -> "nobody touches it";
          case "dead_wait" -> "it waits in vain";
          case "cycle" -> "agents wait for each other in a circle";
          default -> plain(finding.kind());
        };
    return moment(finding.foundAt())
        + ": "
        + (title.isEmpty() ? "several tasks" : plain(title))
        + ", "
        + what;
  }

  private String guard(NightGuards.Tripped guard) {
    var who = guard.agent();
    return moment(guard.at())
        + ": "
        + (who == null ? "" : agent(who) + " ")
        + plain(guard.what())
        + (guard.times() > 1 ? " (" + guard.times() + " times)" : "");
  }

  private void seat(SeatNight seat) {
    var state = seat.state() == null ? "no seat any more" : seat.state();
    lines.add(
        "- "
            + agent(seat.seat())
            + ", "
            + state
            + ": "
            + seat.looks()
            + " looks, "
            + seat.sent()
            + " wakes"
            + proofs(seat)
            + ", unread now "
            + known(seat.unread())
            + ", tokens "
            + known(seat.use().tokens())
            + ", money "
            + money(seat.use().microDollars()));
    if (!seat.causes().isEmpty()) more("woken: " + counts(seat.causes()));
    if (!seat.why().isEmpty()) more("last wake: " + plain(seat.why()));
    if (!seat.recovery().isEmpty()) {
      var sorted = seat.recovery().stream().sorted().toList();
      more(
          "a turn began after "
              + sorted.get(sorted.size() / 2) / 1000
              + " s (median of "
              + sorted.size()
              + ")");
    }
    for (var end : seat.ended()) {
      more(moment(end.at()) + ": session " + plain(end.session()) + " ended, " + end.how().word());
    }
    if (!seat.skipped().isEmpty()) more("not woken: " + counts(seat.skipped()));
    for (var missed : seat.missed()) more(missed(missed));
    if (seat.missedElse() > 0) more("missed for other reasons: " + seat.missedElse() + " looks");
    if (seat.days().size() > 1) for (var day : seat.days()) more(day(day));
  }

  private void more(String line) {
    lines.add((markdown ? "  - " : "  ") + line);
  }

  private static String missed(MissedWake missed) {
    return "missed from "
        + moment(missed.from())
        + " to "
        + moment(missed.to())
        + ", "
        + missed.times()
        + "×: "
        + words(missed.wanted())
        + ", but "
        + words(missed.held());
  }

  private static String words(Collection<WakeReason> reasons) {
    return reasons.stream().map(WakeReason::words).collect(Collectors.joining("; "));
  }

  private static String day(SeatNight.Day day) {
    return LocalDate.ofInstant(
            Instant.ofEpochMilli(day.number() * WakeRules.DAY_MILLIS), ZoneOffset.UTC)
        + " UTC: "
        + day.looks()
        + " looks, "
        + day.wakes()
        + " wakes, "
        + day.began()
        + " turns began, "
        + day.missed()
        + " looks missed, tokens "
        + known(day.tokens())
        + ", money "
        + money(day.microDollars());
  }

  private static String known(Reading reading) {
    return reading.known() ? reading.text() : "unknown";
  }

  private static String money(Reading microDollars) {
    return microDollars.known() ? NightUse.dollars(microDollars.value()) : "unknown";
  }

  private static String counts(Map<WakeReason, Long> reasons) {
    return reasons.entrySet().stream()
        .sorted(
            Map.Entry.<WakeReason, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(entry -> entry.getValue() + "× " + entry.getKey().words())
        .collect(Collectors.joining("; "));
  }

  private static String proofs(SeatNight seat) {
    if (seat.wakes().isEmpty()) return "";
    return seat.wakes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getValue() + " " + each.getKey().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", ", " (", ")"));
  }

  /** Returns the sum of what is known, and for how many seats it is not. */
  private String used() {
    return "Sessions used "
        + sum(seat -> seat.use().tokens(), value -> value + " tokens")
        + ", "
        + sum(seat -> seat.use().microDollars(), NightUse::dollars)
        + ".";
  }

  private String sum(Function<SeatNight, Reading> reading, Function<Long, String> words) {
    var all = report.seats().stream().map(reading).toList();
    long unknown = all.stream().filter(each -> !each.known()).count();
    long value = all.stream().filter(Reading::known).mapToLong(Reading::value).sum();
    return words.apply(value)
        + (unknown == 0 ? "" : " (unknown for " + unknown + " of " + all.size() + " seats)");
  }
}
