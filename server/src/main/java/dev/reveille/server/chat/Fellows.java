package dev.reveille.server.chat;

import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;

/** The sessions that share a channel with an agent. */
final class Fellows {
  private Fellows() {}

  /** Asks the agent's channels who else is there, and goes on with those, each once. */
  static Step ask(
      AgentState state,
      Calls<ChatAnswer> calls,
      Function<List<SessionId>, Step> then,
      Unit... before) {
    var fellows = new LinkedHashSet<SessionId>();
    var plan = calls.plan();
    for (var channel : state.channels) {
      plan.add(
          calls
              .to(Cells.channel(channel), new ChannelCommand.FindFellows(state.id))
              .nothingToUndo()
              .noting(
                  answer -> {
                    if (answer instanceof ChatAnswer.Fellows(var sessions)) {
                      fellows.addAll(sessions);
                    }
                  }));
    }
    return calls.each(plan, () -> then.apply(List.copyOf(fellows)), before);
  }
}
