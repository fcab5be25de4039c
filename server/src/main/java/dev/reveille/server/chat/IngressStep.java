package dev.reveille.server.chat;

/**
 * Changes an agent's own text before anybody else sees it.
 *
 * <p>Steps run once per MSG, in a fixed order, on the sender's lane.
 */
@FunctionalInterface
public interface IngressStep {
  Draft apply(Draft draft);
}
