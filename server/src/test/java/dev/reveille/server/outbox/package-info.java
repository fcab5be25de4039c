/** Tests of durable tells. */
@org.jspecify.annotations.NullMarked
package dev.reveille.server.outbox;
