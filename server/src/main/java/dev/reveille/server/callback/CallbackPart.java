package dev.reveille.server.callback;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.chat.Told;
import dev.reveille.server.kernel.Step;
import java.util.List;

/** Sets the callbacks that agents ask for with markers, and fires them when they are due. */
public final class CallbackPart implements SpeakingPart {
  private final CallbackSetting setting;
  private final CallbackFiring firing;

  public CallbackPart(ChatParts parts, Callbacks callbacks) {
    setting = new CallbackSetting(parts, callbacks);
    firing = new CallbackFiring(parts, callbacks);
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Callbacks.class, (agent, body, _) -> list(agent, body)).orSide(),
        Request.of(
                ClientMessage.CancelCallback.class,
                (agent, body, cancel) -> cancel(agent, body, cancel.cbId()))
            .orSide());
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(CallbackDue.class, firing::due),
        new Told<>(DurableCallbackDue.class, firing::due));
  }

  @Override
  public Step beforeRelay(Agent agent, Body body, Posted posted) {
    var markers = posted.draft().markers();
    return markers.isEmpty() || posted.repeat()
        ? Step.none()
        : setting.set(agent, body, markers, posted.clientMsgId());
  }

  private static Step list(Agent agent, Body body) {
    if (!body.hasKey()) {
      return Replies.reply(body.session(), new ServerMessage.Callbacks(List.of()));
    }
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Report(body.session()))
        .orAgain(() -> agent.speaks(body.session()))
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private static Step cancel(Agent agent, Body body, String id) {
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Cancel(body.session(), id))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }
}
