package dev.reveille.server.skills;

import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the cell of an agent's skills is asked to do. */
public sealed interface SkillsCommand extends Command {

  /**
   * Replaces them.
   *
   * @param names what they are called, as the agent wrote it
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
