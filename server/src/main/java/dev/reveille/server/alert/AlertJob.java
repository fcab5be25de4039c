package dev.reveille.server.alert;

import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a person something, by every way that is configured. Without a way the log is one. A way
 * that failed is shown in health until it works again.
 */
public final class AlertJob {
  private static final Logger log = LoggerFactory.getLogger(AlertJob.class);
  static final String NAME = "alert";
  static final String ONLY_LOG = "log";

  /** A line for a person. */
  public record Alert(String key, String text) implements JobRequest {}

  /**
   * The ways by which it was told.
   *
   * @param failed the ways that failed, with their reasons
   */
  public record AlertTold(List<String> told, List<String> failed) implements JobResult {
    public AlertTold {
      told = List.copyOf(told);
      failed = List.copyOf(failed);
    }
  }

  private final List<AlertWay> ways;
  private final Failures troubles;

  AlertJob(List<AlertWay> ways, Failures troubles) {
    this.ways = List.copyOf(ways);
    this.troubles = troubles;
  }

  JobKind<Alert> kind() {
    return new JobKind<>(NAME, Alert.class, 1, 4, this::tell);
  }

  /** Tells it by all ways. One that fails does not stop the others. */
  AlertTold tell(Alert alert) throws InterruptedException {
    if (ways.isEmpty()) {
      log.warn("A person is needed: {}", alert.text());
      return new AlertTold(List.of(ONLY_LOG), List.of());
    }
    var told = new ArrayList<String>();
    var failed = new ArrayList<String>();
    for (var way : ways) {
      try {
        way.tell(alert.key(), alert.text());
        told.add(way.name());
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failed.add(way.name() + ": " + e.getMessage());
      }
      troubles.show("alerts by " + way.name(), !told.contains(way.name()));
    }
    if (told.isEmpty()) log.error("Nobody could be told: {} {}", alert.text(), failed);
    else log.warn("A person was told by {}: {} {}", told, alert.text(), failed);
    return new AlertTold(told, failed);
  }
}
