package dev.reveille.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Finds the parts of a text that are code or quoted lines. Code follows the rules of CommonMark:
 * fenced blocks (an unclosed one goes to the end) and spans between backticks within a paragraph.
 *
 * <p>Indented text does not count as code here, because agents indent for many reasons.
 */
final class CodeSpans {
  private static final int MOST_INDENT = 3;
  private static final int LEAST_FENCE = 3;

  private record Span(int from, int to) {}

  private final String text;
  private final List<Span> spans = new ArrayList<>();
  private int looked;

  /* The character of the open fence. */
  private char fence;
  private int fenceLength;
  private int fenceFrom;

  /* The start of the open paragraph, or -1. */
  private int paragraph = -1;

  private CodeSpans(String text) {
    this.text = text;
  }

  static CodeSpans in(String text) {
    var found = new CodeSpans(text);
    if (text.indexOf('`') >= 0 || text.indexOf("~~~") >= 0 || text.indexOf('>') >= 0) found.scan();
    return found;
  }

  /** Returns the end of the part that contains this place, or -1. Call it with rising places. */
  int endIfInside(int place) {
    while (looked < spans.size() && spans.get(looked).to() <= place) looked++;
    return looked < spans.size() && spans.get(looked).from() <= place ? spans.get(looked).to() : -1;
  }

  private void scan() {
    int from = 0;
    while (from < text.length()) {
      int end = lineEnd(from);
      line(from, end);
      from = end;
      if (from < text.length() && text.charAt(from) == '\r') from++;
      if (from < text.length() && text.charAt(from) == '\n') from++;
    }
    if (fence != 0) spans.add(new Span(fenceFrom, text.length()));
    endParagraph(text.length());
  }

  private int lineEnd(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') end++;
    return end;
  }

  private void line(int from, int end) {
    if (fence != 0) {
      if (closes(from, end)) {
        spans.add(new Span(fenceFrom, end));
        fence = 0;
      }
      return;
    }
    int length = opens(from, end);
    int start = skipIndent(from, end);
    if (length > 0) {
      endParagraph(from);
      fence = text.charAt(start);
      fenceLength = length;
      fenceFrom = from;
    } else if (start < end && text.charAt(start) == '>') {
      endParagraph(from);
      spans.add(new Span(from, end));
    } else if (skipBlanks(from, end) == end) {
      endParagraph(from);
    } else if (paragraph < 0 || beginsBlock(from, end)) {
      endParagraph(from);
      paragraph = from;
    }
  }

  /** Returns the length of the fence that the line opens, or 0. */
  private int opens(int from, int end) {
    int at = skipIndent(from, end);
    if (at == end) return 0;
    char mark = text.charAt(at);
    if (mark != '`' && mark != '~') return 0;
    int after = skip(mark, at, end);
    if (after - at < LEAST_FENCE) return 0;
    if (mark == '`') {
      for (int i = after; i < end; i++) {
        if (text.charAt(i) == '`') return 0;
      }
    }
    return after - at;
  }

  private boolean closes(int from, int end) {
    int at = skipIndent(from, end);
    int after = skip(fence, at, end);
    return after - at >= fenceLength && skipBlanks(after, end) == end;
  }

  /** True if the line is a heading or an item of a list, so that the paragraph before it ends. */
  private boolean beginsBlock(int from, int end) {
    int at = skipBlanks(from, end);
    int after = skip('#', at, end);
    if (after == at && at < end && "-*+".indexOf(text.charAt(at)) >= 0) after = at + 1;
    if (after == at) {
      while (after < end && text.charAt(after) >= '0' && text.charAt(after) <= '9') after++;
      if (after == at || after == end || ".)".indexOf(text.charAt(after)) < 0) return false;
      after++;
    }
    return after == end || text.charAt(after) == ' ' || text.charAt(after) == '\t';
  }

  private int skipIndent(int from, int end) {
    int at = from;
    while (at < end && at - from < MOST_INDENT && text.charAt(at) == ' ') at++;
    return at;
  }

  private int skipBlanks(int from, int end) {
    int at = from;
    while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) at++;
    return at;
  }

  private int skip(char mark, int from, int end) {
    int at = from;
    while (at < end && text.charAt(at) == mark) at++;
    return at;
  }

  /** Ends the paragraph: pairs runs of backticks of the same length. */
  private void endParagraph(int end) {
    if (paragraph < 0) return;
    var closers = runs(paragraph, end);
    int at = paragraph;
    paragraph = -1;
    while (at < end) {
      char c = text.charAt(at);
      if (c == '\\') {
        at += 2;
      } else if (c != '`') {
        at++;
      } else {
        int after = skip('`', at, end);
        var same = closers.getOrDefault(after - at, new ArrayDeque<>());
        while (!same.isEmpty() && same.peek() < after) same.poll();
        if (same.isEmpty()) {
          at = after;
        } else {
          int close = same.poll() + (after - at);
          spans.add(new Span(at, close));
          at = close;
        }
      }
    }
  }

  /** Returns where runs of backticks begin, by their length. */
  private Map<Integer, Queue<Integer>> runs(int from, int end) {
    var runs = new HashMap<Integer, Queue<Integer>>();
    int at = from;
    while (at < end) {
      int after = skip('`', at, end);
      if (after > at) runs.computeIfAbsent(after - at, _ -> new ArrayDeque<>()).add(at);
      at = Math.max(after, at + 1);
    }
    return runs;
  }
}
