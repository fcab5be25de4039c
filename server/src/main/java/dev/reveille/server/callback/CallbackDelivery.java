package dev.reveille.server.callback;

import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.EffectPart;
import java.util.List;

/** Sends a callback to its agent: carries out {@link FiringEffect.Fire}. */
public final class CallbackDelivery {
  private final Callbacks callbacks;
  private final Outlets outlets;
  private final Gate gate;

  public CallbackDelivery(Callbacks callbacks, Outlets outlets, Gate gate) {
    this.callbacks = callbacks;
    this.outlets = outlets;
    this.gate = gate;
  }

  public List<EffectPart<?>> effects() {
    return List.of(new EffectPart<>(FiringEffect.Fire.class, this::fire));
  }

  public Departure departure() {
    return new Departure("callbacks", callbacks::forget);
  }

  private void fire(FiringEffect.Fire e) {
    var session = e.session();
    if (!gate.holds(session) || gate.passes(session, e.message(), List.of(), null)) {
      outlets.send(session, Messages.frame(e.message()));
    }
  }
}
