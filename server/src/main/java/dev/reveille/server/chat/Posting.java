package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What becomes of an agent's MSG. Part of the agent cell. */
final class Posting {
  private static final String WAKE = "@@wake@@";

  /** The least time between two messages that wake their sender though its rate is used up. */
  private static final Duration WAKE_INTERVAL = Duration.ofSeconds(1);

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;
  private final Arrival arrival;
  private final Discipline discipline;
  private final Sleeping sleeping;
  private final Reminders reminders;

  Posting(
      AgentState state,
      ChatParts parts,
      Calls<ChatAnswer> calls,
      Arrival arrival,
      Discipline discipline,
      Sleeping sleeping,
      Reminders reminders) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
    this.arrival = arrival;
    this.discipline = discipline;
    this.sleeping = sleeping;
    this.reminders = reminders;
  }

  Step msg(AgentState.Body body, String id, ClientMessage.Msg msg) {
    var lurking = lurking(body);
    if (lurking != null) return lurking;
    if (msg.clientMsgId() != null) {
      var first = state.keys.find(msg.clientMsgId());
      if (first.isPresent()) {
        var place = first.get();
        return Step.of(
            Unit.barrier(
                List.of(
                    new ChatEffect.EchoAgain(
                        body.session(), place.stream(), place.seq(), msg.clientMsgId()))));
      }
    }
    var silenced = discipline.silenced(body);
    if (silenced.isPresent()) {
      return state.sleep != null && isWithinRate(msg)
          ? awake(body, Markers.find(msg.content()).markers(), silenced::get)
          : silenced.get();
    }
    if (!isWithinRate(msg)) {
      return discipline.limited(
          body,
          "Too fast: one message per " + parts.config().rateInterval().toMillis() + " ms",
          channel(msg));
    }
    var draft = new Draft(state.id, msg.to(), msg.content(), List.of());
    for (var step : parts.ingress()) draft = step.apply(draft);
    if (!draft.isMarkersOnly()) {
      var flooding = discipline.flooding(body, msg.to(), draft.content());
      if (flooding.isPresent()) return awake(body, draft.markers(), flooding::get);
    }
    return obey(body, id, msg, draft);
  }

  /** True if the sender may send this now. An agent that used up its rate can still wake itself. */
  private boolean isWithinRate(ClientMessage.Msg msg) {
    long now = parts.clock().nanos();
    if (state.rate.take(now)) return true;
    if (!msg.content().strip().equals(WAKE)) return false;
    var wakes = state.wakes;
    if (wakes == null) {
      wakes = new TokenBucket(WAKE_INTERVAL, 1);
      state.wakes = wakes;
    }
    return wakes.take(now);
  }

  /** What is refused to a sleeper wakes it too, unless it asks to go on sleeping. */
  private Step awake(AgentState.Body body, List<Marker> markers, Supplier<Step> then) {
    return state.sleep == null || lastSleep(markers) != null
        ? then.get()
        : calls.then(sleeping.wake(body, true), then);
  }

  /**
   * A message in its order: it wakes its sender, its callbacks are set, it is relayed if it has
   * text, and then its sender falls asleep. Where it goes may be refused; the rest happens.
   */
  private Step obey(AgentState.Body body, String id, ClientMessage.Msg msg, Draft draft) {
    var markers = draft.markers();
    boolean again = !markers.isEmpty() && msg.clientMsgId() != null && !isFirst(msg.clientMsgId());
    if (again && draft.isMarkersOnly()) return Step.none();
    if (again || markers.isEmpty()) {
      return awake(body, markers, () -> relay(body, id, msg, draft));
    }
    var sleep = lastSleep(markers);
    boolean wakes = sleep == null || markers.stream().anyMatch(Marker.Wake.class::isInstance);
    var woken = wakes ? sleeping.wake(body, true) : Step.none();
    var set = calls.then(woken, () -> reminders.set(body, markers, msg.clientMsgId()));
    var relayed = draft.isMarkersOnly() ? set : calls.then(set, () -> relay(body, id, msg, draft));
    return sleep == null ? relayed : calls.then(relayed, () -> sleeping.sleep(body, sleep));
  }

  /** The last one counts, and one of no length is none. */
  private static Marker.@Nullable Sleep lastSleep(List<Marker> markers) {
    Marker.Sleep last = null;
    for (var marker : markers) if (marker instanceof Marker.Sleep sleep) last = sleep;
    return last == null || last.length().isZero() ? null : last;
  }

  /** Whether the markers of the message with this key were not obeyed yet. */
  private boolean isFirst(String clientMsgId) {
    var obeyed = state.changeSeldom().obeyed();
    if (!obeyed.add(clientMsgId)) return false;
    if (obeyed.size() > ClientKeys.WINDOW) obeyed.removeFirst();
    return true;
  }

  private Step relay(AgentState.Body body, String id, ClientMessage.Msg msg, Draft draft) {
    var extras = extras(msg, draft);
    return msg.to().startsWith("#")
        ? toChannel(body, id, msg, draft, extras)
        : toAgent(body, id, msg, draft.content(), extras);
  }

  private Step toChannel(
      AgentState.Body body, String id, ClientMessage.Msg msg, Draft draft, String extras) {
    if (!Names.isChannel(msg.to())) {
      return Replies.error(body, ErrorCode.CHANNEL_NOT_FOUND, "No channel " + brief(msg.to()));
    }
    var post =
        new ChannelCommand.Post(
            id,
            state.member(body),
            draft.content(),
            extras,
            msg.clientMsgId(),
            draft.mentions(),
            msg.tags(),
            msg.inReplyTo(),
            state.newcomer(body, parts.clock().wallMillis()));
    return calls
        .to(Cells.channel(msg.to()), post)
        .ifUndone(_ -> forgetKey(msg))
        .then(answer -> placed(body, msg, answer));
  }

  private Step toAgent(
      AgentState.Body body, String id, ClientMessage.Msg msg, String content, String extras) {
    var young = tooYoung(body);
    if (young != null) return young;
    var deposit =
        new MailboxCommand.Deposit(
            id,
            state.member(body),
            content,
            extras,
            msg.clientMsgId(),
            List.of(),
            state.newcomer(body, parts.clock().wallMillis()));
    // An absent agent's id goes to its mailbox, and never to an agent of that name.
    if (Names.isKeyId(msg.to().substring(1))) return deposit(body, msg, msg.to(), deposit);
    var found = Targets.connected(parts.presence(), msg.to());
    return found.size() == 1
        ? deposit(body, msg, found.getFirst().id(), deposit)
        : nobody(body, msg.to(), found.size());
  }

  /**
   * Asks the sender's own mailbox first: it sees both sides of every exchange of direct messages.
   */
  private Step unlessLooping(
      AgentState.Body body,
      ClientMessage.Msg msg,
      String target,
      MailboxCommand.Deposit deposit,
      Function<Command, Step> send) {
    if (parts.config().moderation().loops().off() || target.equals(state.id)) {
      return send.apply(deposit);
    }
    return calls
        .to(
            Cells.mailbox(state.id),
            new MailboxCommand.Answering(state.member(body), target, deposit.id(), msg.inReplyTo()))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.GoAhead(var chain)
                    ? send.apply(deposit.withChain(chain))
                    : Rooms.orError(body, answer, () -> send.apply(deposit)));
  }

  /** Why the agent may say nothing now; absent if it may. */
  @Nullable Step silenced(AgentState.Body body) {
    var lurking = lurking(body);
    return lurking != null ? lurking : discipline.silenced(body).orElse(null);
  }

  private @Nullable Step lurking(AgentState.Body body) {
    var lurking = arrival.lurkReason(body);
    return lurking == null ? null : Replies.error(body, ErrorCode.LURK_MODE, lurking);
  }

  /** Why the agent may not speak to a single one yet; absent if it may. */
  @Nullable Step tooYoung(AgentState.Body body) {
    long age = parts.clock().nanos() - body.connectedNanos();
    long gate = parts.config().dmAgeGate().toNanos();
    if (age >= gate) return null;
    return Replies.error(
        body,
        ErrorCode.DM_AGE_GATE,
        "Direct messages need "
            + Duration.ofNanos(gate - age).toSeconds()
            + " s more of connection");
  }

  /** None, or several, have the name that something is for. */
  Step nobody(AgentState.Body body, String to, int named) {
    return Replies.error(
        body,
        ErrorCode.AGENT_NOT_FOUND,
        named == 0
            ? "No agent " + brief(to) + orSeveralAway(to)
            : named + " agents are called " + to.substring(1) + ": use the id");
  }

  /** Of agents that are away one is meant by a name only if no other was last seen under it. */
  private static String orSeveralAway(String to) {
    return Targets.isId(to.substring(1)) ? "" : ", or several that are away: use the id";
  }

  private Step deposit(
      AgentState.Body body, ClientMessage.Msg msg, String target, MailboxCommand.Deposit deposit) {
    return unlessLooping(
        body,
        msg,
        target,
        deposit,
        command ->
            calls
                .to(Cells.mailbox(target), command)
                .ifUndone(_ -> forgetKey(msg))
                .then(answer -> placed(body, msg, answer)));
  }

  /** The message was not stored: the same key is not a repeat of it. */
  private Step forgetKey(ClientMessage.Msg msg) {
    if (msg.clientMsgId() != null) state.keys.remove(msg.clientMsgId());
    return Step.none();
  }

  private Step placed(AgentState.Body body, ClientMessage.Msg msg, ChatAnswer answer) {
    return switch (answer) {
      case ChatAnswer.Placed(var stream, var seq) -> {
        if (msg.clientMsgId() != null) {
          state.keys.put(msg.clientMsgId(), new ClientKeys.Place(stream, seq));
        }
        yield Step.none();
      }
      case ChatAnswer.Refused(var code, var reason) ->
          code == ErrorCode.RATE_LIMITED
              ? discipline.limited(body, reason, channel(msg))
              : Replies.error(body, code, reason);
      case ChatAnswer.Done _,
          ChatAnswer.Claimed _,
          ChatAnswer.Entered _,
          ChatAnswer.Roll _,
          ChatAnswer.Fellows _,
          ChatAnswer.Later _,
          ChatAnswer.Fires _,
          ChatAnswer.GoAhead _ ->
          throw new IllegalStateException("a post is placed or refused, not " + answer);
    };
  }

  private static @Nullable String channel(ClientMessage.Msg msg) {
    return Names.isChannel(msg.to()) ? msg.to() : null;
  }

  private static String extras(ClientMessage.Msg msg, Draft draft) {
    if (msg.sig() == null
        && msg.inReplyTo() == null
        && msg.tags().isEmpty()
        && draft.mentions().isEmpty()) {
      return "";
    }
    var json = new JsonText(64);
    if (msg.sig() != null) json.field("sig", msg.sig());
    if (msg.inReplyTo() != null) json.raw("in_reply_to", msg.inReplyTo());
    if (!msg.tags().isEmpty()) json.field("tags", msg.tags());
    if (!draft.mentions().isEmpty()) json.field("mentions", draft.mentions());
    return json.fields();
  }

  static String brief(String target) {
    if (target.length() <= 40) return target;
    int end = Character.isHighSurrogate(target.charAt(39)) ? 39 : 40;
    return target.substring(0, end) + "…";
  }
}
