package dev.reveille.server.seat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names the cell that receives news of a seat.
 *
 * @param cell returns the cell that is told about an identity's seat; null = nobody is
 */
public record NewsDesk(@Nullable Function<String, CellId> cell) {
  /** Nobody is told. */
  public static final NewsDesk NONE = new NewsDesk(null);

  void tell(SeatNews news, String key, List<Effect> effects) {
    if (cell != null) effects.add(Tell.once(cell.apply(news.identity()), news, key));
  }
}
