package dev.reveille.server.app;

import dev.reveille.server.alert.AlertWay;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.route.WebhookJob;
import dev.reveille.server.worksource.WorkSource;
import java.io.IOException;
import java.util.List;

/**
 * The ways out of a node.
 *
 * @param alerts the ways to people
 * @param sources of work that lies elsewhere
 * @param sender calls webhooks
 * @param programs runs programs of this machine
 */
public record NodeOutside(
    List<AlertWay> alerts, List<WorkSource> sources, WebhookJob.Sender sender, Programs programs) {
  public static final NodeOutside NONE = new NodeOutside(List.of(), List.of());

  /** The ways out of a node that calls no webhooks and runs no programs. */
  public NodeOutside(List<AlertWay> alerts, List<WorkSource> sources) {
    this(
        alerts,
        sources,
        _ -> new OutgoingAnswer.Refused("This server sends no requests to others"),
        (_, _, _, _) -> {
          throw new IOException("This server runs no programs");
        });
  }

  public NodeOutside {
    alerts = List.copyOf(alerts);
    sources = List.copyOf(sources);
  }
}
