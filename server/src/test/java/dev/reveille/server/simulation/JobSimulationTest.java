package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.ErrandFeature.sender;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.simulation.ErrandFeature.Abandon;
import dev.reveille.server.simulation.ErrandFeature.Begin;
import dev.reveille.server.simulation.ErrandFeature.Word;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each job that was noted ends once at its owner, whatever happens to the disk and the process. */
class JobSimulationTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Returns what is stored of each errand, by sender and number. */
  private static Map<String, List<String>> errands(SimulatedNode node) {
    var reads = node.store().reads(EventReads.class);
    var all = new HashMap<String, List<String>>();
    long last = 0;
    for (var page = reads.events(last, 500); !page.isEmpty(); page = reads.events(last, 500)) {
      for (StoredEvent event : page) {
        last = event.id();
        if (!event.kind().startsWith("errand.")) continue;
        all.computeIfAbsent(event.agent() + event.detail(), _ -> new ArrayList<>())
            .add(event.kind().substring("errand.".length()));
      }
    }
    return all;
  }

  /** Lets every job end and every end be told. */
  private static void finish(SimulatedNode node) {
    node.store().failNext(0);
    node.store().mendDisk();
    node.fragile(null);
    node.run();
    for (int i = 0; i < 20; i++) {
      node.jobs().running().forEach(job -> job.bring(new Word("at last")));
      node.run();
      node.pass(Duration.ofMinutes(2));
      node.run();
    }
  }

  private static void check(SimulatedNode node) {
    errands(node)
        .forEach(
            (errand, story) -> {
              assertThat(story).as(errand).hasSize(2).startsWith("begun");
              assertThat(story.getLast()).isNotEqualTo("begun");
            });
    assertThat(node.store().reads(JobReads.class).after(null, 10)).isEmpty();
    assertThat(node.jobs().running()).isEmpty();
  }

  private static void happen(SimulatedNode node, Random random, Map<String, Long> numbers) {
    var name = NAMES.get(random.nextInt(NAMES.size()));
    var running = node.jobs().running();
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        long number = numbers.merge(name, 1L, Long::sum);
        node.tell(sender(name), new Begin(number, random.nextInt(3) == 0 ? 50 : 0));
      }
      case 3 -> {
        long last = numbers.getOrDefault(name, 0L);
        node.tell(sender(name), new Abandon(Math.max(1, last - random.nextInt(3))));
      }
      case 4, 5 -> {
        if (running.isEmpty()) return;
        var job = running.get(random.nextInt(running.size()));
        if (random.nextInt(3) == 0) job.fail("no luck");
        else job.bring(new Word("here"));
      }
      case 6 -> node.pass(Duration.ofMillis(random.nextInt(3_000)));
      default -> node.stumble();
    }
  }

  @Test
  void each_job_ends_once_with_crashes_and_failing_writes_anywhere() {
    SeededRuns.check(
        400,
        random -> {
          var node = new SimulatedNode(random);
          var numbers = new HashMap<String, Long>();
          for (int i = 0; i < 60; i++) {
            happen(node, random, numbers);
            node.stumble();
            if (random.nextInt(12) == 0) node.store().failNext(1 + random.nextInt(3));
            if (random.nextInt(25) == 0) node.fragile(random.nextBoolean() ? "sender" : null);
            if (random.nextInt(25) == 0) node = node.kill();
            assertThat(node.jobs().running()).hasSizeLessThanOrEqualTo(ErrandFeature.AT_ONCE);
          }
          finish(node);
          check(node);
        });
  }

  @Test
  void a_crash_after_any_number_of_steps_loses_no_end() {
    SeededRuns.check(
        60,
        random -> {
          var node = new SimulatedNode(random);
          for (int i = 1; i <= 4; i++) node.tell(sender("a"), new Begin(i, 0));
          for (int steps = random.nextInt(6); steps > 0; steps--) {
            node.stumble();
            var running = node.jobs().running();
            if (!running.isEmpty()) running.getFirst().bring(new Word("here"));
          }
          node = node.kill();
          finish(node);
          check(node);
          var begun = errands(node).values().stream().filter(s -> s.contains("begun")).count();
          var ended =
              errands(node).values().stream()
                  .filter(s -> s.contains("done") || s.contains("lost"))
                  .count();
          assertThat(ended).isEqualTo(begun);
        });
  }

  @Test
  void jobs_that_run_when_the_server_stops_are_interrupted_and_lost_at_the_next_start() {
    var node = new SimulatedNode(new Random(3));
    for (int i = 1; i <= 3; i++) node.tell(sender("a"), new Begin(i, 0));
    node.run();
    var running = node.jobs().running();
    assertThat(running).hasSize(2);
    node.stopJobs();
    assertThat(running).allMatch(job -> job.wasInterrupted());
    running.forEach(job -> job.fail("interrupted"));
    node.run();
    assertThat(errands(node).values()).containsOnly(List.of("begun"));
    node = node.kill();
    node.run();
    assertThat(errands(node).values()).hasSize(3).containsOnly(List.of("begun", "lost"));
    check(node);
  }

  @Test
  void an_owner_that_fails_is_told_again_until_it_handles_the_end() {
    var node = new SimulatedNode(new Random(4));
    node.tell(sender("a"), new Begin(1, 0));
    node.run();
    node.fragile("sender");
    node.jobs().running().getFirst().bring(new Word("here"));
    node.run();
    node.pass(Duration.ofSeconds(10));
    node.run();
    assertThat(errands(node).get("a1")).containsExactly("begun");
    node.fragile(null);
    node.pass(Duration.ofMinutes(2));
    node.run();
    assertThat(errands(node).get("a1")).containsExactly("begun", "done");
    assertThat(node.timers()).isZero();
    check(node);
  }
}
