package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.admin.AdminReads;
import dev.reveille.server.alert.AlertReads;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Features;
import dev.reveille.server.callback.CallbackReads;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.channel.SlowModeReads;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.KeyReads;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.TimerReads;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.HeldReads;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.moderation.MuteReads;
import dev.reveille.server.observe.NumbersReads;
import dev.reveille.server.outbox.OutboxReads;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatUseReads;
import dev.reveille.server.simulation.ServerClasses;
import dev.reveille.server.skills.SkillReads;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskFindingReads;
import dev.reveille.server.task.TaskReads;
import dev.reveille.server.wake.TeamReads;
import dev.reveille.server.worksource.SourceReads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens, the store on disk and the one in memory say the same. */
class StoresAgreeTest {
  private static final int RUNS = 6;
  private static final int ROUNDS = 25;

  @TempDir Path folder = Path.of("");

  @Test
  void on_random_units_with_random_failures_restarts_and_retention() {
    var seeds = new ArrayList<Long>();
    var replay = Long.getLong("reveille.seed");
    if (replay != null) {
      seeds.add(replay);
    } else {
      for (long i = 0; i < RUNS; i++) seeds.add(i == 0 ? System.nanoTime() : i);
    }
    var outcomes = new StringBuilder();
    for (long seed : seeds) {
      try {
        outcomes.append(run(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("failed with -Dreveille.seed=" + seed, e);
      }
    }

    // Both fates must have been common, or the runs say nothing.
    assertThat(outcomes.chars().filter(c -> c == 's').count()).isGreaterThan(outcomes.length() / 4);
    assertThat(outcomes.chars().filter(c -> c == 'r').count())
        .isGreaterThan(outcomes.length() / 20);
  }

  @Test
  void every_write_is_among_the_random_ones() {
    var units = new RandomUnits(new SplittableRandom(1));
    var made = new HashSet<Class<?>>();
    for (int i = 0; i < 30_000; i++) {
      for (var write : units.next().unit().writes()) made.add(write.getClass());
    }
    assertThat(made).containsAll(ServerClasses.records(Write.class));
  }

  @Test
  void every_reads_of_a_table_is_compared() throws IOException {
    var source =
        Files.readString(
            Path.of(
                "src/test/java/dev/reveille/server/store", getClass().getSimpleName() + ".java"));
    for (var reads : reads()) assertThat(source).contains(reads.getSimpleName() + ".class");
  }

  @Test
  void every_table_has_a_double() {
    var memory = new MemoryStore(AllMemoryTables.make(), () -> {});
    for (var reads : reads()) {
      assertThatCode(() -> memory.reads(reads)).as(reads.getName()).doesNotThrowAnyException();
    }
  }

  private static List<Class<?>> reads() {
    return Features.TABLES.stream()
        .flatMap(table -> table.reads().stream())
        .<Class<?>>map(Table.Reads::type)
        .toList();
  }

  private String run(long seed) {
    var random = new SplittableRandom(seed);
    var units = new RandomUnits(random);
    var file = folder.resolve(seed + ".db");
    var disk = JdbcStore.open(file, Features.TABLES, new Failures());
    var memory = new MemoryStore(AllMemoryTables.make(), () -> {});
    var onDisk = new Settlements(disk);
    var inMemory = new Settlements(memory);
    var outcomes = new StringBuilder();
    for (int round = 0; round < ROUNDS; round++) {
      boolean broken = random.nextInt(5) == 0;
      setBroken(disk, memory, broken);
      units.reload(memory);
      for (int i = random.nextInt(60); i >= 0; i--) {
        var unit = units.next();
        onDisk.submit(unit);
        inMemory.submit(unit);
      }
      assertThat(onDisk.outcome()).isEqualTo(inMemory.outcome());
      setBroken(disk, memory, false);
      if (random.nextInt(4) == 0) {
        var retention =
            new Retention(
                random.nextInt(20),
                Duration.ofMillis(random.nextInt(200)),
                Duration.ofMillis(random.nextInt(200)));
        assertThat(disk.prune(retention, units.now()))
            .isEqualTo(memory.prune(retention, units.now()));
      }
      assertThat(everything(disk)).isEqualTo(everything(memory));
      if (random.nextInt(8) == 0) {
        outcomes.append(inMemory.outcome());
        disk.close();
        disk = JdbcStore.open(file, Features.TABLES, new Failures());
        memory = memory.crash(() -> {});
        onDisk = new Settlements(disk);
        inMemory = new Settlements(memory);
        assertThat(everything(disk)).isEqualTo(everything(memory));
      }
    }
    disk.close();
    return outcomes.append(inMemory.outcome()).toString();
  }

  private static void setBroken(JdbcStore disk, MemoryStore memory, boolean broken) {
    disk.pragma("query_only = " + (broken ? "ON" : "OFF")).join();
    if (broken) {
      memory.breakDisk();
    } else {
      memory.mendDisk();
    }
  }

  private static List<Object> everything(Store store) {
    var all = new ArrayList<Object>();
    for (var stream : RandomUnits.STREAMS) {
      var head = store.reads(EntryReads.class).head(stream);
      all.add(head);
      all.add(store.reads(EntryReads.class).after(stream, 0, 1000));
      all.add(store.reads(EntryReads.class).after(stream, head.firstSeq() + 2, 3));
      all.add(store.reads(EntryReads.class).before(stream, head.lastSeq(), 5));
    }
    for (var agent : RandomUnits.AGENTS) {
      all.add(store.reads(AgentReads.class).agent(agent));
      all.add(store.reads(ChannelReads.class).memberships(agent));
      all.add(store.reads(MailReads.class).inbox(agent));
      all.add(store.reads(MailReads.class).mailbox(agent));
      all.add(store.reads(MailReads.class).referred(agent, 20));
      for (long seq = 0; seq < 60; seq += 7) {
        all.add(store.reads(MailReads.class).receipt(agent, seq));
      }
      all.add(store.reads(MarkReads.class).marks(agent));
      all.add(store.reads(SubscriptionReads.class).filters(agent));
      all.add(store.reads(MuteReads.class).mute(agent));
      all.add(store.reads(SubscriptionReads.class).muted(agent));
      all.add(store.reads(EntryReads.class).clientKeys(agent, 7));
      all.add(store.reads(KeyReads.class).keys(agent));
      all.add(store.reads(TokenReads.class).tokensOf(agent));
      all.add(store.reads(AdminReads.class).listFile(agent));
      all.add(store.reads(CallbackReads.class).callbacks(agent));
    }
    all.add(store.reads(TokenReads.class).tokens());
    all.add(store.reads(TokenReads.class).kept());
    for (var key : RandomUnits.KEYS) all.add(store.reads(KeyReads.class).key(key));
    for (var channel : RandomUnits.CHANNELS) {
      all.add(store.reads(ChannelReads.class).channel(channel));
      all.add(store.reads(ChannelReads.class).invited(channel));
      all.add(store.reads(ChannelReads.class).members(channel, "", 2));
      all.add(store.reads(MarkReads.class).reached(channel, 5, "@ann"));
      all.add(store.reads(EntryReads.class).outlines(channel, 3, 4));
      all.add(store.reads(SlowModeReads.class).slowMode(channel));
    }
    all.add(store.reads(ChannelReads.class).channels());
    all.add(store.reads(SkillReads.class).skills(_ -> true, 100, 100));
    for (var agent : store.reads(SkillReads.class).skills(_ -> true, 100, 3).first()) {
      all.add(store.reads(SkillReads.class).skillsOf(agent.agent(), t -> t.rate() == null, 2));
    }
    all.add(store.reads(SkillReads.class).skills(t -> t.rate() == null || t.rate() <= 1, 5, 2));
    all.add(store.reads(SkillReads.class).skills(t -> "eur".equals(t.currency()), 100, 1));
    all.add(store.reads(AgentReads.class).agentsWithKey());
    all.add(store.reads(AgentReads.class).meantBy(List.of("n1", "n2", "n3"), 2));
    all.add(store.reads(AdminReads.class).bans());
    all.add(store.reads(AdminReads.class).approvals());
    var numbers = store.reads(NumbersReads.class);
    all.add(numbers.minutes(Long.MIN_VALUE, Long.MAX_VALUE, 1000));
    all.add(numbers.minutes(Rows.T - 3 * 86_400_000L, Rows.T, 2));
    all.add(numbers.hours(Rows.T - 3 * 86_400_000L, Rows.T, 1000));
    all.add(numbers.newestMinute());
    all.add(numbers.newestHour());
    var timers = store.reads(TimerReads.class);
    var due = timers.timersAfter(Long.MIN_VALUE, 0, 1000);
    all.add(due.stream().map(row -> row.timer() + " " + row.at() + row.hasPayload()).toList());
    if (!due.isEmpty()) {
      var middle = due.get(due.size() / 2);
      var after = timers.timersAfter(middle.at(), middle.place(), 3);
      all.add(after.stream().map(TimerReads.Row::timer).toList());
      all.add(timers.timer(middle.timer()));
    }
    all.addAll(tasks(store));
    all.addAll(wakes(store));
    all.addAll(seats(store));
    all.addAll(work(store));
    all.addAll(feed(store));
    all.add(store.sizes());
    return all;
  }

  private static List<Object> tasks(Store store) {
    var reads = store.reads(TaskReads.class);
    var all = new ArrayList<Object>();
    for (int i = 0; i < 6; i++) {
      all.add(reads.load("task_" + i));
      all.add(reads.task("task_" + i));
      all.add(reads.log("task_" + i, 3, 5));
      all.add(reads.audience("task_" + i));
    }
    for (var agent : RandomUnits.AGENTS) {
      all.add(reads.open(agent));
      all.add(listed(reads.of(agent, null, Long.MAX_VALUE, 3)));
      all.add(listed(reads.openOf(agent, null, Long.MAX_VALUE, 3)));
      all.add(reads.openFor(agent));
      all.add(reads.waitingFor(agent, 3));
      all.add(reads.expiredOf(agent, Rows.T + 50, 3));
      for (var part : TaskMessages.Part.values()) {
        all.add(listed(reads.of(agent, part, Long.MAX_VALUE, 100)));
        all.add(listed(reads.openOf(agent, part, Long.MAX_VALUE, 100)));
      }
    }
    for (var state : TaskState.values()) {
      var page = reads.in(state, Long.MAX_VALUE, 2);
      all.add(listed(page));
      if (!page.isEmpty()) all.add(listed(reads.in(state, page.getLast().place(), 2)));
    }
    all.add(listed(reads.all(Long.MAX_VALUE, 3)));
    all.add(reads.counts(Rows.T + 50));
    all.add(reads.ended(Rows.T + 50));
    all.add(listed(reads.blocked(0, 100)));
    all.add(store.reads(TaskFindingReads.class).findings());
    return all;
  }

  private static List<Object> wakes(Store store) {
    var reads = store.reads(WakeReads.class);
    var all = new ArrayList<Object>();
    for (var seat : RandomUnits.AGENTS) {
      all.add(reads.wake(seat));
      all.add(store.reads(RouteReads.class).routes(seat));
      all.add(store.reads(RouteReads.class).routesAfter(seat, 1, 3));
      all.add(store.reads(RouteReads.class).next(seat));
      all.add(store.reads(RouteReads.class).secret(seat, 2));
      all.add(reads.last(seat));
      all.add(reads.at(seat, Rows.T + 100));
      all.add(reads.after(seat, 2, 3));
    }
    var first = reads.since(Rows.T + 50, null, 1);
    all.add(first);
    all.add(first.isEmpty() ? first : reads.since(Rows.T + 50, first.getFirst(), 4));
    all.add(reads.sent(Rows.T, Rows.T + 900, 4));
    all.add(reads.gate());
    all.add(store.reads(TeamReads.class).team());
    all.add(store.reads(SourceReads.class).answers("app"));
    all.add(store.reads(SourceReads.class).days("app", 1));
    all.add(store.reads(SourceReads.class).since(86_400_000));
    all.add(store.reads(AlertReads.class).alerts(4));
    all.add(store.reads(AlertReads.class).personSeen());
    all.add(store.reads(AlertReads.class).aside(Rows.T + 100));
    return all;
  }

  private static List<Object> seats(Store store) {
    var reads = store.reads(SeatReads.class);
    var memory = store.reads(MemoryReads.class);
    var all = new ArrayList<Object>();
    all.add(reads.count());
    all.add(reads.seats("@ann", 2));
    for (var agent : RandomUnits.AGENTS) {
      all.add(reads.seat(agent));
      all.add(reads.body(agent));
      all.add(reads.log(agent, 150, 7));
      all.add(memory.sessions(agent, 4));
      all.add(memory.handoffs(agent, 900_000, 3));
      all.add(memory.workedOn(agent, 3));
      all.add(store.reads(HeldReads.class).held(agent));
    }
    for (int i = 0; i < 6; i++) {
      all.add(memory.session("s" + i));
      all.add(store.reads(SeatUseReads.class).use("s" + i, Rows.T + 300));
    }
    all.add(memory.workers("#a", 2));
    return all;
  }

  private static List<Object> work(Store store) {
    var jobs = store.reads(JobReads.class);
    var all = new ArrayList<Object>();
    for (var agent : RandomUnits.AGENTS) all.add(jobs.of(new CellId("seat", agent)));
    var first = jobs.after(null, 5);
    all.add(first);
    if (!first.isEmpty()) all.add(jobs.after(first.getLast(), 5));
    var outbox = store.reads(OutboxReads.class);
    var pairs = outbox.waiting(null, 2);
    all.add(pairs);
    if (!pairs.isEmpty()) all.add(outbox.waiting(pairs.getFirst(), 5));
    for (var pair : pairs) {
      // Their ids need not be equal, as those of events.
      all.add(outbox.next(pair, 5).stream().map(tell -> tell.key() + tell.json()).toList());
    }
    return all;
  }

  private static List<StoredTask> listed(List<TaskReads.Placed> page) {
    return page.stream().map(TaskReads.Placed::task).toList();
  }

  /* Ids must rise, but need not be equal: one that no event has may be given again after a restart. */
  private static List<StoredEvent> feed(Store store) {
    var feed = new ArrayList<StoredEvent>();
    long last = 0;
    for (var e : store.reads(EventReads.class).events(0, 10_000)) {
      assertThat(e.id()).isGreaterThan(last);
      last = e.id();
      feed.add(new StoredEvent(0, e.at(), e.kind(), e.agent(), e.channel(), e.detail()));
    }
    return feed;
  }
}
