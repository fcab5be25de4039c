package dev.reveille.server.sleep;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.delivery.Audiences;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.observe.Meter;
import java.util.List;

/** Lets agents sleep for a time that they set, and wakes them with what they missed. */
public final class SleepFeature {
  private SleepFeature() {}

  /**
   * @param sleepers who sleeps
   * @param gate the same, as delivery asks it
   */
  public static FeaturePlan plan(
      Sleepers sleepers, SleepGate gate, Audiences audiences, MailDelivery mail) {
    return new FeaturePlan(List.of(), parts -> make(parts, sleepers, gate, audiences, mail));
  }

  private static Feature make(
      FeatureParts parts,
      Sleepers sleepers,
      SleepGate gate,
      Audiences audiences,
      MailDelivery mail) {
    sleepers.start(parts.host());
    var delivery =
        new SleepDelivery(parts.chat(), gate, parts.host(), parts.outlets(), audiences, mail);
    return Feature.named("sleep")
        .with(new SleepPart(parts.chat(), gate))
        .with(delivery.effects())
        .with(delivery.departure())
        .with(SleepFacet.of(sleepers))
        .with(Meter.gauge("reveille.sleepers", "Agents that sleep", sleepers::size))
        .build();
  }
}
