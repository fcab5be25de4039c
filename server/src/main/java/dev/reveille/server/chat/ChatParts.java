package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.Optional;

/**
 * What chat's cells are built from.
 *
 * @param ingress what happens to an agent's own text, in order
 * @param operators who may moderate
 */
public record ChatParts(
    ChatConfig config,
    Clock clock,
    Ids ids,
    Store store,
    Presence presence,
    ChannelList channels,
    List<IngressStep> ingress,
    Attentions attentions,
    OperatorKey operators) {

  public ChatParts {
    ingress = List.copyOf(ingress);
  }

  /** Of a chat that nobody moderates. */
  public ChatParts(
      ChatConfig config,
      Clock clock,
      Ids ids,
      Store store,
      Presence presence,
      ChannelList channels,
      List<IngressStep> ingress) {
    this(
        config,
        clock,
        ids,
        store,
        presence,
        channels,
        ingress,
        new Attentions(),
        _ -> Optional.of(new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "No operator key is set")));
  }

  /** Redaction first, mentions last; what comes between belongs to other packages. */
  public static List<IngressStep> ingress(
      Redactor redactor, List<IngressStep> between, Presence presence) {
    var steps = new java.util.ArrayList<IngressStep>();
    steps.add(draft -> draft.withContent(redactor.redact(draft.content())));
    steps.addAll(between);
    steps.add(new Mentions(presence));
    return steps;
  }
}
