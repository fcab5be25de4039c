package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * The use of a model by a session, as far as it is known. Unknown is null, never 0.
 *
 * @param contextTokens the size of its context when it was last seen
 * @param microDollars money in millionths of a dollar
 */
public record ModelUse(
    @Nullable String model,
    @Nullable Long inputTokens,
    @Nullable Long outputTokens,
    @Nullable Long contextTokens,
    @Nullable Long microDollars) {
  public static final ModelUse UNKNOWN = new ModelUse(null, null, null, null, null);
}
