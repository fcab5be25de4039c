package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Command;

/**
 * Tells the cell {@link AdminRequest#CELL} that an order failed, for the audit.
 *
 * @param code the error code that the session got
 */
public record OrderNotDone(AdminRequest request, ErrorCode code) implements Command {}
