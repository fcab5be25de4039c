package dev.reveille.server.admin;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.store.AppendEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the audit events of orders and attempts of administrators.
 *
 * <p>They say who, from where, what and about whom. They never hold a key or a text of an agent.
 */
final class AuditLog {
  private final boolean on;

  AuditLog(boolean on) {
    this.on = on;
  }

  /** Returns the events of an order that was carried out. */
  List<AppendEvent> done(
      long at, String action, @Nullable String target, Origin origin, @Nullable String reason) {
    var detail = origin.detail(action);
    if (reason != null) detail.field("reason", reason);
    return entry(at, "admin." + action, target, detail);
  }

  /** Returns the events of an attempt that was refused. */
  List<AppendEvent> refused(long at, AdminCommand.Refused refused) {
    var detail =
        new Origin(refused.agent(), refused.address())
            .detail(refused.action())
            .field("code", refused.code());
    if (refused.unrecorded() > 0) detail.field("unrecorded", refused.unrecorded());
    return entry(at, "admin.refused", refused.target(), detail);
  }

  /**
   * Returns the event that somebody else changed a file, with the number of entries that were added
   * and removed.
   */
  List<AppendEvent> imported(long at, String list, AdminList.Imported imported) {
    var detail =
        new JsonText(96)
            .field("list", list)
            .field("saved", imported.saved())
            .field("removed", imported.removed());
    return entry(at, "admin.import", null, detail);
  }

  private List<AppendEvent> entry(long at, String kind, @Nullable String target, JsonText detail) {
    return on ? List.of(new AppendEvent(at, kind, target, null, detail.text())) : List.of();
  }

  /** The sender of an order, as far as it is known. */
  record Origin(@Nullable String agent, String address) {
    /** Returns the name for lists. */
    String name() {
      return agent == null ? "admin" : agent;
    }

    private JsonText detail(String action) {
      return new JsonText(160)
          .field("action", action)
          .field("by", name())
          .field("address", address);
    }
  }
}
