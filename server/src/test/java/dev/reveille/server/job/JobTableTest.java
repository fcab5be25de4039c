package dev.reveille.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.EndJob;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about the notes of jobs. */
class JobTableTest extends TableContract {
  private record Nothing() implements JobRequest {}

  private static final CellId ANN = new CellId("seat", "@ann");
  private static final CellId ANN_TOO = new CellId("inbox", "@ann");
  private static final CellId BOB = new CellId("seat", "@bob");

  private static StartJob start(CellId owner, long number, String kind) {
    return new StartJob(owner, number, kind, new Nothing(), 0);
  }

  private JobReads reads() {
    return store.reads(JobReads.class);
  }

  @Test
  void a_job_is_noted_until_it_ends_or_is_cancelled() {
    units.required("a", 1, start(BOB, 7, "call"), start(ANN, 10, "call"));
    units.required("a", 1, start(ANN, 9, "run"), start(ANN_TOO, 1, "run"));
    assertThat(units.outcome()).isEqualTo("ss");
    reopenStore();
    var all = reads().after(null, 100);
    assertThat(all)
        .containsExactly(
            new StoredJob(ANN_TOO, 1, "run"),
            new StoredJob(ANN, 9, "run"),
            new StoredJob(ANN, 10, "call"),
            new StoredJob(BOB, 7, "call"));
    assertThat(reads().after(null, 2)).isEqualTo(all.subList(0, 2));
    assertThat(reads().after(all.get(1), 2)).isEqualTo(all.subList(2, 4));
    assertThat(reads().after(all.get(3), 2)).isEmpty();
    assertThat(reads().of(ANN)).isEqualTo(all.subList(1, 3));
    assertThat(reads().of(new CellId("seat", "@cy"))).isEmpty();

    units.required("a", 1, new EndJob(ANN, 9), new CancelJob(BOB, 7));
    units.await();
    assertThat(reads().after(null, 100)).containsExactly(all.get(0), all.get(2));
  }

  @Test
  void no_two_open_jobs_of_an_owner_have_the_same_number() {
    units.required("a", 1, start(ANN, 1, "call"));
    units.required("b", 1, start(ANN, 1, "run"));
    units.required("c", 1, new EndJob(ANN, 1), start(ANN, 1, "run"));
    assertThat(units.outcome()).isEqualTo("srs");
    assertThat(reads().of(ANN)).containsExactly(new StoredJob(ANN, 1, "run"));
  }

  @Test
  void the_end_of_a_job_that_is_not_noted_changes_nothing() {
    units.required("a", 1, start(ANN, 1, "call"));
    units.required("a", 1, new EndJob(ANN, 2), new CancelJob(ANN_TOO, 1));
    assertThat(units.outcome()).isEqualTo("ss");
    assertThat(reads().of(ANN)).hasSize(1);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(JobTable.OF, JobTable.AFTER);
  }
}
