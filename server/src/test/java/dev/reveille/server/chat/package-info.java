/** Chat under simulation: the real cells and host, a seeded schedule, a disk that fails. */
@NullMarked
package dev.reveille.server.chat;

import org.jspecify.annotations.NullMarked;
