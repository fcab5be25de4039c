package dev.reveille.server.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out each effect with the part for its type. The wiring fills it at the start; then it
 * does not change.
 */
public final class EffectTable implements Effects {
  private static final Logger log = LoggerFactory.getLogger(EffectTable.class);

  private final Map<Class<?>, Consumer<Effect>> parts = new HashMap<>();
  private final Runnable flush;

  public EffectTable(Runnable flush, List<? extends EffectPart<?>> parts) {
    this.flush = flush;
    add(parts);
  }

  /**
   * Adds parts. Call it before the first effect runs. The parts are added after construction
   * because they may need a host, and the host needs this table.
   */
  public void add(List<? extends EffectPart<?>> more) {
    for (var part : more) add(part);
  }

  private <E extends Effect> void add(EffectPart<E> added) {
    var type = added.type();
    var part = added.part();
    var old = parts.put(type, effect -> part.accept(type.cast(effect)));
    if (old != null) throw new IllegalStateException(type + " has a part already");
  }

  @Override
  public void run(Effect effect) {
    var part = parts.get(effect.getClass());
    if (part == null) throw new IllegalStateException("no part for " + effect.getClass());
    try {
      part.accept(effect);
    } catch (RuntimeException | Error e) {
      log.error("{} failed; those after it go on", effect.getClass().getSimpleName(), e);
    }
  }

  @Override
  public void flush() {
    flush.run();
  }
}
