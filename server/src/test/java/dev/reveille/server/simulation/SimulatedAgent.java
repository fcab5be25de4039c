package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.edge.ws.MessageReader;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.session.Inbound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client in the simulation: remembers everything it sent and received. */
final class SimulatedAgent {
  private final String name;
  private final SimulatedNode chat;
  private final SessionId session;
  private final List<ServerMessages.Received> received = new ArrayList<>();
  private final List<ServerMessages.Received.Known> known = new ArrayList<>();
  private final List<Long> arrivals = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private @Nullable MessageReader inbound;
  private @Nullable Inbound behind;
  private @Nullable Identity identity;
  private @Nullable String id;
  private boolean gone;

  /** The number of callbacks that it set for itself. */
  int fires;

  SimulatedAgent(String name, SimulatedNode chat, SessionId session) {
    this.name = name;
    this.chat = chat;
    this.session = session;
  }

  void attach(MessageReader reader, Inbound valid) {
    inbound = reader;
    behind = valid;
  }

  String name() {
    return name;
  }

  SessionId session() {
    return session;
  }

  SimulatedAgent identify(@Nullable Identity key) {
    identity = key;
    send(
        key == null
            ? ClientMessage.Identify.of(name, null)
            : new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation()));
    return this;
  }

  /** Comes as a side session: with a key, or as a guest that only reads. */
  SimulatedAgent identifyAside(@Nullable Identity key) {
    identity = key;
    var asked =
        key == null
            ? ClientMessage.Identify.of(name, null)
            : new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation());
    send(asked.withSide(true));
    return this;
  }

  /** Comes with a key, and its callbacks outlive the connection. */
  SimulatedAgent identifyDurable(Identity key) {
    identity = key;
    send(new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation(), true));
    return this;
  }

  /** Comes with a key, and knows TASK_EVENT. */
  SimulatedAgent identifyForTasks(Identity key) {
    identity = key;
    send(new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation()).withTasks(true));
    return this;
  }

  /** Comes with a key, and shows a session of its seat. */
  SimulatedAgent identifyInSeat(Identity key, String seatSession) {
    identity = key;
    send(
        new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation())
            .withSession(seatSession));
    return this;
  }

  /** Sends a text as it is. */
  void sendText(String text) {
    if (!gone) requireNonNull(inbound).message(text);
  }

  /** Comes with a key, and confirms what concerns it. */
  SimulatedAgent identifyConfirming(Identity key) {
    identity = key;
    send(new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation()).withConfirm(true));
    return this;
  }

  void send(ClientMessage message) {
    if (!gone) requireNonNull(inbound).message(ClientMessages.write(message));
  }

  /** Sends a message of a type that the protocol does not know, as if it had been read. */
  void sendValid(ClientMessage message) {
    if (!gone) requireNonNull(behind).message(message, 64);
  }

  /** Says something under a key of its own. */
  void say(String to, String content) {
    var key = session.number() + "/" + keys.size();
    keys.add(key);
    send(ClientMessage.Msg.of(to, content).withClientMsgId(key));
  }

  void read(String text) {
    var message = ServerMessages.read(text);
    received.add(message);
    if (!(message instanceof ServerMessages.Received.Known told)) return;
    known.add(told);
    arrivals.add(chat.nextArrival());
    if (told.message() instanceof ServerMessage.Challenge c && identity != null) {
      var signed = AuthText.challenge(c.nonce(), c.challengeId(), "5");
      send(
          new ClientMessage.VerifyIdentity(
              c.challengeId(), SeededSignature.sign(identity, signed), "5"));
    } else if (told.message() instanceof ServerMessage.Welcome w) {
      id = w.agentId();
    }
  }

  /** The server closed the connection. */
  void hungUp() {
    if (gone) return;
    gone = true;
    requireNonNull(inbound).closed();
  }

  /** The client's machine is gone. */
  void vanish() {
    if (gone) return;
    chat.cut(session);
    hungUp();
  }

  /** True if it may be in channels that it joined in an earlier life. */
  boolean returns() {
    return identity != null;
  }

  /** True if the connection is closed, by either side. */
  boolean isGone() {
    return gone;
  }

  boolean isIn() {
    return id != null && !gone;
  }

  /** The key it came with, as PEM text. */
  @Nullable String key() {
    return identity == null ? null : identity.publicKey().pem();
  }

  /** That, and those that its agent got from it since. */
  List<String> heldKeys() {
    var held = new ArrayList<String>();
    if (identity != null) held.add(identity.publicKey().pem());
    for (var message : known()) {
      if (message.message() instanceof ServerMessage.KeyRotated(var agent, var pubkey)
          && agent.equals(id)) {
        held.add(pubkey);
      }
    }
    return held;
  }

  @Nullable String id() {
    return id;
  }

  /** The keys under which it said something, in that order. */
  List<String> keys() {
    return keys;
  }

  List<ServerMessages.Received> received() {
    return received;
  }

  /** Returns what it received and knows, also what comes later. */
  List<ServerMessages.Received.Known> known() {
    return Collections.unmodifiableList(known);
  }

  /** Returns the place of a known message among all that came to any agent. */
  long arrival(int index) {
    return arrivals.get(index);
  }

  /** The acknowledgements of what it said, in the order they came. */
  List<ServerMessages.Received.Known> echoes() {
    return known().stream().filter(k -> k.json().has("client_msg_id")).toList();
  }
}
