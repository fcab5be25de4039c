package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.chat.Admission;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.EarlyRequest;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.limits.ChatConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions of this node. */
public final class Sessions implements Door {
  private final ChatParts parts;
  private final Host host;
  private final Outlets wire;
  private final TimerQueue timers;
  private final KeyLookup keys;
  private final NameLookup names;
  private final TokenLookup tokens;
  private final Administration administration;
  private final ConcurrentHashMap<SessionId, Session> sessions = new ConcurrentHashMap<>();

  private volatile Map<Class<?>, EarlyRequest<?>> early = Map.of();

  /** Challenges that await their answer, with the session of each. */
  private final ConcurrentHashMap<String, SessionId> challenges = new ConcurrentHashMap<>();

  /**
   * Creates it without sessions.
   *
   * @param reading runs tasks that may wait for the store
   */
  public Sessions(
      ChatParts parts,
      Host host,
      Outlets wire,
      TimerQueue timers,
      Executor reading,
      Administration administration,
      TokenCheck tokens) {
    this.administration = administration;
    this.parts = parts;
    this.host = host;
    this.wire = wire;
    this.timers = timers;
    keys = new KeyLookup(parts, host, reading);
    names = new NameLookup(parts, reading);
    this.tokens = new TokenLookup(tokens, parts.store(), reading);
  }

  /** Adds what sessions answer before WELCOME. Call it before the first one is opened. */
  public synchronized void add(EarlyRequest<?> request) {
    var all = new HashMap<>(early);
    all.put(request.type(), request);
    early = Map.copyOf(all);
  }

  @Nullable EarlyRequest<?> early(ClientMessage message) {
    return early.get(message.getClass());
  }

  @Override
  public Inbound opened(Visitor visitor) {
    var session = new Session(visitor, this);
    sessions.put(visitor.session(), session);
    return session;
  }

  /** Continues a session with its next message, because its order is answered. */
  public void answered(SessionId id) {
    with(id, Session::ordered);
  }

  /** Calls {@code tell} with the session, if it still exists. */
  public void with(SessionId id, Consumer<Session> tell) {
    var session = sessions.get(id);
    if (session != null) tell.accept(session);
  }

  List<SessionId> everybody() {
    return List.copyOf(sessions.keySet());
  }

  /** Returns the client of a session; empty if the session is gone. */
  public Optional<Visitor> visitor(SessionId id) {
    return Optional.ofNullable(sessions.get(id)).map(Session::visitor);
  }

  void closed(SessionId id) {
    sessions.remove(id);
  }

  /** Returns the sessions that are told what concerns everybody: all but the side sessions. */
  List<SessionId> listeners() {
    return sessions.entrySet().stream()
        .filter(each -> !each.getValue().isSide())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns an id that no agent with a session has. */
  String newAgent() {
    while (true) {
      var id = parts.ids().ephemeralAgent();
      if (!parts.presence().hasSession(id)) return id;
    }
  }

  void issued(String challenge, SessionId session) {
    challenges.put(challenge, session);
  }

  void used(String challenge) {
    challenges.remove(challenge);
  }

  boolean isIssued(String challenge) {
    return challenges.containsKey(challenge);
  }

  /** Returns how many connections there are. */
  public int sessions() {
    return sessions.size();
  }

  /** Returns how many challenges await their answer. */
  public int challenges() {
    return challenges.size();
  }

  Frame frame(ServerMessage message) {
    return new Frame(ServerMessages.write(message, clock().wallMillis()));
  }

  ChatConfig config() {
    return parts.config();
  }

  Admission admission() {
    return parts.admission();
  }

  Administration administration() {
    return administration;
  }

  Clock clock() {
    return parts.clock();
  }

  Ids ids() {
    return parts.ids();
  }

  TokenLookup tokens() {
    return tokens;
  }

  KeyLookup keys() {
    return keys;
  }

  NameLookup names() {
    return names;
  }

  Host host() {
    return host;
  }

  Outlets wire() {
    return wire;
  }

  TimerQueue timers() {
    return timers;
  }
}
