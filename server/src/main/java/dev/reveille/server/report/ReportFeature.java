package dev.reveille.server.report;

import dev.reveille.server.alert.AlertConfig;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.PersonPresence;
import java.util.ArrayList;
import java.util.List;

/** Reports: what happened to the seats, and what needs a person. */
public final class ReportFeature {
  public static final FeaturePlan PLAN = new FeaturePlan(List.of(), ReportFeature::make);

  private ReportFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var person = parts.given().get(PersonPresence.class);
    var needs = new OpenNeeds(chat.store(), chat.clock());
    var people =
        new NeedsWatch(
            chat.clock(),
            parts.host(),
            needs,
            person,
            chat.config().of(AlertConfig.SETTINGS).escalateAfter());
    var pages = new ArrayList<FacetPage>(new SeatPages(chat.store(), chat.clock()).pages());
    pages.addAll(new WakeJournalPages(chat.store()).pages());
    pages.addAll(new MorningPages(chat.store(), chat.clock()).pages());
    return Feature.named("report")
        .with(new Chore("needs", people::look))
        .with(
            NeedsPages.facet(
                needs, new NeedsOrders(needs, chat.store(), chat.clock(), parts.host())),
            Facet.of("reports").withPages(pages))
        .build();
  }
}
