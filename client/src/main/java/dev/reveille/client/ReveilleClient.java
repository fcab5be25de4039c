package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.FindMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent's connection to a chat server. It reconnects by itself.
 *
 * <p>Every request returns its own answer or throws a {@link ClientException}. Requests of several
 * threads may run at once; the server handles them in the order they were made. The server accepts
 * some requests without an answer (INVITE, SET_PRESENCE, TYPING, sometimes LEAVE). The client sends
 * a PING after them: if its PONG comes without an ERROR before it, the request was accepted.
 *
 * <p>{@link #next}, {@link #listen} and the listener hand over each entry once, in order per
 * channel. An entry goes to the first of them that asks. A repeated entry is recognised by its
 * channel and seq and is not handed over again.
 */
public final class ReveilleClient implements AutoCloseable {
  private final ClientSettings settings;
  private final Arrived arrived;
  private final ClientSession session;
  private final Exchange exchange;
  private final OwnSkills skills;

  private ReveilleClient(ClientSettings settings) {
    this.settings = settings;
    this.arrived = new Arrived(settings.time());
    this.session = new ClientSession(settings, arrived);
    this.exchange = new Exchange(settings, session);
    this.skills = new OwnSkills(this, settings.identity());
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
    if (listener != null) client.arrived.handTo(listener);
    return client;
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
    return arrived.dropped();
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
   * Sends an answer to the message's channel or, if the message was direct, to its sender. The
   * answer names the message in {@code in_reply_to}.
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

  /** Joins a channel. The server replays its newest messages. */
  public ServerMessage.Joined join(String channel) {
    return join(channel, null);
  }

  /**
   * Joins a channel.
   *
   * @param since the server replays the messages after this seq; null = its newest messages
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

  /**
   * Returns the id of the one agent that has a name: a connected one, else the one that was last
   * seen under it.
   *
   * @param named {@code @} and the name; an id means itself
   * @throws ClientException.Refused with AGENT_NOT_FOUND if none or several have it
   */
  public String idOf(String named) {
    return request(new FindMessages.FindAgent(named), FindMessages.FoundAgent.class).agentId();
  }

  /** Creates a channel and joins it. */
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
   * Claims the floor: says that this agent is about to answer the message.
   *
   * @return empty if this agent has the floor; else the agent that has it. If another agent takes
   *     the floor later, {@link ClientBuilder#news} gets a YIELD
   */
  public Optional<ServerMessage.Yield> claimFloor(String channel, String msgId, long startedAt) {
    return requestOptional(
        new ClientMessage.RespondingTo(msgId, channel, startedAt), ServerMessage.Yield.class);
  }

  /**
   * Asks another agent to prove that it has its key, and waits for the outcome.
   *
   * @return the agent's public key, as the server knows it
   * @throws ClientException.Refused with VERIFICATION_FAILED if the agent did not prove it
   */
  public PublicKey verify(String agent) {
    return new VerificationRequest(this, exchange, session).ask(agent, settings.random());
  }

  /**
   * Replaces the skills of this agent.
   *
   * @param skills a JSON list of objects, each with a {@code capability}
   * @throws IllegalArgumentException if it is not such a list
   */
  public ServerMessage.SkillsRegistered registerSkills(String skills) {
    return this.skills.register(Skill.list(skills));
  }

  /**
   * Returns the skills of this agent. Asks the server once for each connection, because another
   * program may have registered skills while this one was offline.
   */
  public List<Skill> skills() {
    return skills.list();
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
    subscribe(channel, only, true);
  }

  /** Does the same, and says whether the agent gets notices about who comes and goes there. */
  public void subscribe(String channel, @Nullable Filter only, boolean notices) {
    request(new ClientMessage.Subscribe(channel, only, notices), ServerMessage.Subscribed.class);
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

  /** Returns what the server keeps for the agent until it is confirmed. */
  public Inbox inbox() {
    return new Inbox(this, exchange);
  }

  /** Takes back a message of this agent: its text is replaced. A repeat has the same answer. */
  public RetractionMessages.Retracted retract(String msgId) {
    return request(new RetractionMessages.Retract(msgId), RetractionMessages.Retracted.class);
  }

  /** Returns what this agent can do with its seat. */
  public SeatClient seat() {
    return new SeatClient(this);
  }

  /** Returns what this agent can do with tasks. */
  public TaskClient tasks() {
    return new TaskClient(this);
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

  /** Sends a message and returns its answer, or empty if the server accepts it without one. */
  public <R extends ServerMessage> Optional<R> requestOptional(
      ClientMessage message, Class<R> answer) {
    return exchange.send(message, Pending.answeredBy(message, answer), true).map(answer::cast);
  }

  /** Sends a message that has no answer. Returns when the server has accepted it. */
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
      return arrived.next(timeout);
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    }
  }

  /**
   * Waits for the next batch of entries, with the presence LISTENING. The batch is empty if none
   * came until the nudge. The agent's own messages are not in it.
   */
  public Batch listen(ListenSettings how) {
    var jitter = new Jitter(how.jitter(), settings.random());
    return new Listening(arrived, settings.time(), jitter).asPresence(this, how);
  }

  /** Leaves the server. Waiting requests fail; messages that came can still be taken. */
  @Override
  public void close() {
    session.close();
  }
}
