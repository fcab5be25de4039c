package dev.reveille.server.chat;

import dev.reveille.protocol.Markers;
import dev.reveille.server.channel.ChannelFilters;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.Store;
import java.util.List;

/**
 * The things that the cells of chat are built from.
 *
 * @param ingress the steps for an agent's own text, in order
 * @param admission decides who may connect
 */
public record ChatParts(
    ChatConfig config,
    Clock clock,
    Ids ids,
    Store store,
    Presence presence,
    ChannelList channels,
    List<IngressStep> ingress,
    ChannelFilters channelFilters,
    Admission admission) {

  public ChatParts {
    ingress = List.copyOf(ingress);
  }

  private static final IngressStep CUT_MARKERS = ChatParts::cutMarkers;

  /** Does to a feature's text what is done to a message, but leaves markers where they are. */
  Draft clean(Draft draft) {
    for (var step : ingress) if (!step.equals(CUT_MARKERS)) draft = step.apply(draft);
    return draft;
  }

  /** Returns an agent's text without secrets, as it may be stored and shown to others. */
  public String redacted(String text) {
    return clean(new Draft("", "", text, List.of())).content();
  }

  private static Draft cutMarkers(Draft draft) {
    var found = Markers.find(draft.content());
    return found.markers().isEmpty()
        ? draft
        : draft.withContent(found.text()).withMarkers(found.markers());
  }

  /**
   * Returns the ingress steps: redaction first, then markers, mentions last. The steps between
   * belong to other packages.
   */
  public static List<IngressStep> ingress(
      Redactor redactor, List<IngressStep> between, Presence presence) {
    var steps = new java.util.ArrayList<IngressStep>();
    steps.add(draft -> draft.withContent(redactor.redact(draft.content())));
    steps.add(CUT_MARKERS);
    steps.addAll(between);
    steps.add(new Mentions(presence));
    return steps;
  }
}
