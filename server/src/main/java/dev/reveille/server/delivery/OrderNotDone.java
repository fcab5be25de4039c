package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Command;

/**
 * Tells the cell {@link AdminRequest#CELL} that an order came to nothing, for the audit.
 *
 * @param code what its session was told
 */
public record OrderNotDone(AdminRequest request, ErrorCode code) implements Command {}
