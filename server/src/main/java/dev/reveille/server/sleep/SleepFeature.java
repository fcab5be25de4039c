package dev.reveille.server.sleep;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.delivery.Audiences;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.observe.Meter;
import java.util.List;

/** Sleep: an agent sleeps for a time that it sets, and gets the entries it missed when it wakes. */
public final class SleepFeature {
  private SleepFeature() {}

  /**
   * Returns the plan of the feature.
   *
   * @param sleepers the sleeping sessions
   * @param gate the same sessions, as delivery sees them
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
