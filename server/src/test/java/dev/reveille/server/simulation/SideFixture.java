package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.TokenMessages;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A server with an agent that has a key, and what a test asks about its sessions. */
abstract class SideFixture {
  static final Identity KEY = SeededIdentity.of(31);
  static final Identity OTHER = SeededIdentity.of(32);
  static final String ADA = "@" + KEY.agentId();

  SimulatedNode chat = new SimulatedNode(new Random(5));

  SimulatedAgent body() {
    var body = chat.connect("ada").identify(KEY);
    chat.run();
    return body;
  }

  SimulatedAgent side() {
    return side(KEY);
  }

  SimulatedAgent side(Identity key) {
    var side = chat.connect("ada").identifyAside(key);
    chat.run();
    return side;
  }

  SimulatedAgent guest() {
    var guest = chat.connect("guest").identifyAside(null);
    chat.run();
    return guest;
  }

  SimulatedAgent join(String name) {
    var agent = chat.connect(name).identify(null);
    chat.run();
    return agent;
  }

  SimulatedAgent join(String name, Identity key) {
    var agent = chat.connect(name).identify(key);
    chat.run();
    return agent;
  }

  void order(AdminOrder order) {
    chat.connect("operator").send(new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    chat.run();
  }

  /** Makes a token for an identity that the server keeps. */
  String token(String identity, boolean fresh, long seconds) {
    var operator = chat.connect("operator");
    operator.send(
        new ClientMessage.Admin(
            new TokenMessages.NewToken(
                "t", Set.of(Scope.OBSERVE, Scope.SEND), identity, fresh, seconds),
            SimulatedNode.ADMIN_KEY));
    chat.run();
    return operator.known().stream()
        .map(k -> k.json().path("token").asString(""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** Sends a message and lets everything happen. */
  void ask(SimulatedAgent session, ClientMessage message) {
    session.send(message);
    chat.run();
  }

  void say(SimulatedAgent session, String to, String content) {
    session.say(to, content);
    chat.run();
  }

  void pass(Duration time) {
    chat.pass(time);
    chat.run();
  }

  static String id(SimulatedAgent agent) {
    return requireNonNull(agent.id());
  }

  static <T extends ServerMessage> List<T> got(SimulatedAgent agent, Class<T> type) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  static List<ErrorCode> errors(SimulatedAgent agent) {
    return got(agent, ServerMessage.Failure.class).stream()
        .map(ServerMessage.Failure::code)
        .toList();
  }

  static List<String> contents(SimulatedAgent agent, String to) {
    return got(agent, ServerMessage.Msg.class).stream()
        .filter(m -> m.to().equals(to) && !m.from().equals("@server"))
        .map(ServerMessage.Msg::content)
        .toList();
  }

  /** Returns the types of everything that the session got from a place on. */
  static List<String> types(SimulatedAgent agent, int from) {
    return agent.known().stream().skip(from).map(k -> k.json().path("type").asString("")).toList();
  }
}
