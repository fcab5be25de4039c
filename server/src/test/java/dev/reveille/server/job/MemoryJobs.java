package dev.reveille.server.job;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.EndJob;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The open jobs, in memory. */
public final class MemoryJobs extends MemoryTable implements JobReads {
  private static final Comparator<StoredJob> ORDER =
      Comparator.comparing((StoredJob job) -> job.owner().name())
          .thenComparing(job -> job.owner().kind())
          .thenComparingLong(StoredJob::number);

  private final Map<OpenJob.Key, StoredJob> jobs = new LinkedHashMap<>();

  public MemoryJobs() {
    write(StartJob.class, this::start);
    write(CancelJob.class, (write, undo) -> remove(write.owner(), write.number(), undo));
    write(EndJob.class, (write, undo) -> remove(write.owner(), write.number(), undo));
    reads(JobReads.class, this);
  }

  private void start(StartJob start, Undo undo) throws Contradiction {
    var key = new OpenJob.Key(start.owner(), start.number());
    if (jobs.containsKey(key)) throw new Contradiction("job " + key + " exists");
    undo.put(jobs, key, new StoredJob(start.owner(), start.number(), start.kind()));
  }

  private void remove(CellId owner, long number, Undo undo) {
    undo.remove(jobs, new OpenJob.Key(owner, number));
  }

  @Override
  public List<StoredJob> of(CellId owner) {
    read();
    return jobs.values().stream().filter(j -> j.owner().equals(owner)).sorted(ORDER).toList();
  }

  @Override
  public List<StoredJob> after(@Nullable StoredJob last, int limit) {
    read();
    return jobs.values().stream()
        .filter(job -> last == null || ORDER.compare(job, last) > 0)
        .sorted(ORDER)
        .limit(limit)
        .toList();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("jobs", (long) jobs.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return jobs.values().stream().anyMatch(job -> job.owner().name().equals(agent));
  }
}
