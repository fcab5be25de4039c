package dev.reveille.server.decision;

import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.Feature;

/** Decisions about seats: their settings and tables. Other features decide, and carry out. */
public final class DecisionFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(WakeConfig.SETTINGS, WakeTable.TABLES, _ -> Feature.of("decision"));

  private DecisionFeature() {}
}
