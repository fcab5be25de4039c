package dev.reveille.server.worksource;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.Feature;

/** Work outside the chat, which a seat can be woken for. */
public final class SourceFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(SourceConfig.SETTINGS, SourceTable.TABLES, SourceFeature::make);

  private SourceFeature() {}

  private static Feature make(FeatureParts parts) {
    return Feature.named("worksource")
        .with(parts.given().get(WorkSources.class).contributions())
        .build();
  }
}
