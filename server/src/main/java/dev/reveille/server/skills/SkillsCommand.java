package dev.reveille.server.skills;

import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the cell of an agent's skills. */
public sealed interface SkillsCommand extends Command {

  /**
   * Replaces the skills.
   *
   * @param names the names of the skills as the agent wrote them
   * @param newcomer the agent's row if the store may not have it; stored with them
   */
  record Register(
      SessionId session,
      List<StoredSkill> skills,
      List<String> names,
      @Nullable StoredAgent newcomer)
      implements SkillsCommand {
    public Register {
      skills = List.copyOf(skills);
      names = List.copyOf(names);
    }
  }
}
