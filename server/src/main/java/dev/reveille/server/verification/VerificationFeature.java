package dev.reveille.server.verification;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import java.util.List;

/** Verification: an agent asks another to prove that it holds its key. */
public final class VerificationFeature {
  public static final FeaturePlan PLAN = new FeaturePlan(List.of(), VerificationFeature::make);

  private VerificationFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var timers =
        new RequestTimers(chat.config().verificationTimeout(), parts.host(), parts.timers());
    return Feature.named("verification")
        .with(new CellKind(VerificationCell.KIND, VerificationCell::new))
        .with(new VerificationPart(chat))
        .with(timers.effects())
        .build();
  }
}
