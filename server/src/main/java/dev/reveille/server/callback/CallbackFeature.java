package dev.reveille.server.callback;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.limits.MarkerConfig;
import dev.reveille.server.observe.Meter;
import java.util.List;

/**
 * Callbacks: timers that agents set for themselves or a channel with a marker in their own text.
 */
public final class CallbackFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(MarkerConfig.SETTINGS, List.of(CallbackTable.TABLE), CallbackFeature::make);

  private CallbackFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var host = parts.host();
    int most = chat.config().markers().perAgent();
    var durable = new DurableCallbackTimers(parts.storedTimers());
    var book = new VolatileCallbacks(most, chat.clock(), parts.timers()).counting(durable::count);
    book.start(host);
    var delivery = new CallbackDelivery(book, parts.outlets(), parts.gate());
    return Feature.named("callback")
        .with(
            new CellKind(
                CallbackCell.KIND,
                agent ->
                    CallbackCell.load(
                        agent, most, chat.clock(), chat.store(), id -> durable.phase(agent, id))))
        .with(new CallbackPart(chat, book))
        .with(DurableCallbackTimers.kind())
        .with(delivery.effects())
        .with(delivery.departure())
        .with(CallbackFacet.of(book, durable, chat.store(), chat.clock()))
        .with(
            Meter.gauge("reveille.callbacks", "Callbacks pending", book::pending),
            Meter.gauge(
                "reveille.callbacks.durable",
                "Durable callbacks pending",
                () -> parts.storedTimers().size(DurableCallbackTimers.KIND)))
        .build();
  }
}
