package dev.reveille.server.retraction;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;
import java.util.List;

/** RETRACT: an author takes back what it said. */
public final class RetractionFeature {
  /** The event in the feed. From then on, the text of the entry is another one. */
  static final String EVENT = "message.retracted";

  public static final FeaturePlan PLAN = new FeaturePlan(List.of(), RetractionFeature::make);

  private RetractionFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var news = new RetractionNews(chat.presence(), parts.outlets(), parts.gate(), chat.clock());
    return Feature.of(
        "retraction",
        new CellKind(
            RetractionCell.KIND, id -> RetractionCell.load(id, chat.clock(), chat.store())),
        new RetractionPart(chat),
        news.effect(),
        Facet.of(
            "retraction",
            EventKind.of(EVENT, "took back a message")
                .showingInChannel("msg_id", "seq")
                .changingEarlier()));
  }
}
