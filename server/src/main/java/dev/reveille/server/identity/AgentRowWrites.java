package dev.reveille.server.identity;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores an agent's row together with the first other write for that agent.
 *
 * <p>The row is written when the agent connects. That write may be lost, because a full disk must
 * not keep an agent out. But everything that is acknowledged to an agent with a key depends on the
 * row: its mail, and the rows that retention keeps. So the row goes into the same unit.
 */
public final class AgentRowWrites {
  private AgentRowWrites() {}

  /** Returns the writes. If there is a row to store, it comes first. */
  public static List<Write> writes(@Nullable StoredAgent newcomer, List<? extends Write> writes) {
    if (newcomer == null) return List.copyOf(writes);
    var all = new ArrayList<Write>();
    all.add(new SaveAgent(newcomer));
    all.addAll(writes);
    return all;
  }

  /**
   * Returns the effects of a required unit. If a row is stored with it, the first effect tells the
   * agent's cell so.
   */
  public static List<Effect> effects(
      @Nullable StoredAgent newcomer, List<? extends Effect> effects) {
    if (newcomer == null) return List.copyOf(effects);
    var all = new ArrayList<Effect>();
    all.add(new Tell(Cells.agent(newcomer.id()), new AgentStored()));
    all.addAll(effects);
    return all;
  }
}
