package dev.reveille.server.chat;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Step;

/** The handler of one type of command to an agent's cell. */
public record Told<C extends Command>(Class<C> type, Handler<C> handler) implements Contribution {

  /** Runs on the agent's lane, whether the agent is connected or not. */
  @FunctionalInterface
  public interface Handler<C> {
    Step handle(Agent agent, C command);
  }

  Step handle(Agent agent, Command command) {
    return handler.handle(agent, type.cast(command));
  }

  @Override
  public String owns() {
    return "command " + type.getName();
  }
}
