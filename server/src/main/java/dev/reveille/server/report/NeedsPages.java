package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.FacetOrder;
import dev.reveille.server.observe.FacetPage;
import java.util.List;

/** Shows what needs a person, as JSON behind the dashboard. Only administrators see it. */
final class NeedsPages {
  private NeedsPages() {}

  static Facet facet(OpenNeeds needs, NeedsOrders orders) {
    return Facet.of("needs")
        .withPages(
            List.of(
                new FacetPage(
                    "/needs",
                    "What needs a person now, oldest first. Only for administrators.",
                    List.of(),
                    (_, viewer) ->
                        viewer.seesPrivate()
                            ? new FacetPage.Answer.Found(json(needs.all()))
                            : new FacetPage.Answer.Forbidden(
                                "Only an administrator may see what needs a person"))))
        .withOrders(
            new FacetOrder(
                "/needs/act",
                "Does one of the actions of a need: {\"key\", \"action\"}. Only for administrators.",
                orders::carryOut));
  }

  private static String json(List<NeedsPerson> needs) {
    return new JsonText(512)
        .rawList("needs", needs.stream().map(NeedsPerson::json).toList())
        .text();
  }
}
