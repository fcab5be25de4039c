package dev.reveille.server.callback;

import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import java.util.List;

/** Sends a callback to its agent: carries out {@link FiringEffect.Fire}. */
public final class CallbackDelivery {
  private final Callbacks callbacks;
  private final Outlets outlets;
  private final Gate gate;
  private final Host host;

  public CallbackDelivery(Callbacks callbacks, Outlets outlets, Gate gate, Host host) {
    this.callbacks = callbacks;
    this.outlets = outlets;
    this.gate = gate;
    this.host = host;
  }

  public List<EffectPart<?>> effects() {
    return List.of(new EffectPart<>(FiringEffect.Fire.class, this::fire));
  }

  public Departure departure() {
    return new Departure("callbacks", callbacks::forget);
  }

  /** Sends the callback. A durable callback stays stored until the agent has it. */
  private void fire(FiringEffect.Fire e) {
    var durableId = e.durableId();
    Runnable taken =
        durableId == null
            ? () -> {}
            : () -> host.tell(CallbackCell.at(e.agent()), new CallbackCommand.Delivered(durableId));
    var session = e.session();
    if (!gate.holds(session)
        || gate.passes(session, e.message(), List.of(), durableId == null ? null : taken)) {
      outlets.send(session, Messages.frame(e.message()), taken);
    }
  }
}
