package dev.reveille.server.sleep;

import dev.reveille.protocol.Marker;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.callback.CallbackMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sleeping sessions of this node.
 *
 * <p>Only the effects thread changes it; other threads may read it.
 */
public final class Sleepers implements SleepGate {

  /** A sleeping session. Owned by the effects thread, except for the volatile fields. */
  private static final class Sleeper {
    private final Mailbox mailbox;
    private final SleepBuffer buffer;
    private volatile Sleep sleep;
    private Alarm alarm;

    /** Messages lost: over the limit, and by the mode. */
    private long dropped;

    private long missed;

    private Sleeper(Sleep sleep, Alarm alarm, Mailbox mailbox, SleepBuffer buffer) {
      this.sleep = sleep;
      this.alarm = alarm;
      this.mailbox = mailbox;
      this.buffer = buffer;
    }
  }

  /**
   * The timer of one sleep. If that sleep is over or was replaced, it does nothing. A cell that
   * fails while it is told loses the command, so it is told again until the sleep is over.
   */
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
      var sleeper = sleepers.get(session);
      if (where == null || sleeper == null || !sleep.equals(sleeper.sleep)) return;
      where.tell(Cells.agent(sleep.agent()), new SleepOver(session, sleep.id()));
      timers.schedule(AGAIN, this);
    }
  }

  /**
   * The number of messages that are held for a sleeping agent, by kind.
   *
   * @param channel messages of channels that do not mention it
   * @param fires callbacks that fired, its own and those of channels
   */
  public record Waiting(int dms, int mentions, int channel, int fires) {
    public int all() {
      return dms + mentions + channel + fires;
    }
  }

  /** A sleeping agent, for people. */
  public record SleeperView(String agent, Sleep sleep, Waiting waiting) {}

  /** The time that a sleep may last after its end before the agent's cell is told again. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final int most;
  private final TimerQueue timers;
  private final ConcurrentHashMap<SessionId, Sleeper> sleepers = new ConcurrentHashMap<>();
  private volatile @Nullable Host host;

  /**
   * Creates it without sleeping sessions.
   *
   * @param most how many messages are held for one sleeping agent
   */
  public Sleepers(int most, TimerQueue timers) {
    this.most = most;
    this.timers = timers;
  }

  /** Sets the host of the cells. No session may sleep before. */
  public void start(Host where) {
    host = where;
  }

  /** Returns how many sessions sleep. */
  public int size() {
    return sleepers.size();
  }

  /** Returns the sleeping agents, for people. The counts are those of the moment. */
  public List<SleeperView> look() {
    return sleepers.values().stream()
        .map(s -> new SleeperView(s.sleep.agent(), s.sleep, s.buffer.waiting()))
        .toList();
  }

  @Override
  public boolean holdsAnybody() {
    return !sleepers.isEmpty();
  }

  @Override
  public boolean holds(SessionId session) {
    return sleepers.containsKey(session);
  }

  @Override
  public Optional<Sleep> sleep(SessionId session) {
    return Optional.ofNullable(sleepers.get(session)).map(sleeper -> sleeper.sleep);
  }

  @Override
  public void close(SessionId session, Sleep sleep, Duration length, Mailbox mailbox) {
    var alarm = new Alarm(session, sleep);
    var known = sleepers.get(session);
    if (known == null) {
      sleepers.put(session, new Sleeper(sleep, alarm, mailbox, new SleepBuffer(most)));
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
    boolean mentioned = mentions.contains(sleep.agent());
    return switch (SleepTable.fate(sleep.mode(), SleepTable.kind(message), mentioned)) {
      case PASS -> true;
      case VANISH -> false;
      case MISS -> {
        sleeper.missed++;
        passOver(sleeper, held(message, taken));
        yield false;
      }
      case WAIT -> {
        keep(sleeper, held(message, taken), kind((ServerMessage.Msg) message, mentioned));
        yield false;
      }
    };
  }

  @Override
  public boolean passesOver(SessionId session) {
    var sleeper = sleepers.get(session);
    return sleeper != null && sleeper.sleep.mode() == Marker.Sleep.Mode.DROP;
  }

  @Override
  public void hold(SessionId session, long seq) {
    var sleeper = sleepers.get(session);
    if (sleeper == null) return;
    var held = new Held.Stored(sleeper.sleep.agent(), seq);
    if (SleepTable.fate(sleeper.sleep.mode(), SleepTable.Kind.DIRECT, false)
        == SleepTable.Fate.WAIT) {
      keep(sleeper, held, SleepBuffer.Kind.DM);
    } else {
      sleeper.missed++;
      passOver(sleeper, held);
    }
  }

  /**
   * Holds an entry. An entry that does not fit is not the agent's choice, so it stays in the
   * mailbox.
   */
  private static void keep(Sleeper sleeper, Held held, SleepBuffer.Kind kind) {
    var gone = sleeper.buffer.add(held, kind);
    if (gone == null) return;
    sleeper.dropped++;
    leaveBehind(sleeper, gone);
  }

  private static void leaveBehind(Sleeper sleeper, Held held) {
    if (held instanceof Held.Stored(var stream, var seq) && stream.equals(sleeper.sleep.agent())) {
      sleeper.mailbox.leaveBehind(seq);
    }
  }

  private static SleepBuffer.Kind kind(ServerMessage.Msg message, boolean mentioned) {
    boolean fire = CallbackMessage.isFire(message);
    if (SleepTable.kind(message) == SleepTable.Kind.DIRECT) {
      return fire ? SleepBuffer.Kind.FIRE : SleepBuffer.Kind.DM;
    }
    if (fire) return SleepBuffer.Kind.CHANNEL_FIRE;
    return mentioned ? SleepBuffer.Kind.MENTION : SleepBuffer.Kind.CHANNEL;
  }

  /**
   * Returns the entry to hold. A message with a seq is in the store. Only messages are held or
   * missed.
   */
  private static Held held(ServerMessage message, @Nullable Runnable taken) {
    var msg = (ServerMessage.Msg) message;
    return msg.seq() > 0 ? new Held.Stored(msg.to(), msg.seq()) : new Held.Value(msg, taken);
  }

  /** Settles an entry that the agent does not want, so that the mailbox does not send it again. */
  private static void passOver(Sleeper sleeper, Held held) {
    switch (held) {
      case Held.Stored(var stream, var seq) -> {
        if (stream.equals(sleeper.sleep.agent())) sleeper.mailbox.passOver(seq);
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
    for (var gone : sleeper.buffer.removeIf(unwanted)) passOver(sleeper, gone);
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
    if (sleeper == null) return;
    timers.cancel(sleeper.alarm);
    for (var held : sleeper.buffer.all()) leaveBehind(sleeper, held);
  }
}
