package dev.reveille.server.task;

import dev.reveille.server.store.MemoryTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The findings about waits, in memory. */
public final class MemoryTaskFindings extends MemoryTable implements TaskFindingReads {
  private final TreeMap<String, StoredFinding> findings = new TreeMap<>();

  public MemoryTaskFindings() {
    write(
        AddTaskFinding.class,
        (write, undo) -> {
          var finding = write.finding();
          undo.change(
              findings,
              finding.id(),
              new StoredFinding(finding.id(), finding.kind(), write.at(), finding.detail()),
              old -> old);
        });
    write(RemoveTaskFinding.class, (write, undo) -> undo.set(findings, write.id(), null));
    reads(TaskFindingReads.class, this);
  }

  @Override
  public List<StoredFinding> findings() {
    read();
    return List.copyOf(findings.values());
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("task_findings", (long) findings.size());
  }
}
