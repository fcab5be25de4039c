package dev.reveille.server.seat;

import dev.reveille.protocol.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A seat as people defined it: in {@code reveille.conf} or by an administrator. Nothing that comes
 * from an agent changes it; what an agent may ask for is in {@link SeatWishes}.
 *
 * @param identity the agent's id, with {@code @}
 * @param harness the name of a {@link HarnessAdapter}
 * @param folder the working folder; null = that of the server
 * @param command the program and its arguments; empty if the harness needs none
 * @param environment further variables, each {@code NAME=value}
 * @param route an address that the harness understands, for example a URL or a tmux session; null =
 *     none
 * @param autoResume false if the seat must not be brought back when its session ends
 * @param priority which seats come first if not all can be served
 * @param dailyWakes the most wakes per day; 0 = none
 * @param quiet when it is left alone; null = never
 */
public record Seat(
    String identity,
    String harness,
    @Nullable String folder,
    List<String> command,
    List<String> environment,
    @Nullable String route,
    boolean autoResume,
    Priority priority,
    int dailyWakes,
    @Nullable QuietHours quiet) {
  public Seat {
    command = List.copyOf(command);
    environment = List.copyOf(environment);
  }

  /** Returns the most wakes per day, after what the agent asked for. It can only ask for less. */
  public int dailyWakes(SeatWishes wishes) {
    return wishes.dailyWakes() == null ? dailyWakes : Math.min(dailyWakes, wishes.dailyWakes());
  }

  /** True if this moment is quiet, by what people defined or by what the agent asked for. */
  public boolean isQuiet(SeatWishes wishes, long wallMillis) {
    return (quiet != null && quiet.cover(wallMillis))
        || (wishes.quiet() != null && wishes.quiet().cover(wallMillis));
  }
}
