package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoredEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/** Handles an agent's MSG. Part of the agent cell. */
final class PostingPart implements AgentPart {
  /**
   * The client_msg_ids of the body's messages whose markers were carried out. A repeat does not
   * carry them out again. They end with the body, as its callbacks and its sleep do.
   */
  private static final Slot<SequencedSet<String>> CARRIED_OUT = new Slot<>(LinkedHashSet::new);

  /** The same for the messages of side sessions, whose callbacks are durable. */
  private static final Slot<SequencedSet<String>> CARRIED_OUT_ASIDE =
      new Slot<>(LinkedHashSet::new);

  private final ChatParts parts;
  private final AgentParts agents;
  private final DirectPosting direct;

  PostingPart(ChatParts parts, AgentParts agents) {
    this.parts = parts;
    this.agents = agents;
    direct = new DirectPosting(parts, this);
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(new Request<>(ClientMessage.Msg.class, this::msg).orSide());
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    agent.clear(CARRIED_OUT);
    return List.of();
  }

  private Step msg(Agent agent, Body body, ClientMessage.Msg msg, String id) {
    var lurking = agents.lurking(agent, body);
    if (lurking.isPresent()) return lurking.get();
    var repeat = repeated(agent, body, msg.clientMsgId());
    if (repeat.isPresent()) return repeat.get();
    var silenced = agent.silenced();
    if (silenced.isPresent()) {
      var refusal = Replies.error(body, silenced.get().code(), silenced.get().reason());
      return agents.actsOnRefused(agent) && isWithinRate(agent, msg)
          ? refused(agent, body, Markers.find(msg.content()).markers(), refusal)
          : refusal;
    }
    if (!isWithinRate(agent, msg)) return tooFast(agent, body, channel(msg));
    if (agent.absent.unread()) return Replies.reply(body.session(), Messages.unavailable());
    var draft = new Draft(agent.id, msg.to(), msg.content(), agent.absent);
    for (var step : parts.ingress()) draft = step.apply(draft);
    if (!draft.isMarkersOnly()) {
      var forbidden = agent.forbidden(msg.to(), draft.content(), body);
      if (forbidden.isPresent()) return refused(agent, body, draft.markers(), forbidden.get());
    }
    return carryOut(agent, body, id, msg, draft);
  }

  /** Returns the first echo once more if the message with this key has its place. */
  private static Optional<Step> repeated(Agent agent, Body body, @Nullable String clientMsgId) {
    if (clientMsgId == null) return Optional.empty();
    return agent
        .keys
        .find(clientMsgId)
        .map(
            place ->
                Step.of(
                    Unit.barrier(
                        List.of(
                            new DeliveryEffect.EchoAgain(
                                body.session(), place.stream(), place.seq(), clientMsgId)))));
  }

  /** Places an entry of a feature in a channel; see {@link Agent#place}. */
  Step place(Agent agent, Body body, String id, String channel, EntryDraft entry, Placing placing) {
    var refusal = agents.mayNotSpeak(agent, body);
    if (refusal.isPresent()) return refusal.get();
    var repeat = repeated(agent, body, entry.clientMsgId());
    if (repeat.isPresent()) return repeat.get();
    if (!agent.rate().take(parts.clock().nanos())) return tooFast(agent, body, channel);
    var clean = parts.clean(new Draft(agent.id, channel, entry.content(), agent.absent));
    return placing.check(
        entry.withContent(clean.content()),
        checked -> post(agent, body, id, channel, checked, placing));
  }

  private Step post(
      Agent agent, Body body, String id, String channel, EntryDraft entry, Placing placing) {
    var key = entry.clientMsgId();
    var draft = parts.clean(new Draft(agent.id, channel, entry.content(), agent.absent));
    if (!draft.content().isEmpty()) {
      var forbidden = agent.forbidden(channel, draft.content(), body);
      if (forbidden.isPresent()) return agent.calls().then(forbidden.get(), placing::refused);
    }
    var post =
        new ChannelCommand.Post(
            id,
            agent.member(body),
            entry.kind(),
            draft.content(),
            withMentions(entry.extras(), draft.mentions()),
            key,
            draft.mentions(),
            List.of(),
            null,
            agent.newcomer(body, parts.clock().wallMillis()),
            entry.attached(),
            agents.aside(agent, body, channel));
    return agent
        .calls()
        .to(Cells.channel(channel), post)
        .ifUndone(_ -> agent.calls().then(forgetKey(agent, key), placing::undone))
        .then(
            answer -> {
              var told = placed(agent, body, key, channel, answer);
              return agent
                  .calls()
                  .then(
                      told,
                      () ->
                          answer instanceof ChatAnswer.Placed(_, var seq)
                              ? placing.placed(seq)
                              : placing.refused());
            });
  }

  private Step tooFast(Agent agent, Body body, @Nullable String channel) {
    return limited(
        agent,
        body,
        "Too fast: one message per " + parts.config().rateInterval().toMillis() + " ms",
        channel);
  }

  private boolean isWithinRate(Agent agent, ClientMessage.Msg msg) {
    return agent.rate().take(parts.clock().nanos()) || agents.isTakenBeyondRate(agent, msg);
  }

  private Step refused(Agent agent, Body body, List<Marker> markers, Step refusal) {
    return agents.inTurn(agent, (part, a) -> part.refused(a, body, markers), () -> refusal);
  }

  /** Refuses a message that is over a limit. */
  private Step limited(Agent agent, Body body, String reason, @Nullable String channel) {
    var writes = agents.limitHit(agent, reason, channel);
    if (writes.isEmpty()) return Replies.error(body, ErrorCode.RATE_LIMITED, reason);
    var refusal =
        new DeliveryEffect.ToSession(
            body.session(), new ServerMessage.Failure(ErrorCode.RATE_LIMITED, reason));
    return Step.of(Unit.bestEffort(writes, List.of(refusal)));
  }

  /**
   * Carries out a message in order: markers that come before it, then the relay if it has text,
   * then markers that come after it. If the target is refused, the markers are still carried out.
   */
  private Step carryOut(Agent agent, Body body, String id, ClientMessage.Msg msg, Draft draft) {
    boolean repeat =
        !draft.markers().isEmpty()
            && msg.clientMsgId() != null
            && !isFirst(agent, body, msg.clientMsgId());
    if (repeat && draft.isMarkersOnly()) return Step.none();
    var posted = new Posted(draft, msg.clientMsgId(), msg.inReplyTo(), repeat);
    return agents.inTurn(
        agent,
        (part, a) -> part.beforeRelay(a, body, posted),
        () -> {
          var relayed = draft.isMarkersOnly() ? Step.none() : relay(agent, body, id, msg, draft);
          return agent
              .calls()
              .then(
                  relayed,
                  () ->
                      agents.inTurn(
                          agent, (part, a) -> part.afterRelay(a, body, posted), Step::none));
        });
  }

  /** True if the markers of the message with this key were not carried out yet. */
  private static boolean isFirst(Agent agent, Body body, String clientMsgId) {
    var others = agent.find(body.side() ? CARRIED_OUT : CARRIED_OUT_ASIDE);
    if (others != null && others.contains(clientMsgId)) return false;
    var carriedOut = agent.slot(body.side() ? CARRIED_OUT_ASIDE : CARRIED_OUT);
    if (!carriedOut.add(clientMsgId)) return false;
    if (carriedOut.size() > ClientKeys.WINDOW) carriedOut.removeFirst();
    return true;
  }

  private Step relay(Agent agent, Body body, String id, ClientMessage.Msg msg, Draft draft) {
    var extras = extras(msg, draft);
    return msg.to().startsWith("#")
        ? toChannel(agent, body, id, msg, draft, extras)
        : direct.send(agent, body, id, msg, draft.content(), extras);
  }

  private Step toChannel(
      Agent agent, Body body, String id, ClientMessage.Msg msg, Draft draft, String extras) {
    if (!Names.isChannel(msg.to())) {
      return Replies.error(
          body, ErrorCode.CHANNEL_NOT_FOUND, "No channel " + Recipients.brief(msg.to()));
    }
    var post =
        new ChannelCommand.Post(
            id,
            agent.member(body),
            StoredEntry.MESSAGE,
            draft.content(),
            extras,
            msg.clientMsgId(),
            draft.mentions(),
            msg.tags(),
            msg.inReplyTo(),
            agent.newcomer(body, parts.clock().wallMillis()),
            Attached.NOTHING,
            agents.aside(agent, body, msg.to()));
    return agent
        .calls()
        .to(Cells.channel(msg.to()), post)
        .ifUndone(_ -> forgetKey(agent, msg.clientMsgId()))
        .then(answer -> placed(agent, body, msg.clientMsgId(), channel(msg), answer));
  }

  /** Forgets the key of a message that was not stored, so that the same key is not a repeat. */
  static Step forgetKey(Agent agent, @Nullable String clientMsgId) {
    if (clientMsgId != null) agent.keys.remove(clientMsgId);
    return Step.none();
  }

  Step placed(
      Agent agent,
      Body body,
      @Nullable String clientMsgId,
      @Nullable String channel,
      ChatAnswer answer) {
    if (answer instanceof ChatAnswer.Refused(var code, var reason)) {
      return code == ErrorCode.RATE_LIMITED
          ? limited(agent, body, reason, channel)
          : Replies.error(body, code, reason);
    }
    if (!(answer instanceof ChatAnswer.Placed(var stream, var seq))) {
      throw new IllegalStateException("a post is placed or refused, not " + answer);
    }
    if (clientMsgId != null) agent.keys.put(clientMsgId, new ClientKeys.Place(stream, seq));
    return Step.none();
  }

  private static @Nullable String channel(ClientMessage.Msg msg) {
    return Names.isChannel(msg.to()) ? msg.to() : null;
  }

  /** Adds the mentions to the fields of a feature's entry, unless it has such a field itself. */
  private static String withMentions(String extras, List<String> mentions) {
    if (mentions.isEmpty() || extras.contains("\"mentions\":")) return extras;
    return new JsonText(64).rawFields(extras).field("mentions", mentions).fields();
  }

  private static String extras(ClientMessage.Msg msg, Draft draft) {
    if (msg.sig() == null
        && msg.inReplyTo() == null
        && msg.tags().isEmpty()
        && draft.mentions().isEmpty()) {
      return msg.priority().extra();
    }
    var json = new JsonText(64).rawFields(msg.priority().extra());
    if (msg.sig() != null) json.field("sig", msg.sig());
    if (msg.inReplyTo() != null) json.raw("in_reply_to", msg.inReplyTo());
    if (!msg.tags().isEmpty()) json.field("tags", msg.tags());
    if (!draft.mentions().isEmpty()) json.field("mentions", draft.mentions());
    return json.fields();
  }
}
