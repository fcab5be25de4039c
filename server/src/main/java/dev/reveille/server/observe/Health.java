package dev.reveille.server.observe;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.Store;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Reports whether the server works, in the forms that existing monitors know. */
public final class Health {

  /** The number of all channels, and of those that anybody may see. */
  public record ChannelCounts(IntSupplier total, IntSupplier visible) {}

  private final String server;
  private final String version;
  private final Clock clock;
  private final Presence presence;
  private final Store store;
  private final ChannelCounts channels;
  private final Supplier<String> transport;
  private final Failures troubles;
  private final long startedAt;
  private final long startedNanos;

  public Health(
      String server,
      String version,
      Clock clock,
      Presence presence,
      Store store,
      ChannelCounts channels,
      Supplier<String> transport,
      Failures troubles) {
    this.server = server;
    this.version = version;
    this.clock = clock;
    this.presence = presence;
    this.store = store;
    this.channels = channels;
    this.transport = transport;
    this.troubles = troubles;
    startedAt = clock.wallMillis();
    startedNanos = clock.nanos();
  }

  /** Returns the body of {@code /health}. */
  public String report() {
    var agents = presence.agents();
    long keyed = agents.stream().filter(Presence.Agent::hasKey).count();
    return new JsonText()
        .field("status", "healthy")
        .field("server", server)
        .field("version", version)
        .field("uptime_seconds", (clock.nanos() - startedNanos) / 1_000_000_000L)
        .field("started_at", Instant.ofEpochMilli(startedAt).toString())
        .raw(
            "agents",
            new JsonText(64).field("connected", agents.size()).field("with_identity", keyed).text())
        .raw(
            "channels",
            new JsonText(64)
                .field("total", channels.total().getAsInt())
                .field("public", channels.visible().getAsInt())
                .text())
        .field("transport", transport.get())
        .field("failing", troubles.failing())
        .raw("proposals", "{\"total\":0,\"byStatus\":{},\"agents\":0}")
        .field("timestamp", Instant.ofEpochMilli(clock.wallMillis()).toString())
        .text();
  }

  /** Returns why the server cannot take messages now; empty if it can. */
  public Optional<String> trouble() {
    return store.trouble();
  }
}
