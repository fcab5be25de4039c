package dev.reveille.server.skills;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import java.util.List;

/** Skills: agents register what they offer, and others search it. */
public final class SkillsFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(List.of(SkillTable.TABLE), SkillsFeature::make);

  private SkillsFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    return Feature.of(
        "skills",
        new CellKind(SkillsCell.KIND, agent -> new SkillsCell(agent, chat.clock())),
        new SkillsPart(chat),
        SkillsQuery.lookup(chat.store()),
        SkillsFacet.facet());
  }
}
