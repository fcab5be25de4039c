package dev.reveille.client;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The settings of a client. {@link ClientBuilder} makes them. */
record ClientSettings(
    URI uri,
    String name,
    Optional<Identity> identity,
    Optional<String> token,
    boolean durableCallbacks,
    boolean confirm,
    boolean side,
    boolean tasks,
    Optional<String> seatSession,
    Duration connectTimeout,
    Duration identifyTimeout,
    Duration requestTimeout,
    Duration closePatience,
    Duration pingEvery,
    Duration deadAfter,
    Duration backoffBase,
    Duration backoffMax,
    int maxReconnects,
    ClientTime time,
    RandomGenerator random,
    Consumer<ServerMessage> news,
    ClientThreads threads) {

  /** Does not show the token. */
  @Override
  public String toString() {
    return "ClientSettings[" + uri + ", " + name + "]";
  }
}
