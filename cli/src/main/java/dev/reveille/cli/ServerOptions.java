package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.client.ReveilleClient;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Mixin;

/** The options of every command that connects: which server, which agent, how long to wait. */
final class ServerOptions {
  /** Most commands are connected by then. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final String SLOW_WELCOME = "Waiting for the server to welcome this agent.";

  private static final String SLOW_BODY =
      SLOW_WELCOME
          + " If another program is connected with the same identity, taking its place takes 5"
          + " seconds or more.";

  @Mixin final UrlOption url = new UrlOption();
  @Mixin final IdentityOption agent = new IdentityOption();
  @Mixin final TimeoutOption timeout = new TimeoutOption();

  URI uri(Terminal terminal) {
    return url.uri(terminal.env());
  }

  /**
   * Connects as a side session: present nowhere, gets answers only, and the agent's mail stays
   * where it is. A guest only reads.
   */
  ReveilleClient side(Terminal terminal, ConnectAs usual) {
    return connect(terminal, client(terminal, usual).side(true), SLOW_WELCOME);
  }

  /**
   * Makes an identity of this machine known to the server, so that mail can wait for it before it
   * has ever been there.
   */
  void introduce(Terminal terminal, String name) {
    var file = IdentityFile.load(ConfigFolder.identities(terminal.env()), name);
    var builder = client(terminal).name(name).identity(file.identity());
    connect(terminal, builder.side(true), SLOW_WELCOME).close();
  }

  /** Connects as the agent's body. What comes for the agent stays pending until it is confirmed. */
  ReveilleClient body(Terminal terminal, ConnectAs usual) {
    return connect(terminal, bodyClient(terminal, usual));
  }

  /** Returns such a client, not yet connected, for commands that need to set more. */
  ClientBuilder bodyClient(Terminal terminal, ConnectAs usual) {
    boolean guest = agent.isGuest(terminal, usual);
    var client = client(terminal, usual).confirm(!guest);
    // A harness gives it to the agent that it runs.
    var session = terminal.env().getOrDefault("REVEILLE_SESSION", "").strip();
    return guest || session.isEmpty() ? client : client.seatSession(session);
  }

  /** Connects a body, and says what it waits for if that takes long. */
  ReveilleClient connect(Terminal terminal, ClientBuilder builder) {
    return connect(terminal, builder, SLOW_BODY);
  }

  private static ReveilleClient connect(Terminal terminal, ClientBuilder builder, String slow) {
    try (var _ = LongWait.tell(terminal, QUIET, slow)) {
      return builder.connect();
    }
  }

  /** Returns a client that is not yet connected, for commands that need to set more. */
  ClientBuilder client(Terminal terminal, ConnectAs usual) {
    var builder = client(terminal);
    return agent.apply(builder, uri(terminal), terminal, usual);
  }

  private ClientBuilder client(Terminal terminal) {
    var builder = ReveilleClient.builder().uri(uri(terminal));
    builder.platformThreads();
    builder.connectTimeout(timeout.value());
    builder.requestTimeout(timeout.value());
    // The client's own default is long enough for the take-over of an id that is connected.
    if (timeout.timeout != null) builder.identifyTimeout(timeout.timeout);
    return builder;
  }
}
