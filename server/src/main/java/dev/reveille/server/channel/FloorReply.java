package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import java.util.ArrayList;
import java.util.List;

/** Turns a verdict on a floor claim into the messages that the agents get. */
final class FloorReply {
  private FloorReply() {}

  /**
   * Returns the answer to a claim and the messages to others.
   *
   * @param now wall time
   * @param until the wall time at which a granted claim ends at the latest
   */
  static Step of(
      String channel,
      List<SessionId> members,
      ChannelCommand.Claim claim,
      Floor.Verdict verdict,
      long now,
      long until) {
    var claimant = claim.claimant();
    return switch (verdict) {
      case Floor.Verdict.Granted(var displaced) -> {
        var effects = new ArrayList<Effect>();
        var claimed =
            new ServerMessage.FloorClaimed(
                claim.msgId(), channel, claimant.agent(), claimant.name(), claim.startedAt());
        effects.add(new DeliveryEffect.ToMany(members, claimed, claimant.session()));
        if (displaced != null) {
          effects.add(
              new DeliveryEffect.ToSession(
                  displaced.holder().session(),
                  yielded(
                      channel,
                      claim,
                      claimant,
                      claim.startedAt(),
                      "An earlier claim took the floor")));
        }
        var detail = new JsonText(96).field("msg_id", claim.msgId()).field("until", until).text();
        var event = new AppendEvent(now, "floor.claimed", claimant.agent(), channel, detail);
        yield Step.answer(new ChatAnswer.Claimed(), Unit.bestEffort(List.of(event), effects));
      }
      case Floor.Verdict.Denied(var holder) ->
          Step.answer(
              new ChatAnswer.Done(),
              Unit.barrier(
                  List.of(
                      new DeliveryEffect.ToSession(
                          claimant.session(),
                          yielded(
                              channel,
                              claim,
                              holder.holder(),
                              holder.startedAt(),
                              "Another agent claimed it first")))));
      case Floor.Verdict.TooMany(var reason) ->
          Step.answer(new ChatAnswer.Refused(ErrorCode.RATE_LIMITED, reason));
    };
  }

  private static ServerMessage yielded(
      String channel,
      ChannelCommand.Claim claim,
      Presence.Member holder,
      double startedAt,
      String reason) {
    return new ServerMessage.Yield(claim.msgId(), channel, holder.agent(), startedAt, reason);
  }
}
