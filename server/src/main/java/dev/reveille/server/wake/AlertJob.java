package dev.reveille.server.wake;

import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a person something, by every way that is configured. None of them needs a seat. */
public final class AlertJob {
  private static final Logger log = LoggerFactory.getLogger(AlertJob.class);
  static final String NAME = "wake_alert";

  /** A text for a person. */
  public record Alert(String text) implements JobRequest {}

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

  /** One way to a person. */
  public interface AlertWay {
    String name();

    /** Tells the text; what it throws says why it could not. */
    void tell(String text) throws Exception;
  }

  private AlertJob() {}

  static JobKind<Alert> kind(List<AlertWay> ways) {
    return new JobKind<>(NAME, Alert.class, 1, 16, alert -> tell(ways, alert.text()));
  }

  static AlertTold tell(List<AlertWay> ways, String text) throws InterruptedException {
    var told = new ArrayList<String>();
    var failed = new ArrayList<String>();
    for (var way : ways) {
      try {
        way.tell(text);
        told.add(way.name());
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failed.add(way.name() + ": " + e.getMessage());
      }
    }
    if (told.isEmpty()) {
      log.error("Nobody could be told: {} ({})", text, failed.isEmpty() ? "no way is set" : failed);
    } else {
      log.warn("Told a person by {}: {}", told, text);
    }
    return new AlertTold(told, failed);
  }
}
