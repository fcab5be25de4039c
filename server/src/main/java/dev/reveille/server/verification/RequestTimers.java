package dev.reveille.server.verification;

import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries out {@link VerificationEffect}: ends verification requests that nobody answers in time.
 * Runs on the effects thread.
 *
 * <p>There is one timer per open request, and open requests are bounded per agent.
 */
public final class RequestTimers {
  private final Map<String, TimerQueue.Timer> pending = new HashMap<>();
  private final Duration timeout;
  private final Host host;
  private final TimerQueue timers;

  public RequestTimers(Duration timeout, Host host, TimerQueue timers) {
    this.timeout = timeout;
    this.host = host;
    this.timers = timers;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(VerificationEffect.AwaitProof.class, this::begin),
        new EffectPart<>(VerificationEffect.ProofOver.class, this::end));
  }

  private void begin(VerificationEffect.AwaitProof e) {
    var cell = VerificationCell.at(e.requestId());
    pending.put(
        e.requestId(),
        timers.schedule(timeout, () -> host.tell(cell, new VerificationCommand.Expire())));
  }

  private void end(VerificationEffect.ProofOver e) {
    var timer = pending.remove(e.requestId());
    if (timer != null) timer.cancel();
  }
}
