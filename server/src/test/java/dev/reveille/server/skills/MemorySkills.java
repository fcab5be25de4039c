package dev.reveille.server.skills;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.PageLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The skills that agents offer, in memory. */
public final class MemorySkills extends MemoryTable implements SkillReads {
  /** By agent, earliest registration first. */
  private final Map<String, ReplaceSkills> skills = new LinkedHashMap<>();

  public MemorySkills() {
    write(
        ReplaceSkills.class,
        (write, undo) -> {
          for (var _ : write.skills()) {
            var _ = nextId();
          }
          undo.remove(skills, write.agent());
          undo.put(skills, write.agent(), write);
        });
    reads(SkillReads.class, this);
  }

  @Override
  public SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit) {
    read();
    var seen = new ArrayList<SkillsFound.Registered>();
    int looked = 0;
    for (var registered : List.copyOf(skills.values()).reversed()) {
      for (var skill : registered.skills()) {
        if (looked++ >= scan || !wanted.test(skill.terms())) continue;
        seen.add(new SkillsFound.Registered(registered.agent(), registered.at(), skill.fields()));
      }
    }
    var room = new PageLimit<SkillsFound.Registered>(found -> found.fields().length());
    var first = seen.stream().limit(limit).takeWhile(room::takes).toList();
    return new SkillsFound(first, seen.size());
  }

  @Override
  public List<String> holders(String capability, String after, int limit) {
    read();
    return skills.values().stream()
        .filter(of -> of.agent().compareTo(after) > 0)
        .filter(of -> of.skills().stream().anyMatch(s -> s.terms().capability().equals(capability)))
        .map(ReplaceSkills::agent)
        .sorted()
        .limit(limit)
        .toList();
  }

  @Override
  public SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit) {
    var seen =
        skills(wanted, Integer.MAX_VALUE, Integer.MAX_VALUE).first().stream()
            .filter(s -> s.agent().equals(agent))
            .toList();
    return new SkillsFound(seen.subList(0, Math.min(limit, seen.size())), seen.size());
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("skills", skills.values().stream().mapToLong(s -> s.skills().size()).sum());
  }

  @Override
  protected void forgetAgent(String agent) {
    skills.remove(agent);
  }
}
