package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.FindMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.TokenBucket;
import java.time.Duration;
import java.util.List;

/** Sets an agent's presence, nick and typing. Part of the agent cell. */
final class ProfilePart implements AgentPart {
  private static final Slot<TokenBucket> NICKS =
      new Slot<>(() -> new TokenBucket(Duration.ofSeconds(30), 1));

  private final ChatParts parts;
  private final AgentParts agents;

  ProfilePart(ChatParts parts, AgentParts agents) {
    this.parts = parts;
    this.agents = agents;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.SetPresence.class, this::presence),
        Request.of(ClientMessage.SetNick.class, this::nick),
        Request.of(ClientMessage.Typing.class, ProfilePart::typing),
        Request.of(FindMessages.FindAgent.class, ProfilePart::find).orGuest());
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(AgentCommand.Verify.class, (agent, verify) -> verify(agent, verify.verified())));
  }

  /** Tells each fellow member of a channel once, unless a part holds the presence for later. */
  private static Step find(Agent agent, Body body, FindMessages.FindAgent asked) {
    return agent.meaning(
        body,
        asked.agent(),
        id -> Replies.reply(body.session(), new FindMessages.FoundAgent(asked.agent(), id)));
  }

  private Step presence(Agent agent, Body body, ClientMessage.SetPresence set) {
    if (agents.keepsPresence(agent, set)) return Step.none();
    agent.show(set.status(), set.statusText());
    var changed =
        new ServerMessage.PresenceChanged(
            agent.id, body.name(), set.status().wire(), set.statusText());
    return agent.withFellows(
        fellows ->
            Step.of(
                Unit.barrier(
                    List.of(
                        new PresenceEffect.Came(agent.shown(body)),
                        new DeliveryEffect.ToMany(fellows, changed, null)))));
  }

  private Step nick(Agent agent, Body body, ClientMessage.SetNick set) {
    var nick = set.nick();
    if (Names.isReserved(nick)) {
      return Replies.error(body, ErrorCode.INVALID_NAME, nick + " is reserved");
    }
    if (Names.isKeyId(nick)) {
      return Replies.error(body, ErrorCode.INVALID_NAME, AgentNames.LIKE_AN_ID);
    }
    if (!agent.slot(NICKS).take(parts.clock().nanos())) {
      return Replies.error(body, ErrorCode.RATE_LIMITED, "One nick change per 30 s");
    }
    var renamed = body.named(nick);
    agent.body = renamed;
    var plan = agent.calls().plan();
    for (var channel : agent.channels) {
      plan.add(
          agent
              .calls()
              .to(
                  Cells.channel(channel),
                  new ChannelCommand.Rename(agent.member(renamed), body.name()))
              .orAgain());
    }
    var changed = new ServerMessage.NickChanged(agent.id, body.name(), nick);
    return agent
        .calls()
        .each(
            plan,
            () ->
                Step.of(
                    Unit.bestEffort(
                        saved(agent, renamed),
                        List.of(
                            new PresenceEffect.Came(agent.shown(renamed)),
                            new DeliveryEffect.ToSession(body.session(), changed)))));
  }

  /** Returns the write of the agent's name: an agent that is away is found by its last name. */
  private List<Write> saved(Agent agent, Body body) {
    return body.hasKey() ? List.of(agent.save(body, parts.clock().wallMillis())) : List.of();
  }

  /**
   * Sets if the agent is verified. Others see it in lists and in the agent's messages from now on.
   * An identity that the server keeps is never verified.
   */
  private static Step verify(Agent agent, boolean verified) {
    var old = agent.body;
    if (old == null || agent.kept) return Step.none();
    var body = old.verified(verified);
    agent.body = body;
    var plan = agent.calls().plan();
    for (var channel : agent.channels) {
      plan.add(
          agent
              .calls()
              .to(Cells.channel(channel), new ChannelCommand.Update(agent.member(body)))
              .orAgain());
    }
    var result =
        new JsonText(96)
            .field("verified", verified)
            .field(
                "note",
                verified
                    ? "An administrator has verified you"
                    : "An administrator has withdrawn your verification");
    return agent
        .calls()
        .each(
            plan,
            () ->
                Step.of(
                    Unit.barrier(
                        List.of(
                            new PresenceEffect.Came(agent.shown(body)),
                            new DeliveryEffect.ToSession(
                                body.session(),
                                new ServerMessage.AdminResult("verify", true, result.fields()))))));
  }

  private static Step typing(Agent agent, Body body, ClientMessage.Typing typing) {
    return agent
        .calls()
        .to(Cells.channel(typing.channel()), new ChannelCommand.Type(agent.member(body)))
        .nothingToUndo()
        .end();
  }
}
