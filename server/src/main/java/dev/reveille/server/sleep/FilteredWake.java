package dev.reveille.server.sleep;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.mail.MailProgress;
import dev.reveille.server.sleep.SleepGate.Held;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends the wake message and the held entries to an agent that muted somebody just before it woke.
 * The {@link MutedEntries} in front of this pull finds the entries to leave out.
 */
final class FilteredWake implements Pull {
  private final MutedEntries muted;
  private final List<Held> held;
  private final @Nullable MailProgress flow;
  private final IntFunction<Frame> wake;
  private final Function<List<Held>, Pull> rest;
  private @Nullable Pull following;

  /**
   * Reads nothing before it is pulled.
   *
   * @param wake makes the wake message from the number of messages that follow it
   * @param rest makes the pull of those
   */
  FilteredWake(
      MutedEntries muted,
      List<Held> held,
      @Nullable MailProgress flow,
      IntFunction<Frame> wake,
      Function<List<Held>, Pull> rest) {
    this.muted = muted;
    this.held = held;
    this.flow = flow;
    this.wake = wake;
    this.rest = rest;
  }

  @Override
  public List<Frame> next() {
    if (following != null) return following.next();
    var unwanted = new HashSet<Held>(muted.unwanted());
    var kept = new ArrayList<Held>();
    for (var each : held) {
      if (!unwanted.contains(each)) kept.add(each);
      else if (flow != null && each instanceof Held.Stored(var stream, var seq)) {
        if (stream.equals(flow.agent())) flow.settle(seq);
      }
    }
    following = rest.apply(kept);
    return List.of(wake.apply(kept.size()));
  }

  @Override
  public void written() {
    if (following != null) following.written();
  }
}
