package dev.reveille.server.outgoing;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.outgoing.OutgoingAnswer.Answered;
import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import dev.reveille.server.outgoing.OutgoingAnswer.Refused;
import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests to other servers.
 *
 * <ul>
 *   <li>A host that is not allowed by name is reached only at public addresses.
 *   <li>A host is looked up once for each request. The addresses that were found are checked and
 *       used, also for redirects; so a name that changes its address in between gains nothing.
 *   <li>A redirect is followed only to the same scheme, host and port, and only if the request
 *       stays the same.
 *   <li>Each request is sent at most once to a server, plus once for each redirect. Trying again is
 *       the caller's decision.
 *   <li>Nothing is logged here.
 * </ul>
 */
public final class OutgoingClient implements AutoCloseable {
  private static final int MOST_AT_ONCE = 64;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final Clock clock;
  private final AllowedHosts allowed;
  private final BoundedLookup lookup;
  private final Connector connector;
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);

  public OutgoingClient(Clock clock, AllowedHosts allowed) {
    this(clock, allowed, AddressLookup.SYSTEM, null);
  }

  OutgoingClient(
      Clock clock, AllowedHosts allowed, AddressLookup lookup, @Nullable TrustOptions trust) {
    this.clock = clock;
    this.allowed = allowed;
    this.lookup = new BoundedLookup(lookup);
    this.connector = new Connector(MOST_AT_ONCE, trust);
  }

  /**
   * Sends a request and waits for its answer. Blocks, so no cell calls it. An interrupt ends it at
   * once; the thread then still shows the interrupt.
   */
  public OutgoingAnswer send(OutgoingRequest request) {
    try {
      var headers = RequestCheck.headers(request, clock.wallMillis());
      var target = OutgoingTarget.of(request.url());
      if (!free.tryAcquire()) {
        return new Failed(MOST_AT_ONCE + " requests are on their way already", false);
      }
      try {
        var deadline = new Deadline(clock, request.limits().total());
        var addresses = reachable(target, lookup.addresses(target.host(), deadline));
        var exchange = new OutgoingExchange(connector, request, headers, addresses, deadline);
        return follow(exchange, request, target);
      } finally {
        free.release();
      }
    } catch (RefusedRequest e) {
      return new Refused(e.reason());
    } catch (FailedExchange e) {
      return e.outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Failed("The request was interrupted", true);
    }
  }

  /** Returns the addresses that may be used. */
  private List<InetAddress> reachable(OutgoingTarget target, List<InetAddress> found) {
    boolean named = allowed.allows(target);
    var good =
        found.stream()
            .filter(
                address ->
                    switch (AddressReach.of(address)) {
                      case PUBLIC -> true;
                      case PRIVATE -> named;
                      case NEVER -> false;
                    })
            .toList();
    if (!good.isEmpty()) return good;
    throw new RefusedRequest(
        named
            ? target.host() + " has no address that can be reached"
            : target.host() + " has no public address; the setting OUTGOING_ALLOW can allow it");
  }

  private static OutgoingAnswer follow(
      OutgoingExchange exchange, OutgoingRequest request, OutgoingTarget first)
      throws FailedExchange, InterruptedException {
    var target = first;
    for (int followed = 0; ; followed++) {
      var answer = exchange.run(target);
      var location = answer.header("location");
      if (!REDIRECTS.contains(answer.status()) || location.isEmpty()) return answer;
      if (followed == request.limits().redirects()) {
        return new Failed(first.origin() + " redirects too often", true);
      }
      if (!staysTheSame(request.method(), answer)) {
        return new Failed(
            first.origin()
                + " redirects with "
                + answer.status()
                + ", which would change the request",
            true);
      }
      var next = next(target, location.get());
      if (next == null || !next.isSameServer(first)) {
        return new Failed(first.origin() + " redirects to another server", true);
      }
      target = next;
    }
  }

  private static @Nullable OutgoingTarget next(OutgoingTarget target, String location) {
    try {
      return target.redirected(location);
    } catch (RefusedRequest e) {
      return null;
    }
  }

  /** True if the redirected request has the same method and body. */
  private static boolean staysTheSame(String method, Answered answer) {
    if (answer.status() == 307 || answer.status() == 308) return true;
    return method.equals("GET") || method.equals("HEAD");
  }

  @Override
  public void close() {
    lookup.close();
    connector.close();
  }
}
