package dev.reveille.server.chat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * An order whose key was right, for the cell {@link Cells#admin}, which answers the session itself.
 *
 * @param agent who asks, with {@code @}; absent before identification
 * @param address where it was asked from
 */
public record AdminRequest(
    SessionId session, @Nullable String agent, String address, AdminOrder order)
    implements Command {}
