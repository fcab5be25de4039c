package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.callback.CallbackCell;
import dev.reveille.server.callback.CallbackCommand;
import dev.reveille.server.callback.StoredCallback;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A node with ada, whose inbox it is about, and bob, who writes to her. Both have keys. */
final class InboxScene {
  static final Identity ADA = SeededIdentity.of(41);
  static final Identity BOB = SeededIdentity.of(42);
  static final String ADA_ID = "@" + ADA.agentId();
  static final String BOB_ID = "@" + BOB.agentId();

  SimulatedNode chat;
  SimulatedAgent bob;
  SimulatedAgent ada;
  private int posts;

  /** Ada confirms by taking, or confirms. */
  InboxScene(boolean confirm) {
    this(new SimulatedNode(new Random(7)), confirm);
  }

  InboxScene(SimulatedNode chat, boolean confirm) {
    this.chat = chat;
    bob = chat.connect("bob").identify(BOB);
    ada = come(confirm);
  }

  SimulatedAgent come(boolean confirm) {
    var agent = chat.connect("ada");
    if (confirm) agent.identifyConfirming(ADA);
    else agent.identify(ADA);
    chat.run();
    ada = agent;
    return agent;
  }

  /** Ada is gone, and nobody has heard of it before everything has settled. */
  void leave() {
    ada.vanish();
    chat.run();
  }

  void say(String to, String text) {
    bob.say(to, text);
    chat.run();
  }

  /** Bob mentions ada, whether she is here or not. */
  void mention(String channel, String text) {
    var id = chat.wallMillis() + "-m" + ++posts;
    chat.tell(
        Cells.channel(channel),
        new ChannelCommand.Post(
            id,
            new Presence.Member(BOB_ID, "bob", bob.session(), false),
            StoredEntry.MESSAGE,
            text,
            "\"mentions\":[\"" + ADA_ID + "\"]",
            null,
            List.of(ADA_ID),
            List.of(),
            null,
            null,
            Attached.NOTHING,
            null));
    chat.run();
  }

  /** Ada has a durable callback for herself, whether she is here or not. */
  void callback(String payload, long millis) {
    long now = chat.wallMillis();
    var callback =
        new StoredCallback("cb_" + ++posts, ADA_ID, null, payload, now + millis, now, null);
    chat.tell(CallbackCell.at(ADA_ID), new CallbackCommand.Keep(bob.session(), callback, null));
  }

  <M extends ServerMessage> M ask(ClientMessage request, Class<M> answer) {
    int before = ada.known().size();
    ada.send(request);
    chat.run();
    return ada.known().stream()
        .skip(before)
        .map(k -> k.message())
        .filter(answer::isInstance)
        .map(answer::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no answer to " + request + " in " + ada.known()));
  }

  InboxMessages.Pending pending(String... channels) {
    return ask(InboxMessages.AskPending.of(50, channels), InboxMessages.Pending.class);
  }

  static List<String> texts(InboxMessages.Pending pending) {
    return pending.entries().stream().map(e -> e.because() + " " + e.message().content()).toList();
  }

  ConfirmMessages.Confirmed read(InboxMessages.Pending pending) {
    return ask(ConfirmMessages.Confirm.all(pending.cursor()), ConfirmMessages.Confirmed.class);
  }

  ServerMessage.Failure refused(ClientMessage request) {
    return ask(request, ServerMessage.Failure.class);
  }

  static String id(SimulatedAgent agent) {
    return Objects.requireNonNull(agent.id());
  }
}
