package dev.reveille.server.chat;

import dev.reveille.server.kernel.Step;
import java.util.function.Function;

/**
 * The steps of a feature before and after an entry of it is placed. If {@link #check} lets the
 * entry pass, exactly one of {@link #placed} and {@link #refused} is called later. All run on the
 * agent's lane.
 */
public interface Placing {
  /** Nothing depends on the fate of the entry. */
  Placing NOTHING = new Placing() {};

  /**
   * Decides whether the entry is placed. It may first call cells with {@link Agent#calls}, or ask
   * for another entry with {@link Agent#findEntry}. Then it returns the step of {@code place}, or
   * another step, such as an error, in place of the entry. Secrets in the draft's text are redacted
   * before, so the text may be stored.
   *
   * <p>A repeat is not checked again: it gets the first echo. The rate limit was taken once before,
   * so a refused entry counts too. The agent handles nothing else until the check is over.
   *
   * @param place places the draft that it gets. The draft may have other extras, or other writes
   *     attached, than the one that was given to {@link Agent#place}. Call it at most once
   */
  default Step check(EntryDraft draft, Function<EntryDraft, Step> place) {
    return place.apply(draft);
  }

  /** The entry has its seq. Whether it is durable shows later. */
  default Step placed(long seq) {
    return Step.none();
  }

  /** The entry was refused after the check, and the session is told why. */
  default Step refused() {
    return Step.none();
  }

  /** The store refused the entry after {@link #placed}: it never was. */
  default Step undone() {
    return Step.none();
  }
}
