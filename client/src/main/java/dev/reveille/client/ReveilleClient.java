package dev.reveille.client;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent's connection to a chat server. It reconnects by itself.
 *
 * <p>Every request returns its own answer or throws a {@link ClientException}. Requests of several
 * threads may run at once; the server handles them in the order they were made. What the server
 * accepts without a word (INVITE, SET_PRESENCE, TYPING, sometimes LEAVE) is followed by a PING: its
 * PONG says that no ERROR came.
 *
 * <p>Each message is handed over once, in order per channel, by {@link #next}, {@link #listen} or
 * the listener, whichever asks first; replays and repeats are recognised by channel and seq.
 */
public final class ReveilleClient implements AutoCloseable {
  /** Longer than any server waits for the agent to answer. */
  private static final Duration VERIFICATION_PATIENCE = Duration.ofMinutes(2);

  private final ClientSettings settings;
  private final Inbox inbox;
  private final ClientSession session;
  private final Exchange exchange;

  /** The skills of this agent, as one connection knows them. */
  private record KnownSkills(int reconnects, List<Skill> list) {}

  private volatile @Nullable KnownSkills known;

  private ReveilleClient(ClientSettings settings) {
    this.settings = settings;
    this.inbox = new Inbox(settings.time());
    this.session = new ClientSession(settings, inbox);
    this.exchange = new Exchange(settings, session);
  }

  public static ClientBuilder builder() {
    return new ClientBuilder();
  }

  static ReveilleClient start(ClientSettings settings, @Nullable Consumer<Incoming> listener) {
    var client = new ReveilleClient(settings);
    try {
      client.session.start();
    } catch (InterruptedException e) {
      client.session.close();
      throw Exchange.interrupted(e);
    }
    if (listener != null) client.hand(listener);
    return client;
  }

  private void hand(Consumer<Incoming> listener) {
    Thread.ofVirtual()
        .name("reveille-listener")
        .start(
            () -> {
              try {
                while (true) inbox.next(Duration.ofDays(1)).ifPresent(listener);
              } catch (ClientException e) {
                // over: there is nothing more to hand over
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Returns the agent's id, with {@code @}. It may change with a reconnect if it has no key. */
  public String agentId() {
    return session.self().agentId();
  }

  /** Returns the newest WELCOME of the server. */
  public ServerMessage.Welcome welcome() {
    return session.self();
  }

  public boolean isOnline() {
    return session.isOnline();
  }

  /** Returns how often the client has reconnected. */
  public int reconnects() {
    return session.reconnects();
  }

  /** Returns how many messages were dropped, oldest first, because nobody took them in time. */
  public long dropped() {
    return inbox.dropped();
  }

  /** True if the agent joined the channel or has seen a message of it. */
  public boolean follows(String channel) {
    return session.follows(channel);
  }

  /** Sends a message to a {@code #channel} or an {@code @agent}; returns when it is stored. */
  public Sent send(String to, String content) {
    return send(ClientMessage.Msg.of(to, content));
  }

  /** Sends a message with all its fields. Without a client_msg_id it gets one. */
  public Sent send(ClientMessage.Msg message) {
    var id = message.clientMsgId() == null ? UUID.randomUUID().toString() : message.clientMsgId();
    var keyed = message.withClientMsgId(id);
    // The server does not echo a message that holds only markers.
    return post(keyed, keyed.content().contains("@@"));
  }

  /**
   * Sends a message that the server stores as an entry; returns when it is stored.
   *
   * @param message has a client_msg_id, by which its entry is recognised
   */
  public Sent post(ClientMessage message) {
    return post(message, false);
  }

  private Sent post(ClientMessage message, boolean silent) {
    var id = message.clientMsgId();
    if (id == null) throw new IllegalArgumentException("a client_msg_id is needed");
    var answer = exchange.send(message, received -> isEcho(received, id), silent);
    return new Sent(id, answer.map(a -> (ServerMessage.Msg) a));
  }

  /**
   * Answers a message: in its channel, or to the agent that sent it directly. The answer says what
   * it answers, so that others can tell it from a question.
   */
  public Sent answer(Incoming question, String content) {
    var asked = question.message();
    var to = Names.isChannel(asked.to()) ? asked.to() : asked.from();
    var replyTo = asked.msgId() == null ? null : JsonText.quote(asked.msgId());
    return send(new ClientMessage.Msg(to, content, null, replyTo, List.of(), null));
  }

  private static boolean isEcho(Received.Known received, String id) {
    return received.message() instanceof ServerMessage.Msg
        && id.equals(received.json().path("client_msg_id").asString(""));
  }

  /** Enters a channel; its newest messages are replayed. */
  public ServerMessage.Joined join(String channel) {
    return join(channel, null);
  }

  /**
   * Enters a channel.
   *
   * @param since replay only what is newer; null = the server's newest buffer
   */
  public ServerMessage.Joined join(String channel, @Nullable Long since) {
    return request(new ClientMessage.Join(channel, since), ServerMessage.Joined.class);
  }

  public void leave(String channel) {
    requestOptional(new ClientMessage.Leave(channel), ServerMessage.Left.class);
  }

  /** Returns the newest page of a channel that the agent is in. */
  public ServerMessage.HistoryPage history(String channel, int limit) {
    return history(new ClientMessage.History(channel, null, null, limit));
  }

  public ServerMessage.HistoryPage history(ClientMessage.History page) {
    return request(page, ServerMessage.HistoryPage.class);
  }

  public List<ServerMessage.ChannelSummary> channels() {
    return request(new ClientMessage.ListChannels(), ServerMessage.Channels.class).list();
  }

  public List<ServerMessage.AgentSummary> agents(String channel) {
    return request(new ClientMessage.ListAgents(channel), ServerMessage.Agents.class).list();
  }

  /** Makes a channel and enters it. */
  public void create(String channel, boolean inviteOnly, boolean verifiedOnly) {
    request(
        new ClientMessage.CreateChannel(channel, inviteOnly, verifiedOnly),
        ServerMessage.Created.class);
  }

  public void invite(String channel, String agent) {
    tell(new ClientMessage.Invite(channel, agent));
  }

  public void presence(PresenceStatus status, @Nullable String statusText) {
    tell(new ClientMessage.SetPresence(status, statusText));
  }

  public void nick(String nick) {
    var message = new ClientMessage.SetNick(nick);
    var answers = Pending.answeredBy(message, ServerMessage.NickChanged.class);
    // Others may take the same nick at the same time.
    exchange.send(message, r -> answers.test(r) && isOwnNick(r.message()), false);
  }

  private boolean isOwnNick(ServerMessage message) {
    return message instanceof ServerMessage.NickChanged changed
        && changed.agentId().equals(agentId());
  }

  public void typing(String channel) {
    tell(new ClientMessage.Typing(channel));
  }

  /**
   * Claims the floor: this agent is about to answer the message.
   *
   * @return empty if the floor is this agent's; else who has it, and it is better to stay silent.
   *     An agent that takes it later is told to {@link ClientBuilder#news}
   */
  public Optional<ServerMessage.Yield> claimFloor(String channel, String msgId, long startedAt) {
    return requestOptional(
        new ClientMessage.RespondingTo(msgId, channel, startedAt), ServerMessage.Yield.class);
  }

  /**
   * Asks another agent to prove that it has its key, and waits for the outcome.
   *
   * @return the key, which the server knows to be that agent's
   * @throws ClientException.Refused with VERIFICATION_FAILED if the agent did not prove it
   */
  public PublicKey verify(String agent) {
    var bytes = new byte[16];
    settings.random().nextBytes(bytes);
    var asked = new ClientMessage.VerifyRequest(agent, HexFormat.of().formatHex(bytes));
    var id = request(asked, ServerMessage.ProofPending.class).requestId();
    try {
      var pem = exchange.await(session.verification(id), VERIFICATION_PATIENCE);
      return PublicKey.parse(pem)
          .orElseThrow(
              () -> new ClientException.Refused("VERIFICATION_FAILED", "The server named no key"));
    } finally {
      session.forgetVerification(id);
    }
  }

  /**
   * Replaces the skills of this agent.
   *
   * @param skills a JSON list of objects, each with a {@code capability}
   * @throws IllegalArgumentException if it is not such a list
   */
  public ServerMessage.SkillsRegistered registerSkills(String skills) {
    var list = Skill.list(skills);
    var identity =
        settings
            .identity()
            .orElseThrow(
                () ->
                    new ClientException.Refused(
                        "SIGNATURE_REQUIRED", "Only an agent with a key can register skills"));
    var answer =
        request(
            new ClientMessage.RegisterSkills(list, identity.sign(AuthText.skills(list))),
            ServerMessage.SkillsRegistered.class);
    known = new KnownSkills(session.reconnects(), list);
    return answer;
  }

  /**
   * Returns the skills of this agent. The server is asked once for each connection: another program
   * may have registered skills while this one was away.
   */
  public List<Skill> skills() {
    if (settings.identity().isEmpty()) return List.of();
    int connection = session.reconnects();
    var now = known;
    if (now != null && now.reconnects() == connection) return now.list();
    var self = agentId();
    var own = new ArrayList<Skill>();
    for (var found : searchSkills(SkillQuery.ofAgent(self)).results()) {
      // A server that does not know the question gives everybody's.
      if (found.agentId().equals(self)) own.addAll(Skill.list("[{" + found.fields() + "}]"));
    }
    known = new KnownSkills(connection, List.copyOf(own));
    return List.copyOf(own);
  }

  public ServerMessage.SearchResults searchSkills(SkillQuery query) {
    var id = JsonText.quote(UUID.randomUUID().toString());
    return request(new ClientMessage.SearchSkills(query, id), ServerMessage.SearchResults.class);
  }

  /** Sends a part of a file to a connected agent. The server takes one per 100 ms. */
  public void sendFileChunk(String to, String content) {
    tell(new ClientMessage.FileChunk(to, content));
  }

  /**
   * Sets which messages of a channel this agent gets. The server keeps it for agents with a key;
   * without one it ends with the connection.
   *
   * @param only null = everything
   */
  public void subscribe(String channel, @Nullable Filter only) {
    request(new ClientMessage.Subscribe(channel, only), ServerMessage.Subscribed.class);
  }

  /** Mutes an agent, by id. Returns all that are muted now. */
  public List<String> mute(String agent) {
    return mute(agent, true);
  }

  public List<String> unmute(String agent) {
    return mute(agent, false);
  }

  private List<String> mute(String agent, boolean muted) {
    return request(new ClientMessage.Mute(agent, muted), ServerMessage.Muted.class).agents();
  }

  /** Returns the filters of the agent's channels and the agents that it has muted. */
  public ServerMessage.Subscriptions subscriptions() {
    return request(new ClientMessage.Subscriptions(), ServerMessage.Subscriptions.class);
  }

  /** Returns the agent's durable callbacks that are pending, earliest first. */
  public List<ServerMessage.PendingCallback> callbacks() {
    return request(new ClientMessage.Callbacks(), ServerMessage.Callbacks.class).list();
  }

  /**
   * Cancels a durable callback.
   *
   * @throws ClientException.Refused if the agent has none of this id, also because it has fired
   */
  public void cancelCallback(String id) {
    request(new ClientMessage.CancelCallback(id), ServerMessage.CallbackCancelled.class);
  }

  /** Returns the time to the server and back. */
  public Duration ping() {
    long start = System.nanoTime();
    request(new ClientMessage.Ping(), ServerMessage.Pong.class);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * Sends a message and returns its answer. The answer's type says which requests it answers.
   *
   * @throws ClientException.Refused if the server answers with an ERROR
   */
  public <R extends ServerMessage> R request(ClientMessage message, Class<R> answer) {
    var received = exchange.send(message, Pending.answeredBy(message, answer), false);
    return answer.cast(received.orElseThrow());
  }

  /** Does the same for a message that the server may accept without an answer: then empty. */
  public <R extends ServerMessage> Optional<R> requestOptional(
      ClientMessage message, Class<R> answer) {
    return exchange.send(message, Pending.answeredBy(message, answer), true).map(answer::cast);
  }

  /** Sends a message that the server accepts without an answer; returns when it has. */
  public void tell(ClientMessage message) {
    exchange.send(message, _ -> false, true);
  }

  /**
   * Returns the next message, or nothing if none came in time.
   *
   * @throws ClientException.Ended when no more can come
   */
  public Optional<Incoming> next(Duration timeout) {
    try {
      return inbox.next(timeout);
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    }
  }

  /** Waits as an agent does between turns: {@link Listening} says how. */
  public Batch listen(ListenSettings how) {
    presence(PresenceStatus.LISTENING, null);
    try {
      return new Listening(inbox, settings.time(), new Jitter(how.jitter(), settings.random()))
          .await(how, this::isOwn);
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    } finally {
      if (isOnline()) quietly(() -> presence(PresenceStatus.ONLINE, null));
    }
  }

  private boolean isOwn(Incoming incoming) {
    return incoming.message().from().equals(agentId())
        && !incoming.message().from().equals(Names.SERVER);
  }

  /** Ignores a failure: a wrong presence is better than to lose the messages in hand. */
  private static void quietly(Runnable step) {
    try {
      step.run();
    } catch (ClientException e) {
      // the next listen, or the end of the session, sets the presence right
    }
  }

  /** Leaves the server. Waiting requests fail; messages in the inbox can still be taken. */
  @Override
  public void close() {
    session.close();
  }
}
