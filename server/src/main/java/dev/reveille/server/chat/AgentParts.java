package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of all agents' cells of this node, and the handler of each request and command. Built
 * once. Parts of other packages come after those of chat, in the given order.
 */
public final class AgentParts {
  private final List<AgentPart> parts;

  /** Those of them that are asked for each message. */
  private final SpeakingPart[] speaking;

  private final List<AgentPart> own;
  private final Map<Class<?>, Request<?>> requests;
  private final Map<Class<?>, Told<?>> told;
  private final AdmissionCheck check;
  private final SidePart sides;
  private final LurkMode lurking;
  private final PostingPart posting;
  private final AgentLoading loading;
  private final Presence presence;

  public AgentParts(ChatParts house, List<AgentPart> others) {
    presence = house.presence();
    check = new AdmissionCheck(house);
    var rooms = new ChannelsPart(house, check);
    lurking = new LurkMode(house);
    var arrival = new ArrivalPart(house, rooms, lurking, check, this);
    sides = new SidePart(house, check, arrival);
    loading = new AgentLoading(house, this);
    posting = new PostingPart(house, this);
    var all = new ArrayList<AgentPart>();
    all.add(new SessionPart(this));
    all.add(arrival);
    all.add(sides);
    all.add(new ValidityPart(arrival));
    all.add(posting);
    all.add(rooms);
    all.add(new ProfilePart(house, this));
    all.add(new FloorPart(house));
    all.add(new FilePart(house));
    all.add(new SubscriptionsPart(house));
    own = List.copyOf(all);
    all.addAll(others);
    parts = List.copyOf(all);
    speaking =
        parts.stream()
            .filter(SpeakingPart.class::isInstance)
            .map(SpeakingPart.class::cast)
            .toArray(SpeakingPart[]::new);
    requests = table(AgentPart::requests, Request::type);
    told = table(AgentPart::told, Told::type);
  }

  /** Returns the handlers by type. Each type has one. */
  private <T extends Contribution> Map<Class<?>, T> table(
      Function<AgentPart, List<T>> listed, Function<T, Class<?>> type) {
    var table = new HashMap<Class<?>, T>();
    for (var part : parts) {
      for (var each : listed.apply(part)) {
        if (table.put(type.apply(each), each) != null) {
          throw new IllegalStateException(each.owns() + " has two owners");
        }
      }
    }
    return Map.copyOf(table);
  }

  /** Returns the parts of this package. */
  List<AgentPart> own() {
    return own;
  }

  public AgentCell load(String id) {
    return new AgentCell(loading.load(id, parts), this);
  }

  Step handle(Agent agent, Command command) {
    var owner = told.get(command.getClass());
    if (owner == null) throw new IllegalStateException("nobody handles " + command.getClass());
    return owner.handle(agent, command);
  }

  /** Returns the body or side session that this session is for the agent; null if it is none. */
  @Nullable Body speaker(Agent agent, SessionId session) {
    if (agent.isBody(session)) return agent.body;
    var side = SidePart.find(agent, session);
    return side == null ? null : sides.speaker(agent, side);
  }

  /** Answers a message of a session that speaks for the agent. */
  Step request(Agent agent, Body speaker, ClientMessage message, String id) {
    var owner = requests.get(message.getClass());
    if (owner == null) throw new IllegalStateException("nobody answers " + message.getClass());
    return owner
        .refusal(speaker, message)
        .map(refused -> Replies.error(speaker, refused.code(), refused.reason()))
        .orElseGet(() -> owner.handle(agent, speaker, message, id));
  }

  Step place(Agent agent, Body body, String id, String channel, EntryDraft draft, Placing placing) {
    return posting.place(agent, body, id, channel, draft, placing);
  }

  /** Returns the ids of the connected agents that a target means. */
  List<String> connected(String to) {
    return Recipients.connected(presence, to).stream().map(Presence.Agent::id).toList();
  }

  boolean mayUnload(Agent agent) {
    if (agent.body != null || agent.waiting != null) return false;
    for (var part : parts) if (!part.mayUnload(agent)) return false;
    return true;
  }

  boolean mayReturnTo(Agent agent, String channel) {
    return check.mayReturnTo(agent, channel);
  }

  ChannelCommand.@Nullable Entry aside(Agent agent, Body session, String channel) {
    return check.aside(agent, session, channel);
  }

  PresenceStatus shownStatus(Agent agent) {
    for (var part : parts) {
      var shown = part.shownStatus(agent);
      if (shown.isPresent()) return shown.get();
    }
    return agent.status;
  }

  boolean keepsPresence(Agent agent, ClientMessage.SetPresence presence) {
    for (var part : parts) if (part.keepsPresence(agent, presence)) return true;
    return false;
  }

  Optional<ChatAnswer.Refused> refusesBody(Agent agent, AgentCommand.Attach attach) {
    for (var part : parts) {
      var refusal = part.refusesBody(agent, attach);
      if (refusal.isPresent()) return refusal;
    }
    return Optional.empty();
  }

  List<Calls<ChatAnswer>.Call> arriving(Agent agent, Body body) {
    return calls(part -> part.arriving(agent, body));
  }

  List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    return calls(part -> part.departing(agent, body));
  }

  private List<Calls<ChatAnswer>.Call> calls(
      Function<AgentPart, List<Calls<ChatAnswer>.Call>> hook) {
    var calls = new ArrayList<Calls<ChatAnswer>.Call>();
    for (var part : parts) calls.addAll(hook.apply(part));
    return calls;
  }

  /** Returns a refusal if the agent may only read; empty if it may write. */
  Optional<Step> lurking(Agent agent, Body body) {
    return Optional.ofNullable(lurking.reason(agent, body))
        .map(reason -> Replies.error(body, ErrorCode.LURK_MODE, reason));
  }

  Optional<ChatAnswer.Refused> silenced(Agent agent) {
    return first(part -> part.silenced(agent));
  }

  Optional<Step> mayNotSpeak(Agent agent, Body body) {
    var lurking = lurking(agent, body);
    return lurking.isPresent()
        ? lurking
        : silenced(agent).map(refused -> Replies.error(body, refused.code(), refused.reason()));
  }

  Optional<Step> forbidden(Agent agent, String to, String text, @Nullable Body asker) {
    return first(part -> part.forbids(agent, to, text, asker));
  }

  private <T> Optional<T> first(Function<SpeakingPart, Optional<T>> hook) {
    for (var part : speaking) {
      var found = hook.apply(part);
      if (found.isPresent()) return found;
    }
    return Optional.empty();
  }

  List<Effect> mutedMore(Agent agent, Body body) {
    var effects = new ArrayList<Effect>();
    for (var part : parts) effects.addAll(part.mutedMore(agent, body));
    return effects;
  }

  boolean isTakenBeyondRate(Agent agent, ClientMessage.Msg msg) {
    for (var part : speaking) if (part.isTakenBeyondRate(agent, msg)) return true;
    return false;
  }

  List<Write> limitHit(Agent agent, String reason, @Nullable String channel) {
    var writes = new ArrayList<Write>();
    for (var part : speaking) writes.addAll(part.limitHit(agent, reason, channel));
    return writes;
  }

  boolean actsOnRefused(Agent agent) {
    for (var part : speaking) if (part.actsOnRefused(agent)) return true;
    return false;
  }

  /**
   * Calls the hook of every part that speaks, each when the one before it is done, then {@code
   * end}.
   */
  Step inTurn(Agent agent, BiFunction<SpeakingPart, Agent, Step> hook, Supplier<Step> end) {
    return inTurn(agent, 0, hook, end);
  }

  private Step inTurn(
      Agent agent, int from, BiFunction<SpeakingPart, Agent, Step> hook, Supplier<Step> end) {
    for (int i = from; i < speaking.length; i++) {
      var step = hook.apply(speaking[i], agent);
      if (step.isNone()) continue;
      int next = i + 1;
      return agent.calls().then(step, () -> inTurn(agent, next, hook, end));
    }
    return end.get();
  }
}
