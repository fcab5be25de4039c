package dev.reveille.server.edge.dashboard;

import dev.reveille.server.admin.AdminKeyCheck;
import dev.reveille.server.edge.http.ProxyHeaders;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SecretStrength;
import dev.reveille.server.observe.PersonPresence;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/**
 * Finds the role of a viewer: by token, by ticket, or because the viewer is on this machine.
 *
 * <p>Without a token a viewer sees public data if the server listens on loopback only, the request
 * names this machine by a loopback name, and no proxy forwarded it. So a foreign page cannot get in
 * with a DNS name that leads here, and nobody can get in through a proxy on this machine.
 */
public final class Access {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

  private static final String COOKIE = "reveille_ticket_";

  /**
   * The ways to reach the server.
   *
   * @param loopbackOnly true if it listens on loopback only
   * @param viewerToken lets a viewer in from anywhere, if it is set
   * @param port the port of this server, once it listens: servers on one machine share cookies
   */
  public record Doors(
      boolean loopbackOnly, boolean tls, Optional<String> viewerToken, IntSupplier port) {}

  private final Doors doors;
  private final AdminKeyCheck gatekeeper;
  private final Tickets tickets;
  private final Clock clock;
  private final PersonPresence person;

  /**
   * @param secret signs tickets; only this server may know it
   */
  public Access(
      Doors doors, AdminKeyCheck gatekeeper, String secret, Clock clock, PersonPresence person) {
    this.doors = doors;
    this.gatekeeper = gatekeeper;
    this.tickets = new Tickets(secret, doors.viewerToken());
    this.clock = clock;
    this.person = person;
  }

  Role role(Visit visit) {
    var token = token(visit);
    if (token.isPresent()) return byToken(token.get(), visit.address());
    return byTicket(visit).orElse(isHere(visit) ? Role.GUEST : Role.NONE);
  }

  private Optional<Role> byTicket(Visit visit) {
    return cookie(visit).flatMap(value -> tickets.read(value, clock.wallMillis()));
  }

  /**
   * Returns a check if the viewer may stay. It is false once the viewer's ticket was taken back or
   * has run out.
   */
  BooleanSupplier stay(Visit visit) {
    return token(visit).isPresent() || byTicket(visit).isEmpty()
        ? () -> true
        : () -> byTicket(visit).isPresent();
  }

  /** Returns the role of this token. Wrong tokens are audited, and many of them are slowed down. */
  Role byToken(String token, String address) {
    boolean viewer = doors.viewerToken().filter(right -> isSame(right, token)).isPresent();
    // A right token that nobody can guess is accepted, no matter how many wrong ones came before
    // it.
    if (viewer && (SecretStrength.isBeyondGuessing(token) || !isHeldUp(address))) {
      return Role.VIEWER;
    }
    return gatekeeper.refusal("dashboard", token, address).isEmpty() ? Role.ADMIN : Role.NONE;
  }

  /** Notes that this person is present, if it is an administrator. */
  void wasSeen(Role role) {
    if (role == Role.ADMIN) person.looked();
  }

  /** True if too many wrong tokens came from this address. */
  boolean isHeldUp(String address) {
    return gatekeeper.isHeldUp(address);
  }

  /** Returns the header that gives the browser a ticket. */
  Map<String, String> ticket(Role role) {
    return cookie(tickets.make(role, clock.wallMillis()), Tickets.LIFE.toSeconds());
  }

  /** Takes the ticket back. Returns the header that makes the browser forget it. */
  Map<String, String> noTicket(Visit visit) {
    cookie(visit).ifPresent(ticket -> tickets.takeBack(ticket, clock.wallMillis()));
    return cookie("", 0);
  }

  private Map<String, String> cookie(String value, long seconds) {
    return Map.of(
        "Set-Cookie",
        cookieName()
            + "="
            + value
            + "; Path=/; Max-Age="
            + seconds
            + "; HttpOnly; SameSite=Strict"
            + (doors.tls() ? "; Secure" : ""));
  }

  /**
   * True if a page of this server sent the request, or no page at all. A link from any page is
   * allowed, because that page does not see the answer.
   */
  static boolean isOwnPage(Visit visit) {
    if ("cross-site".equals(visit.header("Sec-Fetch-Site"))
        && !"navigate".equals(visit.header("Sec-Fetch-Mode"))) {
      return false;
    }
    var origin = visit.header("Origin");
    if (origin == null) return true;
    var host = visit.header("Host");
    return host != null
        && (origin.equalsIgnoreCase("http://" + host)
            || origin.equalsIgnoreCase("https://" + host));
  }

  /** True if the body is JSON. A form of another page cannot be sent as JSON. */
  static boolean isJson(Visit visit) {
    var type = visit.header("Content-Type");
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/json");
  }

  /** True if a loopback viewer was refused only because it used another name for this machine. */
  boolean usesOtherHostName(Visit visit) {
    return doors.loopbackOnly() && !isLoopbackName(visit);
  }

  private boolean isHere(Visit visit) {
    if (!doors.loopbackOnly() || visit.tunnel()) return false;
    return !ProxyHeaders.isAny(name -> visit.header(name) != null) && isLoopbackName(visit);
  }

  private static boolean isLoopbackName(Visit visit) {
    var host = visit.header("Host");
    return host != null && LOOPBACK.matcher(name(host.strip().toLowerCase(Locale.ROOT))).matches();
  }

  private static String name(String host) {
    int end = host.lastIndexOf(':');
    return end < 0 || host.endsWith("]") ? host : host.substring(0, end);
  }

  private static Optional<String> token(Visit visit) {
    var key = visit.header("X-Admin-Key");
    if (key != null) return Optional.of(key);
    var bearer = visit.header("Authorization");
    return bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, 7)
        ? Optional.of(bearer.substring(7).strip())
        : Optional.empty();
  }

  private String cookieName() {
    return COOKIE + doors.port().getAsInt();
  }

  private Optional<String> cookie(Visit visit) {
    var header = visit.header("Cookie");
    if (header == null) return Optional.empty();
    var start = cookieName() + "=";
    for (var each : header.split(";", -1)) {
      var pair = each.strip();
      if (pair.startsWith(start)) return Optional.of(pair.substring(start.length()));
    }
    return Optional.empty();
  }

  private static boolean isSame(String right, String offered) {
    return MessageDigest.isEqual(
        right.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
  }
}
