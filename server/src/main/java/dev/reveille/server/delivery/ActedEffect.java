package dev.reveille.server.delivery;

import dev.reveille.server.kernel.DirectoryEffect;

/**
 * Says that an agent did something that others can see, besides saying it: it moved a task or left
 * a handoff. Wakes take it as a proof.
 */
public record ActedEffect(String agent) implements DirectoryEffect {}
