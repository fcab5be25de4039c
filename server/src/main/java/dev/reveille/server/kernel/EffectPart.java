package dev.reveille.server.kernel;

import java.util.function.Consumer;

/**
 * Carries out one type of effect.
 *
 * @param part runs on the effects thread, in commit order; never blocks
 */
public record EffectPart<E extends Effect>(Class<E> type, Consumer<? super E> part)
    implements Contribution {
  @Override
  public String owns() {
    return "effect " + type.getName();
  }
}
