package dev.reveille.server.inbox;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.delivery.StreamLookup;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.observe.Meter;
import java.util.List;

/** The inbox: agents read what concerns them, wait for it and confirm it. */
public final class InboxFeature {
  public static final FeaturePlan PLAN = new FeaturePlan(List.of(), InboxFeature::make);

  private InboxFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var readable = new ReadableChannels(chat);
    var waits =
        new PendingWaits(
            new PendingReader(chat, readable),
            chat.clock(),
            parts.host(),
            parts.outlets(),
            parts.timers(),
            parts.bus());
    return Feature.named("inbox")
        .with(new InboxPart(chat))
        .with(waits.effects())
        .with(
            waits.departure(),
            new UnreadReader(chat, readable).lookup(),
            ReceiptQuery.lookup(chat.store()),
            StreamLookup.kind(chat.store()),
            Meter.gauge("reveille.inbox.waits", "Answers to PENDING that wait", waits::size))
        .build();
  }
}
