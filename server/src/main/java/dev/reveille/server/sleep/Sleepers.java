package dev.reveille.server.sleep;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Cells;
import dev.reveille.server.chat.Gate;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sleeping sessions of this node.
 *
 * <p>Changed by the effects' thread alone; others may look.
 */
public final class Sleepers implements Gate {

  /** One who sleeps. Owned by the effects' thread but for what is volatile. */
  private static final class Sleeper {
    private final LongConsumer consumed;
    private final SleepBuffer buffer;
    private volatile Sleep sleep;
    private Alarm alarm;

    /** For people: how many wait, and how many of them are for the agent alone. */
    private volatile int waiting;

    private volatile int direct;

    /** Beyond the limit, and by the mode. */
    private long dropped;

    private long missed;

    private Sleeper(Sleep sleep, Alarm alarm, LongConsumer consumed, SleepBuffer buffer) {
      this.sleep = sleep;
      this.alarm = alarm;
      this.consumed = consumed;
      this.buffer = buffer;
    }
  }

  /** The end of one sleep. If that is over or was replaced when it fires, nothing happens. */
  private final class Alarm extends TimerQueue.Task {
    private final SessionId session;
    private final Sleep sleep;

    private Alarm(SessionId session, Sleep sleep) {
      this.session = session;
      this.sleep = sleep;
    }

    @Override
    protected void fire() {
      var where = host;
      if (where != null) {
        where.tell(Cells.agent(sleep.agent()), new AgentCommand.SleepOver(session, sleep.id()));
      }
    }
  }

  /**
   * A sleeper, for people.
   *
   * @param buffered how many messages wait for it
   * @param direct how many of those are for it alone
   */
  public record Sight(String agent, Sleep sleep, int buffered, int direct) {}

  private final int most;
  private final TimerQueue timers;
  private final ConcurrentHashMap<SessionId, Sleeper> sleepers = new ConcurrentHashMap<>();
  private volatile @Nullable Host host;

  /**
   * Everybody is awake.
   *
   * @param most how many messages wait for one sleeper
   */
  public Sleepers(int most, TimerQueue timers) {
    this.most = most;
    this.timers = timers;
  }

  /** Says where the cells are: nobody sleeps before. */
  public void start(Host where) {
    host = where;
  }

  /** How many sleep. */
  public int size() {
    return sleepers.size();
  }

  /** Who sleeps, for people; the counts are of the moment. */
  public List<Sight> look() {
    return sleepers.values().stream()
        .map(s -> new Sight(s.sleep.agent(), s.sleep, s.waiting, s.direct))
        .toList();
  }

  @Override
  public boolean anybodySleeps() {
    return !sleepers.isEmpty();
  }

  @Override
  public boolean isAsleep(SessionId session) {
    return sleepers.containsKey(session);
  }

  @Override
  public Optional<Sleep> sleep(SessionId session) {
    return Optional.ofNullable(sleepers.get(session)).map(sleeper -> sleeper.sleep);
  }

  @Override
  public void close(SessionId session, Sleep sleep, Duration length, LongConsumer consumed) {
    var alarm = new Alarm(session, sleep);
    var known = sleepers.get(session);
    if (known == null) {
      sleepers.put(session, new Sleeper(sleep, alarm, consumed, new SleepBuffer(most)));
    } else {
      timers.cancel(known.alarm);
      known.alarm = alarm;
      known.sleep = sleep;
    }
    timers.schedule(length, alarm);
  }

  @Override
  public boolean passes(
      SessionId session, ServerMessage message, List<String> mentions, @Nullable Runnable taken) {
    var sleeper = sleepers.get(session);
    if (sleeper == null) return true;
    var sleep = sleeper.sleep;
    var kind = SleepTable.kind(message);
    return switch (SleepTable.fate(sleep.mode(), kind, mentions.contains(sleep.agent()))) {
      case PASS -> true;
      case VANISH -> false;
      case MISS -> {
        sleeper.missed++;
        consume(sleeper, held(message, taken));
        yield false;
      }
      case WAIT -> {
        keep(sleeper, held(message, taken));
        yield false;
      }
    };
  }

  @Override
  public void hold(SessionId session, long seq) {
    var sleeper = sleepers.get(session);
    if (sleeper == null) return;
    var held = new Held.Stored(sleeper.sleep.agent(), seq);
    if (SleepTable.fate(sleeper.sleep.mode(), SleepTable.Kind.DIRECT, false)
        == SleepTable.Fate.WAIT) {
      keep(sleeper, held);
    } else {
      sleeper.missed++;
      consume(sleeper, held);
    }
  }

  private void keep(Sleeper sleeper, Held held) {
    var gone = sleeper.buffer.add(held);
    sleeper.waiting = sleeper.buffer.size();
    int more = isDirect(sleeper, held) ? 1 : 0;
    int less = gone != null && isDirect(sleeper, gone) ? 1 : 0;
    sleeper.direct = sleeper.direct + more - less;
    if (gone == null) return;
    sleeper.dropped++;
    consume(sleeper, gone);
  }

  private static boolean isDirect(Sleeper sleeper, Held held) {
    return switch (held) {
      case Held.Stored(var stream, _) -> stream.equals(sleeper.sleep.agent());
      case Held.Value(var message, _) -> !message.to().startsWith("#");
    };
  }

  /** What has a seq is in the store; only messages wait or are missed. */
  private static Held held(ServerMessage message, @Nullable Runnable taken) {
    var msg = (ServerMessage.Msg) message;
    return msg.seq() > 0 ? new Held.Stored(msg.to(), msg.seq()) : new Held.Value(msg, taken);
  }

  /** The agent will not get it: it must not come again from where it is kept. */
  private static void consume(Sleeper sleeper, Held held) {
    switch (held) {
      case Held.Stored(var stream, var seq) -> {
        if (stream.equals(sleeper.sleep.agent())) sleeper.consumed.accept(seq);
      }
      case Held.Value(_, var taken) -> {
        if (taken != null) taken.run();
      }
    }
  }

  @Override
  public void discard(SessionId session, Predicate<Held> unwanted) {
    var sleeper = sleepers.get(session);
    if (sleeper == null) return;
    for (var gone : sleeper.buffer.removeIf(unwanted)) consume(sleeper, gone);
  }

  @Override
  public Waking open(SessionId session) {
    var sleeper = sleepers.remove(session);
    if (sleeper == null) return new Waking(List.of(), 0, 0);
    timers.cancel(sleeper.alarm);
    return new Waking(sleeper.buffer.all(), sleeper.dropped, sleeper.missed);
  }

  @Override
  public void forget(SessionId session) {
    var sleeper = sleepers.remove(session);
    if (sleeper != null) timers.cancel(sleeper.alarm);
  }
}
