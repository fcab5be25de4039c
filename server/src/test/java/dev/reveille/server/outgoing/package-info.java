/** Tests of the way out, against real servers on this machine. */
@org.jspecify.annotations.NullMarked
package dev.reveille.server.outgoing;
