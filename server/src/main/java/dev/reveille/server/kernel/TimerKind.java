package dev.reveille.server.kernel;

import java.util.function.Function;

/**
 * A kind of stored timers.
 *
 * @param name its name in {@link TimerId#kind}. It is stored, so it never changes
 * @param cells the kind of the cells that own such timers
 * @param command returns what the owner is told when a timer is due; must not block
 */
public record TimerKind(String name, String cells, Function<TimerDue, ? extends Command> command)
    implements Contribution {
  @Override
  public String owns() {
    return "timer " + name;
  }
}
