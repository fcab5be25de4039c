package dev.reveille.server.identity;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores an agent's row together with the first thing that is stored for it.
 *
 * <p>The row is written when the agent comes, but a full disk must not keep an agent out, so that
 * write may be lost. Everything that is acknowledged to an agent with a key depends on the row: its
 * mail, and what retention leaves alone. So the row goes into the same unit.
 */
public final class AgentRowWrites {
  private AgentRowWrites() {}

  /** The writes, and before them the row if there is one. */
  public static List<Write> writes(@Nullable StoredAgent newcomer, List<? extends Write> writes) {
    if (newcomer == null) return List.copyOf(writes);
    var all = new ArrayList<Write>();
    all.add(new SaveAgent(newcomer));
    all.addAll(writes);
    return all;
  }

  /** The effects of a required unit, and before them the news that the row is durable. */
  public static List<Effect> effects(
      @Nullable StoredAgent newcomer, List<? extends Effect> effects) {
    if (newcomer == null) return List.copyOf(effects);
    var all = new ArrayList<Effect>();
    all.add(new Tell(Cells.agent(newcomer.id()), new AgentStored()));
    all.addAll(effects);
    return all;
  }
}
