package dev.reveille.server.observe;

import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of event of the feed: how it is said, who sees what of it, and where it is found.
 *
 * <p>Administrators see everything. What others see is listed here, not what is hidden from them.
 *
 * @param name such as {@code callback.fired}; {@code admin.*} is every kind that begins with {@code
 *     admin.}
 * @param words what happened, without its subject, which stands before it: "fell asleep". The
 *     fields are those of the detail, and {@code channel}
 * @param shown to whom what is shown
 * @param fields of the detail that everybody may see
 * @param groups the filters of the page that find it; any words
 */
public record EventKind(
    String name, Words words, Shown shown, List<String> fields, List<String> groups, Tone tone) {

  /** Agents come and go. */
  public static final String COMING_AND_GOING = "coming and going";

  /** Somebody was stopped, or an administrator did something. */
  public static final String ADMINISTRATION = "kicks and administration";

  /** Somebody went too far. */
  public static final String LIMITS = "limits hit";

  /** What those see who are no administrators. */
  public enum Shown {
    /** That it happened, to whom and where, and its fields. */
    ALWAYS,
    /** The same, but the fields only if it happened in a channel that everybody sees. */
    FIELDS_IN_CHANNEL,
    /** Nothing. */
    NEVER
  }

  /** The colour that the page gives it. */
  public enum Tone {
    PLAIN,
    AGENT,
    TIMER,
    WARNING
  }

  public EventKind {
    fields = List.copyOf(fields);
    groups = List.copyOf(groups);
  }

  /** A kind that everybody sees without its detail, in no group. */
  public static EventKind of(String name, String words) {
    return new EventKind(name, new Words(words), Shown.ALWAYS, List.of(), List.of(), Tone.PLAIN);
  }

  /**
   * The words of one kind of stored entry. In the feed every entry is a {@code message}; whoever
   * may read it sees all of its fields.
   *
   * @param kind as it is stored
   */
  public static EventKind ofEntry(String kind, String words) {
    return of(StoredEntry.MESSAGE + "." + kind, words).in("messages");
  }

  /** Shows these fields of the detail to everybody. */
  public EventKind showing(String... names) {
    return new EventKind(name, words, Shown.ALWAYS, List.of(names), groups, tone);
  }

  /** Shows these fields to everybody if it happened in a channel that everybody sees. */
  public EventKind showingInChannel(String... names) {
    return new EventKind(name, words, Shown.FIELDS_IN_CHANNEL, List.of(names), groups, tone);
  }

  /** Shows it to administrators alone. */
  public EventKind hidden() {
    return new EventKind(name, words, Shown.NEVER, List.of(), groups, tone);
  }

  /** Puts it into these groups too. */
  public EventKind in(String... more) {
    var all = new ArrayList<>(groups);
    all.addAll(List.of(more));
    return new EventKind(name, words, shown, fields, all, tone);
  }

  public EventKind tone(Tone other) {
    return new EventKind(name, words, shown, fields, groups, other);
  }
}
