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
    var uri = uri(terminal);
    var builder = ReveilleClient.builder().uri(uri);
    agent.apply(builder, uri, terminal, usual);
    builder.platformThreads();
    builder.connectTimeout(timeout.value());
    builder.requestTimeout(timeout.value());
    // The client's own default is long enough for the take-over of an id that is connected.
    if (timeout.timeout != null) builder.identifyTimeout(timeout.timeout);
    return builder;
  }
}
