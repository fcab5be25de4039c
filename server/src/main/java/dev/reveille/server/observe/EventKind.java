package dev.reveille.server.observe;

import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of event in the feed: its sentence, what each viewer sees of it, and its groups.
 *
 * <p>Administrators see everything. This record lists what other viewers see; everything else is
 * hidden from them.
 *
 * @param name such as {@code callback.fired}; {@code admin.*} is every kind that begins with {@code
 *     admin.}
 * @param words what happened, without the subject: "fell asleep". The page puts the subject before
 *     it. The fields are those of the detail, and {@code channel}
 * @param shown what viewers without administrator rights see
 * @param fields the fields of the detail that everybody may see
 * @param groups the filters of the page that find this kind; any words
 * @param changesEarlier true if it changes what the feed shows of earlier events
 */
public record EventKind(
    String name,
    Words words,
    Shown shown,
    List<String> fields,
    List<String> groups,
    Tone tone,
    boolean changesEarlier) {

  /** Agents come and go. */
  public static final String COMING_AND_GOING = "coming and going";

  /** Somebody was kicked or refused, or an administrator did something. */
  public static final String ADMINISTRATION = "kicks and administration";

  /** An agent exceeded a limit. */
  public static final String LIMITS = "limits hit";

  /** The part that viewers without administrator rights see. */
  public enum Shown {
    /** They see that it happened, to which agent and where, and the listed fields. */
    ALWAYS,
    /**
     * They see the same, but the listed fields only if it happened in a channel that everybody
     * sees.
     */
    FIELDS_IN_CHANNEL,
    /** They see nothing. */
    NEVER
  }

  /** The colour of the event on the page. */
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

  /** Returns a kind that everybody sees without its detail, in no group. */
  public static EventKind of(String name, String words) {
    return new EventKind(
        name, new Words(words), Shown.ALWAYS, List.of(), List.of(), Tone.PLAIN, false);
  }

  /**
   * Returns the sentence of one kind of stored entry. In the feed every entry is a {@code message}.
   * A viewer who may read the entry sees all of its fields.
   *
   * @param kind the stored kind of the entry
   */
  public static EventKind ofEntry(String kind, String words) {
    return of(StoredEntry.MESSAGE + "." + kind, words).in("messages");
  }

  /** Shows these fields of the detail to everybody. */
  public EventKind showing(String... names) {
    return new EventKind(name, words, Shown.ALWAYS, List.of(names), groups, tone, changesEarlier);
  }

  /** Shows these fields to everybody if it happened in a channel that everybody sees. */
  public EventKind showingInChannel(String... names) {
    return new EventKind(
        name, words, Shown.FIELDS_IN_CHANNEL, List.of(names), groups, tone, changesEarlier);
  }

  /** Shows it to administrators only. */
  public EventKind hidden() {
    return new EventKind(name, words, Shown.NEVER, List.of(), groups, tone, changesEarlier);
  }

  /** Adds it to these groups. */
  public EventKind in(String... more) {
    var all = new ArrayList<>(groups);
    all.addAll(List.of(more));
    return new EventKind(name, words, shown, fields, all, tone, changesEarlier);
  }

  public EventKind tone(Tone other) {
    return new EventKind(name, words, shown, fields, groups, other, changesEarlier);
  }

  /** Says that it changes what the feed shows of earlier events. */
  public EventKind changingEarlier() {
    return new EventKind(name, words, shown, fields, groups, tone, true);
  }
}
