package dev.reveille.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command without success: holds a sentence for a person, and the exit code. */
final class Problem extends RuntimeException {
  private final Exit exit;

  Problem(Exit exit, String sentence) {
    this(exit, sentence, null);
  }

  Problem(Exit exit, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  Exit exit() {
    return exit;
  }
}
