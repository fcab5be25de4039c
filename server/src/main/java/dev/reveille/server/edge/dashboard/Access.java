package dev.reveille.server.edge.dashboard;

import dev.reveille.server.admin.Gatekeeper;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SecretStrength;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/**
 * Who looks, by token, by ticket, or by being on this machine.
 *
 * <p>Without a token one sees what is public, but only while the server listens to this machine
 * alone, and only if the request names it by a name of this machine and came by no proxy: a foreign
 * page must not get in because its name was made to lead here, nor the world through a proxy that
 * runs beside the server.
 */
public final class Access {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

  /** What proxies add; any of them tells that the request began somewhere else. */
  private static final List<String> BY_PROXY =
      List.of(
          "X-Forwarded-For",
          "Forwarded",
          "X-Real-IP",
          "Via",
          "X-Forwarded-Host",
          "X-Forwarded-Proto");

  private static final String COOKIE = "reveille_ticket_";

  /**
   * How the server can be reached.
   *
   * @param loopbackOnly whether it listens to this machine alone
   * @param viewerToken lets one look from anywhere, if there is one
   * @param port of this server among those of the machine, once it listens: they share cookies
   */
  public record Doors(
      boolean loopbackOnly, boolean tls, Optional<String> viewerToken, IntSupplier port) {}

  private final Doors doors;
  private final Gatekeeper gatekeeper;
  private final Tickets tickets;
  private final Clock clock;

  /**
   * @param secret what tickets are sealed with; only this server may know it
   */
  public Access(Doors doors, Gatekeeper gatekeeper, String secret, Clock clock) {
    this.doors = doors;
    this.gatekeeper = gatekeeper;
    this.tickets = new Tickets(secret, doors.viewerToken());
    this.clock = clock;
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
   * Whether one who was let in still may stay, each time it is asked: not with a ticket that was
   * taken back or has run out.
   */
  BooleanSupplier stay(Visit visit) {
    return token(visit).isPresent() || byTicket(visit).isEmpty()
        ? () -> true
        : () -> byTicket(visit).isPresent();
  }

  /** What this token opens; a wrong one is written down, and too many of them slow one down. */
  Role byToken(String token, String address) {
    boolean viewer = doors.viewerToken().filter(right -> isSame(right, token)).isPresent();
    // A right token that nobody can guess was not guessed, however many wrong ones came before it.
    if (viewer && (SecretStrength.isBeyondGuessing(token) || !isHeldUp(address))) {
      return Role.VIEWER;
    }
    return gatekeeper.refusal("dashboard", token, address).isEmpty() ? Role.ADMIN : Role.NONE;
  }

  /** Whether too many wrong tokens came from there. */
  boolean isHeldUp(String address) {
    return gatekeeper.isHeldUp(address);
  }

  /** The header that hands out a ticket. */
  Map<String, String> ticket(Role role) {
    return cookie(tickets.make(role, clock.wallMillis()), Tickets.LIFE.toSeconds());
  }

  /** Takes it back; the header has the browser forget it. */
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
   * Whether it is a page of this server that asks, or no page at all. One may come from anywhere by
   * a link: where that stood learns nothing of the answer.
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

  /** A form of another page cannot be sent as JSON. */
  static boolean isJson(Visit visit) {
    var type = visit.header("Content-Type");
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/json");
  }

  /** Whether somebody on this machine would be let in, but called it by a name that is not its. */
  boolean isCalledOtherwise(Visit visit) {
    return doors.loopbackOnly() && !isLoopbackName(visit);
  }

  private boolean isHere(Visit visit) {
    if (!doors.loopbackOnly()) return false;
    return BY_PROXY.stream().allMatch(name -> visit.header(name) == null) && isLoopbackName(visit);
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
