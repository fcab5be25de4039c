package dev.reveille.server.simulation;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.store.MemoryStore;

/** Notes a read of the store by an effect: their thread serves everybody and must never wait. */
record ReadlessEffects(Effects effects, MemoryStore store) implements Effects {
  @Override
  public void run(Effect effect) {
    store.effectsRun(true);
    try {
      effects.run(effect);
    } finally {
      store.effectsRun(false);
    }
  }

  @Override
  public void flush() {
    effects.flush();
  }
}
