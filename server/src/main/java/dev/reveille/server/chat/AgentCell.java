package dev.reveille.server.chat;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Owns an agent: which session speaks for it, and everything that session asks, in order. What it
 * does with a command or a message is done by the {@link AgentPart} that handles its type.
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

  /** Says that a session's message is dealt with, once it is. */
  private static Step ended(Command command, Step step) {
    if (step.call() != null || !(command instanceof AgentCommand.Asked asked)) return step;
    var units = new ArrayList<>(step.units());
    units.add(Unit.barrier(List.of(new DoorEffect.Handled(asked.session()))));
    return new Step(units, step.answer(), null);
  }
}
