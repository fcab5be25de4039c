package dev.reveille.server.chat;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredSkill;
import java.util.List;

/** What the cell of an agent's skills is asked to do. */
public sealed interface SkillsCommand extends Command {

  /** Replaces them; {@code names} are what they are called, as the agent wrote it. */
  record Register(SessionId session, List<StoredSkill> skills, List<String> names)
      implements SkillsCommand {
    public Register {
      skills = List.copyOf(skills);
      names = List.copyOf(names);
    }
  }
}
