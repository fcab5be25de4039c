package dev.reveille.server.edge.ws;

import io.vertx.core.transport.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ways to read and write sockets. Each falls back to the ones after it. */
public enum SocketTransport {
  IO_URING,
  EPOLL,
  NIO;

  /**
   * The transport in use.
   *
   * @param refused why the ones before it are not used, in their order
   */
  record Chosen(SocketTransport transport, Transport vertx, List<String> refused) {}

  /** Returns the name in settings, logs and health. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the transport of that name; empty if there is none. */
  public static Optional<SocketTransport> named(String label) {
    return Arrays.stream(values()).filter(t -> t.label().equals(label)).findFirst();
  }

  /** Returns this transport, or the first after it that this machine has. NIO is everywhere. */
  Chosen choose() {
    return choose(SocketTransport::onThisMachine);
  }

  Chosen choose(Function<SocketTransport, @Nullable Transport> machine) {
    var refused = new ArrayList<String>();
    for (var each : values()) {
      if (each.compareTo(this) < 0) continue;
      var found = machine.apply(each);
      if (found != null && found.available()) return new Chosen(each, found, List.copyOf(refused));
      refused.add(each.label() + ": " + (found == null ? "not installed" : reason(found)));
    }
    throw new IllegalStateException("No way to read sockets: " + refused);
  }

  /**
   * Returns the first cause, which is the most precise: the outer ones only say that the native
   * part did not load.
   */
  private static String reason(Transport transport) {
    Throwable cause = transport.unavailabilityCause();
    if (cause == null) return "not available";
    while (cause.getCause() != null) cause = cause.getCause();
    return String.valueOf(cause.getMessage());
  }

  /** Returns the transport; null if its jar is not on the class path. */
  private static @Nullable Transport onThisMachine(SocketTransport transport) {
    return switch (transport) {
      case IO_URING -> Transport.IO_URING;
      case EPOLL -> Transport.EPOLL;
      case NIO -> Transport.NIO;
    };
  }
}
