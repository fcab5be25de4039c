package dev.reveille.server.chat;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Owns an agent: its body, and the order of all requests of that body. The {@link AgentPart} that
 * handles the type of a command or message does the work.
 */
public final class AgentCell implements Cell {
  private final Agent agent;
  private final AgentParts parts;

  AgentCell(Agent agent, AgentParts parts) {
    this.agent = agent;
    this.parts = parts;
  }

  @Override
  public boolean mayUnload() {
    return parts.mayUnload(agent);
  }

  @Override
  public Step handle(Command command) {
    return ended(command, parts.handle(agent, command));
  }

  @Override
  public Step resume(Command command, Answer answer) {
    return ended(command, agent.calls().resume(answer));
  }

  /** Adds the effect that tells the session that its message was handled. */
  private static Step ended(Command command, Step step) {
    if (step.call() != null || !(command instanceof AgentCommand.Asked asked)) return step;
    var units = new ArrayList<>(step.units());
    units.add(Unit.barrier(List.of(new DoorEffect.Handled(asked.session()))));
    return new Step(units, step.answer(), null);
  }
}
