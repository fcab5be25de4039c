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
  public static final FeaturePlan PLAN =
      new FeaturePlan(SleepConfig.SETTINGS, List.of(), SleepFeature::make);

  /**
   * The things that sleep shares with delivery.
   *
   * @param sleepers the sleeping sessions
   * @param gate the same sessions, as delivery sees them
   */
  public record Setting(
      Sleepers sleepers, SleepGate gate, Audiences audiences, MailDelivery mail) {}

  private SleepFeature() {}

  private static Feature make(FeatureParts parts) {
    var setting = parts.given().get(Setting.class);
    var sleepers = setting.sleepers();
    var gate = setting.gate();
    sleepers.start(parts.host());
    var delivery =
        new SleepDelivery(
            parts.chat(), gate, parts.host(), parts.outlets(), setting.audiences(), setting.mail());
    return Feature.named("sleep")
        .with(new SleepPart(parts.chat(), gate))
        .with(delivery.effects())
        .with(delivery.departure())
        .with(SleepFacet.of(sleepers))
        .with(Meter.gauge("reveille.sleepers", "Agents that sleep", sleepers::size))
        .build();
  }
}
