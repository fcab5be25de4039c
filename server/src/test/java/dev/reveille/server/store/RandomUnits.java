package dev.reveille.server.store;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.admin.ListFile;
import dev.reveille.server.admin.RemoveApproval;
import dev.reveille.server.admin.RemoveBan;
import dev.reveille.server.admin.SaveApproval;
import dev.reveille.server.admin.SaveBan;
import dev.reveille.server.admin.SaveListFile;
import dev.reveille.server.admin.StoredApproval;
import dev.reveille.server.admin.StoredBan;
import dev.reveille.server.alert.RandomAlerts;
import dev.reveille.server.callback.RemoveCallback;
import dev.reveille.server.callback.SaveCallback;
import dev.reveille.server.callback.StoredCallback;
import dev.reveille.server.channel.AddChannel;
import dev.reveille.server.channel.AddInvitation;
import dev.reveille.server.channel.AddMember;
import dev.reveille.server.channel.BeginMark;
import dev.reveille.server.channel.MoveMark;
import dev.reveille.server.channel.RemoveChannel;
import dev.reveille.server.channel.RemoveMark;
import dev.reveille.server.channel.RemoveMember;
import dev.reveille.server.channel.SetMute;
import dev.reveille.server.channel.SetSlowMode;
import dev.reveille.server.channel.SetSubscription;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.decision.RandomWakes;
import dev.reveille.server.identity.EndKept;
import dev.reveille.server.identity.EndToken;
import dev.reveille.server.identity.RemoveToken;
import dev.reveille.server.identity.SaveKept;
import dev.reveille.server.identity.SaveKey;
import dev.reveille.server.identity.SaveToken;
import dev.reveille.server.identity.StoredKept;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.identity.StoredToken;
import dev.reveille.server.identity.TouchToken;
import dev.reveille.server.job.RandomJobs;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerWrite;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.AddReference;
import dev.reveille.server.mail.InboxCounts;
import dev.reveille.server.mail.MailDelivered;
import dev.reveille.server.mail.MailOffered;
import dev.reveille.server.mail.MailRanges;
import dev.reveille.server.mail.ReceiptLevel;
import dev.reveille.server.mail.RemoveReferences;
import dev.reveille.server.mail.SaveReceipt;
import dev.reveille.server.mail.StoredReceipt;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.moderation.SetServerMute;
import dev.reveille.server.observe.SaveHour;
import dev.reveille.server.observe.SaveMinute;
import dev.reveille.server.observe.StoredNumbers;
import dev.reveille.server.outbox.RandomTells;
import dev.reveille.server.seat.RandomSeats;
import dev.reveille.server.skills.ReplaceSkills;
import dev.reveille.server.skills.StoredSkill;
import dev.reveille.server.task.AddTask;
import dev.reveille.server.task.AddTaskFinding;
import dev.reveille.server.task.AddTaskWaiter;
import dev.reveille.server.task.AppendTaskLog;
import dev.reveille.server.task.MoveTask;
import dev.reveille.server.task.RemoveTaskFinding;
import dev.reveille.server.task.SetHinted;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.StoredTaskLog;
import dev.reveille.server.task.TaskFinding;
import dev.reveille.server.task.TaskProgress;
import dev.reveille.server.task.TaskReads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Makes units as hasty cells would: mostly right, at times a gap, a repeat or a clash. */
final class RandomUnits {
  static final List<String> STREAMS = List.of("#a", "#b", "@ann", "@bob");
  static final List<String> AGENTS = List.of("@ann", "@bob", "@cat");
  static final List<String> KEYS = List.of("@ann", "@bob", "@cat", "@k1", "@k2", "@k3", "@k4");
  static final List<String> CHANNELS = List.of("#a", "#b", "#c", "#d");
  private static final List<String> OWNERS = List.of("o1", "o2", "o3");

  private final SplittableRandom random;
  private final Map<String, Long> seqs = new HashMap<>();
  private final Map<String, Long> incarnations = new HashMap<>();
  private final Map<String, Long> taskSeqs = new HashMap<>();
  private final Set<String> endedTasks = new HashSet<>();
  private int msgIds;
  private long now = Rows.T;

  RandomUnits(SplittableRandom random) {
    this.random = random;
  }

  /** A cell reads its stream's end when it is loaded. */
  void reload(Store store) {
    for (var stream : STREAMS) {
      seqs.put(stream, store.reads(EntryReads.class).head(stream).lastSeq());
    }
    for (int i = 0; i < 6; i++) {
      var id = "task_" + i;
      var task = store.reads(TaskReads.class).task(id);
      if (task.isPresent()) taskSeqs.put(id, task.get().progress().seq());
      else taskSeqs.remove(id);
      if (task.isPresent() && task.get().progress().endedAt() != null) endedTasks.add(id);
      else endedTasks.remove(id);
    }
    for (var owner : OWNERS) {
      if (random.nextInt(3) > 0) incarnations.merge(owner, 1L, Long::sum);
    }
  }

  long now() {
    return now;
  }

  Submission next() {
    var owner = pick(OWNERS);
    var writes = new ArrayList<Write>();
    for (int i = random.nextInt(4); i > 0; i--) writes.add(write());
    var unit =
        random.nextInt(4) == 0 && writes.stream().noneMatch(TimerWrite.class::isInstance)
            ? Unit.bestEffort(writes, List.of())
            : Unit.required(writes, List.of(), List.of());
    return new Submission(new CellId("test", owner), incarnations.getOrDefault(owner, 0L), unit);
  }

  private Write write() {
    now += random.nextInt(3);
    return switch (random.nextInt(30)) {
      case 0 -> Rows.event("e" + random.nextInt(9), now);
      case 1 -> new MailOffered(pick(AGENTS), random.nextInt(50));
      case 2 -> new MailDelivered(pick(AGENTS), random.nextInt(50));
      case 17 ->
          new MailRanges(pick(AGENTS), random.nextInt(9) + "-9", random.nextBoolean() ? "" : "3");
      case 3 -> Rows.agent(pick(AGENTS), "n" + random.nextInt(9), random.nextBoolean(), now);
      case 4 -> new AddMember(pick(CHANNELS), pick(AGENTS), now);
      case 5 -> new RemoveMember(pick(CHANNELS), pick(AGENTS));
      case 6 ->
          random.nextInt(8) == 0
              ? new AddChannel(new StoredChannel(pick(CHANNELS), true, false, null, now))
              : new AddInvitation(pick(CHANNELS), pick(AGENTS), "@ann", now);
      case 7 -> new ReplaceSkills(pick(AGENTS), now, skills());
      case 8, 9 -> new SaveKey(key());
      case 10 -> attention();
      case 11 -> list();
      case 12 -> random.nextInt(6) == 0 ? new RemoveChannel(pick(CHANNELS)) : callback();
      case 18 -> token();
      case 20 -> mark();
      case 21 -> inbox();
      case 19 -> timer();
      case 22, 23 -> task();
      case 24 -> numbers();
      case 26 -> RandomAlerts.any(random, now);
      case 27 -> RandomSeats.any(random, AGENTS, now);
      case 28 -> RandomJobs.any(random, AGENTS);
      case 29 -> RandomTells.any(random, AGENTS, now);
      case 25 -> RandomWakes.any(random, AGENTS, now);
      default -> messageOrReplacement();
    };
  }

  private Write mark() {
    var who = pick(AGENTS);
    return switch (random.nextInt(4)) {
      case 0 -> new BeginMark(who, pick(CHANNELS));
      case 1 -> new RemoveMark(who, pick(CHANNELS));
      default -> new MoveMark(who, pick(CHANNELS), random.nextInt(60), random.nextBoolean());
    };
  }

  private Write inbox() {
    var who = pick(AGENTS);
    long n = random.nextInt(200);
    return switch (random.nextInt(6)) {
      case 0 -> new RemoveReferences(who, List.of(n, n + 1));
      case 1 -> new InboxCounts(who, n, random.nextInt(5), random.nextInt(5));
      case 2, 3 ->
          new SaveReceipt(
              who,
              new StoredReceipt(
                  random.nextInt(60), "m", "@ann", pick(List.of(ReceiptLevel.values())), now));
      default ->
          new AddReference(
              who,
              new StoredReference(
                  n, 3, pick(CHANNELS), random.nextInt(60), now, "@ann", Priority.LOW));
    };
  }

  private Write token() {
    var who = pick(AGENTS);
    var id = "t" + random.nextInt(5);
    return switch (random.nextInt(6)) {
      case 0 -> new SaveKept(new StoredKept(who, "n", "pem", "sealed", now, null));
      case 1 -> new EndKept(who, now);
      case 2 -> new EndToken(id, now);
      case 3 -> new TouchToken(id, now);
      case 4 -> new RemoveToken(id);
      default ->
          new SaveToken(
              new StoredToken(
                  id, "n", who, Set.of(Scope.SEND, Scope.ADMIN), "00", now, "me", now, null, null));
    };
  }

  private List<StoredSkill> skills() {
    var skills = new ArrayList<StoredSkill>();
    for (int i = random.nextInt(4); i > 0; i--) {
      var rate = random.nextInt(3) == 0 ? null : random.nextInt(5) / 2.0;
      skills.add(Rows.skill("s" + random.nextInt(9), rate, random.nextBoolean() ? "eur" : null));
    }
    return skills;
  }

  /** Few enough keys that agents get in each other's way. */
  private StoredKey key() {
    var key = StoredKey.fresh(pick(KEYS), pick(AGENTS), "pem", now);
    return switch (random.nextInt(3)) {
      case 0 -> key;
      case 1 -> key.replaced(now);
      default -> key.revoked(now, "why");
    };
  }

  private Write attention() {
    return switch (random.nextInt(4)) {
      case 0 ->
          new SetSubscription(
              pick(AGENTS),
              pick(CHANNELS),
              random.nextInt(3) == 0 ? null : "{}" + now,
              random.nextBoolean());
      case 1 -> new SetMute(pick(AGENTS), pick(AGENTS), random.nextInt(3) > 0, now);
      case 2 -> new SetServerMute(pick(AGENTS), random.nextInt(3) == 0 ? 0 : now, "reason " + now);
      default -> new SetSlowMode(pick(CHANNELS), random.nextInt(9));
    };
  }

  private Write callback() {
    var id = "cb_" + random.nextInt(30);
    return random.nextInt(3) == 0
        ? new RemoveCallback(id)
        : new SaveCallback(
            new StoredCallback(
                id, pick(AGENTS), random.nextBoolean() ? "#a" : null, "p" + now, now, now, null));
  }

  private Write timer() {
    var id = new TimerId(new CellId("agent", pick(AGENTS)), "test", "t" + random.nextInt(4));
    return random.nextInt(3) == 0
        ? new RemoveTimer(id)
        : new SetTimer(id, now + random.nextInt(20), now, random.nextBoolean() ? "" : "p" + now);
  }

  /** Few enough tasks that changes meet, and some that do not follow the last one. */
  private Write task() {
    var id = "task_" + random.nextInt(6);
    int luck = random.nextInt(12);
    if (luck == 0) return new AddTaskWaiter(id, "task_" + random.nextInt(6));
    if (luck == 1) {
      var finding = new TaskFinding("f" + random.nextInt(3), "cycle", null, "{\"at\":" + now + "}");
      return random.nextBoolean()
          ? new AddTaskFinding(finding, now)
          : new RemoveTaskFinding(finding.id());
    }
    if (luck == 4) return new SetHinted(id, random.nextInt(9));
    if (luck == 2) {
      return new AppendTaskLog(
          new StoredTaskLog(
              id,
              random.nextInt(40),
              now,
              "updated",
              random.nextBoolean() ? null : TaskState.WORKING,
              TaskState.WORKING,
              pick(AGENTS),
              "name",
              luck(2) ? "" : "\"detail\":{}",
              luck(3) ? "key" + now : null));
    }
    long seq = taskSeqs.getOrDefault(id, 0L) + 1;
    if (luck == 3) seq += random.nextInt(3);
    taskSeqs.put(id, seq);
    var progress = progress(id, seq);
    if (seq > 1) return new MoveTask(id, progress);
    boolean direct = random.nextBoolean();
    return new AddTask(
        new StoredTask(
            id,
            new StoredTask.Facts(
                pick(AGENTS),
                direct ? "@bob" : "#a",
                direct ? "@bob" : null,
                "title " + now,
                pick(List.of(Priority.values())),
                luck(2) ? List.of() : List.of("l1", "l\"2"),
                now,
                luck(2) ? null : now + 5,
                luck(2) ? null : "task_1",
                luck(2) ? "" : "\"input\":[]"),
            progress),
        direct ? List.of() : List.of("@ann", "@cat"));
  }

  private TaskProgress progress(String id, long seq) {
    // A task that has ended does not open again.
    var state = endedTasks.contains(id) ? TaskState.CANCELED : pick(List.of(TaskState.values()));
    if (state.isOver()) endedTasks.add(id);
    return new TaskProgress(
        state,
        // The owner of a task that has one assignee is that agent.
        luck(2) ? null : "@bob",
        now,
        luck(2) ? null : now + 9,
        luck(3) ? now + 2 : null,
        state.isOver() ? (Long) now : null,
        seq,
        luck(3) ? List.of("task_2") : List.of(),
        seq * 7);
  }

  private boolean luck(int of) {
    return random.nextInt(of) == 0;
  }

  /** Of the last ten days, so that some are too old. */
  private Write numbers() {
    long at = now - random.nextInt(10) * 86_400_000L - random.nextInt(3);
    var slot = new StoredNumbers(at, random.nextInt(60), "{\"messages\":" + now + "}");
    return random.nextBoolean() ? new SaveMinute(slot) : new SaveHour(slot);
  }

  private Write list() {
    var who = pick(AGENTS);
    return switch (random.nextInt(5)) {
      case 0 -> new SaveBan(new StoredBan(who, "r" + random.nextInt(9), now, "admin"));
      case 1 -> new RemoveBan(who);
      case 2 -> new SaveApproval(new StoredApproval("k" + who, who, now, "admin", ""));
      case 3 -> new RemoveApproval("k" + who);
      default -> new SaveListFile(new ListFile(who, "a" + random.nextInt(3), "b"));
    };
  }

  private Write messageOrReplacement() {
    if (random.nextInt(12) > 0) return message();
    var stream = pick(STREAMS);
    return new ReplaceText(
        stream,
        random.nextLong(seqs.getOrDefault(stream, 0L) + 2),
        "replaced " + random.nextInt(9),
        "\"retracted\":true");
  }

  private AppendEntry message() {
    var stream = pick(STREAMS);
    int luck = random.nextInt(60);
    long seq = luck == 0 ? random.nextInt(100) : seqs.merge(stream, 1L, Long::sum);
    var msgId = luck == 1 ? "m" + random.nextInt(msgIds + 1) : "m" + ++msgIds;
    return new AppendEntry(
        new StoredEntry(
            stream,
            seq,
            now,
            luck == 2 ? null : msgId,
            pick(AGENTS),
            "name",
            luck % 3 == 0 ? null : luck % 3 == 1,
            "text " + luck,
            luck % 4 == 0 ? "key" + luck : null,
            luck % 5 == 0 ? "\"tags\":[]" : ""));
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
