package dev.reveille.server.channel;

import dev.reveille.protocol.Priority;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message of a channel, prepared for matching by filters. The text is split into words once, when
 * the first filter needs a word. Each keyword is searched once, no matter how many filters have it.
 *
 * <p>A keyword is found as a whole word. If it begins or ends with a letter, digit or underscore,
 * no other such character may be directly before or after it there. Ideographs do not count as
 * letters here, because their words have no spaces between them.
 */
public final class FilteredText {
  /** Only this many characters of a text are searched for keywords. */
  static final int MAX_SEARCHED = 65_536;

  /** A keyword, prepared for the search. */
  record Keyword(String text, @Nullable String firstWord) {
    static Keyword of(String raw) {
      var text = raw.strip().toLowerCase(Locale.ROOT);
      var words = words(text);
      return new Keyword(text, words.isEmpty() ? null : words.iterator().next());
    }
  }

  private final String sender;
  private final String content;
  private final List<String> mentions;
  private final List<String> rawTags;
  private final Priority priority;
  private @Nullable Map<String, Boolean> found;
  private @Nullable Set<String> tags;
  private @Nullable String text;
  private @Nullable Set<String> words;

  public FilteredText(
      String sender, String content, List<String> mentions, List<String> tags, Priority priority) {
    this.sender = sender;
    this.content = content;
    this.mentions = mentions;
    this.rawTags = tags;
    this.priority = priority;
  }

  Priority priority() {
    return priority;
  }

  String sender() {
    return sender;
  }

  boolean names(String agent) {
    return mentions.contains(agent);
  }

  boolean isTagged(String lowerCaseTag) {
    var known = tags;
    if (known == null) {
      known = new HashSet<>();
      for (var tag : rawTags) known.add(tag.strip().toLowerCase(Locale.ROOT));
      tags = known;
    }
    return known.contains(lowerCaseTag);
  }

  boolean has(Keyword keyword) {
    var known = found;
    if (known == null) {
      known = new HashMap<>();
      found = known;
    }
    return known.computeIfAbsent(keyword.text(), _ -> search(keyword));
  }

  private boolean search(Keyword keyword) {
    var searched = text;
    if (searched == null) {
      int end = Math.min(content.length(), MAX_SEARCHED);
      searched = content.substring(0, end).toLowerCase(Locale.ROOT);
      text = searched;
    }
    var word = keyword.firstWord();
    if (word != null) {
      var all = words;
      if (all == null) {
        all = words(searched);
        words = all;
      }
      if (!all.contains(word)) return false;
    }
    return containsWord(searched, keyword.text());
  }

  private static boolean containsWord(String text, String keyword) {
    boolean openStart = !isWord(keyword.codePointAt(0));
    boolean openEnd = !isWord(keyword.codePointBefore(keyword.length()));
    for (int at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
      int end = at + keyword.length();
      if ((openStart || at == 0 || !isWord(text.codePointBefore(at)))
          && (openEnd || end == text.length() || !isWord(text.codePointAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> words(String text) {
    var words = new java.util.LinkedHashSet<String>();
    int start = -1;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (isWord(point)) {
        if (start < 0) start = i;
      } else if (start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      }
      i += Character.charCount(point);
    }
    if (start >= 0) words.add(text.substring(start));
    return words;
  }

  private static boolean isWord(int point) {
    return (Character.isLetterOrDigit(point) && !Character.isIdeographic(point)) || point == '_';
  }
}
