package dev.reveille.server.admin;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SecretStrength;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.limits.KeyAttempts;
import dev.reveille.server.session.Administration;
import dev.reveille.server.session.Door;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the keys of administrators, slows down clients that guess, and records every refusal.
 *
 * <p>A right key that nobody can guess is never delayed by the failures of others. So an agent out
 * of control on the same machine cannot lock out the person who wants to stop it.
 */
public final class AdminKeyCheck implements Administration {
  private final AdminKeys keys;
  private final AdminOrders orders;
  private final Clock clock;
  private final Host host;
  private final KeyAttempts attempts = new KeyAttempts();

  public AdminKeyCheck(AdminKeys keys, AdminOrders orders, Clock clock, Host host) {
    this.keys = keys;
    this.orders = orders;
    this.clock = clock;
    this.host = host;
  }

  @Override
  public Optional<ChatAnswer.Refused> refusal(Door.Visitor visitor, ClientMessage.Admin message) {
    var order = message.order();
    var key = message.key() == null ? "" : message.key();
    return refusal(
        keys.allow(orders.isForLists(order), key),
        key,
        visitor.session(),
        visitor.address(),
        order.action(),
        order.target());
  }

  /** Returns why a page that needs the admin key is refused; empty if it is allowed. */
  public Optional<ChatAnswer.Refused> refusal(String page, String key, String address) {
    return refusal(keys.isAdmin(key), key, null, address, page, null);
  }

  /** True if so many wrong keys came from this address that a right one could be a lucky guess. */
  public boolean isHeldUp(String address) {
    return attempts.isLimited(null, address, clock.nanos());
  }

  private Optional<ChatAnswer.Refused> refusal(
      boolean right,
      String key,
      @Nullable SessionId session,
      String address,
      String action,
      @Nullable String target) {
    long now = clock.nanos();
    if (right
        && (SecretStrength.isBeyondGuessing(key) || !attempts.isLimited(session, address, now))) {
      return Optional.empty();
    }
    var failure = attempts.failed(session, address, now);
    var refused =
        failure.limited()
            ? new ChatAnswer.Refused(
                ErrorCode.RATE_LIMITED, "Too many wrong admin keys; wait a minute")
            : new ChatAnswer.Refused(ErrorCode.AUTH_REQUIRED, "Invalid admin key");
    if (failure.recorded()) {
      host.tell(
          AdminRequest.CELL,
          new AdminCommand.Refused(
              action, target, null, address, refused.code().name(), failure.unrecorded()));
    }
    return Optional.of(refused);
  }
}
