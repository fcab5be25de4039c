package dev.reveille.client;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.WakeMessages;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes a {@link ReveilleClient}. Only the name has no default. */
public final class ClientBuilder {
  private URI uri = URI.create("ws://127.0.0.1:6667");
  private @Nullable String name;
  private @Nullable Identity identity;
  private @Nullable String token;
  private boolean durableCallbacks;
  private boolean confirm;
  private @Nullable String seatSession;
  private boolean tasks;
  private boolean side;
  private Duration connectTimeout = Duration.ofSeconds(10);
  private @Nullable Duration identifyTimeout;
  private Duration requestTimeout = Duration.ofSeconds(10);
  private Duration closePatience = Duration.ofMillis(300);
  private Duration pingEvery = Duration.ofSeconds(30);
  private Duration deadAfter = Duration.ofSeconds(90);
  private int maxReconnects = Integer.MAX_VALUE;
  private ClientTime time = ClientTime.system();
  private RandomGenerator random = new SecureRandom();
  private ClientThreads threads = new ClientThreads(Thread.ofVirtual().factory());
  private @Nullable Consumer<Incoming> listener;
  private final Handlers handlers = new Handlers();
  private Consumer<ServerMessage> news = handlers::handle;

  ClientBuilder() {}

  public ClientBuilder uri(URI uri) {
    this.uri = uri;
    return this;
  }

  public ClientBuilder name(String name) {
    this.name = name;
    return this;
  }

  /** Sets the agent's key. Without a key the agent's id ends with its connection. */
  public ClientBuilder identity(Identity identity) {
    this.identity = identity;
    return this;
  }

  /**
   * Sets a token in place of a key: the agent is the identity that the token speaks for. Then the
   * name may be left out. Read it from a file or the environment, never from an argument: other
   * users of the machine see arguments.
   */
  public ClientBuilder token(String token) {
    this.token = token;
    return this;
  }

  /**
   * Keeps callbacks of this agent when its connection or the server's process ends. Works only for
   * an agent with an identity or a token.
   */
  public ClientBuilder durableCallbacks() {
    this.durableCallbacks = true;
    return this;
  }

  /**
   * Keeps direct messages and mentions pending until the agent confirms them with {@link
   * Inbox#read}. Without it a message counts as delivered when the socket took it. Works only for
   * an agent with an identity or a token. {@link ReveilleClient#welcome} says whether the server
   * knows it.
   */
  public ClientBuilder confirm(boolean wanted) {
    this.confirm = wanted;
    return this;
  }

  /**
   * Opens a side session: it sends, reads and confirms for the agent, and is not present. It gets
   * the answers to its own requests and nothing else, displaces no other connection of the agent
   * and never waits for one. Without an identity or a token it only reads.
   */
  public ClientBuilder side(boolean side) {
    this.side = side;
    return this;
  }

  /**
   * Shows the session of the agent's seat that this connection belongs to, as {@code
   * REVEILLE_SESSION} says. The server refuses one that does not hold the seat.
   */
  public ClientBuilder seatSession(String session) {
    this.seatSession = session;
    return this;
  }

  /**
   * Gets events of tasks as entries of the type TASK_EVENT. Without it, they come as messages of
   * the server that say in words what happened.
   */
  public ClientBuilder tasks(boolean known) {
    this.tasks = known;
    return this;
  }

  public ClientBuilder connectTimeout(Duration timeout) {
    this.connectTimeout = timeout;
    return this;
  }

  /**
   * Sets the time for the handshake. Usually it is 75 s, because the server waits up to a minute if
   * the same id is connected elsewhere; for a side session it is 10 s.
   */
  public ClientBuilder identifyTimeout(Duration timeout) {
    this.identifyTimeout = timeout;
    return this;
  }

  public ClientBuilder requestTimeout(Duration timeout) {
    this.requestTimeout = timeout;
    return this;
  }

  public ClientBuilder heartbeat(Duration pingEvery, Duration deadAfter) {
    this.pingEvery = pingEvery;
    this.deadAfter = deadAfter;
    return this;
  }

  /** Ends the client after this many failed tries in a row. */
  public ClientBuilder maxReconnects(int max) {
    this.maxReconnects = max;
    return this;
  }

  public ClientBuilder time(ClientTime time) {
    this.time = time;
    return this;
  }

  public ClientBuilder random(RandomGenerator random) {
    this.random = random;
    return this;
  }

  /**
   * Uses threads of the operating system in place of virtual ones. A program that ends after a
   * moment is faster with them: a JVM in which virtual threads read sockets takes 300 ms longer to
   * exit.
   */
  public ClientBuilder platformThreads() {
    this.threads = ClientThreads.PLATFORM;
    return this;
  }

  /**
   * Sets the listener of all entries. It is called for one entry at a time, on a virtual thread.
   * Chat messages have the type MSG; there may be entries of other types.
   */
  public ClientBuilder listener(Consumer<Incoming> listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Adds a reader of news: messages that answer no request and are no entries, such as parts of
   * files, claims of the floor, joins and leaves, presence, names and typing. It is called for one
   * message at a time, on a virtual thread.
   */
  public ClientBuilder news(Consumer<ServerMessage> reader) {
    this.news = news.andThen(reader);
    return this;
  }

  /** Adds a reader of the {@link #news} of one class. */
  public <M extends ServerMessage> ClientBuilder on(Class<M> type, Consumer<? super M> reader) {
    handlers.on(type, reader);
    return this;
  }

  /**
   * Adds a reader of wakes: the server says that something waits for this agent, which has a seat.
   * An agent that begins a turn with one says so with {@link SeatClient#wakeStarted}. Like {@link
   * #news}, it is called for one at a time, on a virtual thread.
   */
  public ClientBuilder wakes(Consumer<WakeMessages.Wake> reader) {
    return on(WakeMessages.Wake.class, reader);
  }

  /**
   * True if a token may be sent to this address, because nobody on the way can read it: TLS, or the
   * same machine.
   */
  public static boolean mayCarryToken(URI uri) {
    var host = String.valueOf(uri.getHost());
    return "wss".equalsIgnoreCase(uri.getScheme())
        || host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  private void requireConfidential() {
    if (identity != null) {
      throw new IllegalStateException("an identity or a token, not both");
    }
    if (!mayCarryToken(uri)) {
      throw new IllegalStateException("a token is not sent to " + uri + " in clear text; use wss");
    }
  }

  private Duration identifyTimeout() {
    if (identifyTimeout != null) return identifyTimeout;
    return Duration.ofSeconds(side ? 10 : 75);
  }

  /**
   * Connects and identifies, once.
   *
   * @throws ClientException if the server is not there, refuses, or does not answer
   */
  public ReveilleClient connect() {
    var agent = name == null && token != null ? "" : name;
    if (agent == null) throw new IllegalStateException("a name is needed");
    if (token != null) requireConfidential();
    return ReveilleClient.start(
        new ClientSettings(
            uri,
            agent,
            Optional.ofNullable(identity),
            Optional.ofNullable(token),
            durableCallbacks,
            confirm,
            side,
            tasks,
            Optional.ofNullable(seatSession),
            connectTimeout,
            identifyTimeout(),
            requestTimeout,
            closePatience,
            pingEvery,
            deadAfter,
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            maxReconnects,
            time,
            random,
            news,
            threads),
        listener);
  }
}
