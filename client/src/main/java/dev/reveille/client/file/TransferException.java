package dev.reveille.client.file;

import dev.reveille.client.VisibleText;
import org.jspecify.annotations.Nullable;

/** Why files did not arrive. The message is a sentence for a person, on one line. */
public final class TransferException extends RuntimeException {
  private final Reason reason;

  /** The kind of trouble. */
  public enum Reason {
    /** The other side does not want it, or did not take it. */
    DECLINED,
    /** The other side said nothing for too long. */
    TIMED_OUT,
    /** The received files are not the offered ones. */
    DAMAGED,
    /** A file here cannot be read or written, or may not be sent. */
    LOCAL
  }

  TransferException(Reason reason, String sentence) {
    this(reason, sentence, null);
  }

  TransferException(Reason reason, String sentence, @Nullable Throwable cause) {
    super(VisibleText.line(sentence), cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
