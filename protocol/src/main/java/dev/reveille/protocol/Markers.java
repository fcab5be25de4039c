package dev.reveille.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the markers in a message.
 *
 * <pre>
 * &#64;@cb:Ns@@payload         &#64;@cb:Ns#channel@@payload
 * &#64;@sleep:Ns@@             &#64;@sleep:Ns:buffer@@         &#64;@sleep:Ns:drop@@
 * &#64;@wake@@                 &#64;@full@@                  &#64;@sunset@@
 * </pre>
 *
 * <p>N is ASCII digits with an optional decimal part. A payload ends at the next marker of any kind
 * or at the end of the message. A marker counts as text if it does not have exactly this form, if
 * it is in code or in a quoted line, or if it follows a backslash.
 */
public final class Markers {
  private static final String EDGE = "@@";
  private static final String CALLBACK = "@@cb:";
  private static final String SLEEP = "@@sleep:";

  /** The highest number of whole seconds. A higher one counts as this many. */
  private static final long MOST_SECONDS = 999_999_999_999L;

  private static final int NANO_DIGITS = 9;

  /**
   * The result of a search.
   *
   * @param text the text without the markers, trimmed if there were any
   */
  public record Found(String text, List<Marker> markers) {
    public Found {
      markers = List.copyOf(markers);
    }
  }

  /** A marker that begins at {@code from}. Its payload, if it has one, begins at {@code to}. */
  private record Head(int from, int to, Marker marker) {}

  private final String content;
  private int at;

  private Markers(String content) {
    this.content = content;
  }

  /** Finds the markers in one pass, in time linear in the length. */
  public static Found find(String content) {
    int first = content.indexOf(EDGE);
    if (first < 0) return new Found(content, List.of());
    return new Markers(content).find(first);
  }

  private Found find(int first) {
    var heads = heads(first);
    if (heads.isEmpty()) return new Found(content, List.of());
    var text = new StringBuilder();
    var markers = new ArrayList<Marker>(heads.size());
    int end = 0;
    for (int i = 0; i < heads.size(); i++) {
      var head = heads.get(i);
      text.append(content, end, head.from());
      end = head.to();
      if (head.marker() instanceof Marker.Callback(var delay, var channel, _)) {
        end = i + 1 < heads.size() ? heads.get(i + 1).from() : content.length();
        var payload = content.substring(head.to(), end).strip();
        markers.add(new Marker.Callback(delay, channel, payload));
      } else {
        markers.add(head.marker());
      }
    }
    text.append(content, end, content.length());
    return new Found(text.toString().strip(), markers);
  }

  private List<Head> heads(int first) {
    var heads = new ArrayList<Head>();
    var verbatim = CodeSpans.in(content);
    int from = first;
    while (from >= 0) {
      int outside = verbatim.endIfInside(from);
      Head head = null;
      if (outside < 0 && !isEscaped(from)) head = head(from);
      if (head != null) heads.add(head);
      int next = head != null ? head.to() : outside >= 0 ? outside : from + 1;
      from = content.indexOf(EDGE, next);
    }
    return heads;
  }

  private boolean isEscaped(int from) {
    return from > 0 && content.charAt(from - 1) == '\\';
  }

  private @Nullable Head head(int from) {
    Marker marker = null;
    if (content.startsWith(CALLBACK, from)) {
      at = from + CALLBACK.length();
      marker = callback();
    } else if (content.startsWith(SLEEP, from)) {
      at = from + SLEEP.length();
      marker = sleep();
    } else if (content.startsWith(Marker.Wake.TEXT, from)) {
      at = from + Marker.Wake.TEXT.length();
      marker = new Marker.Wake();
    } else if (content.startsWith(Marker.Full.TEXT, from)) {
      at = from + Marker.Full.TEXT.length();
      marker = new Marker.Full();
    } else if (content.startsWith(Marker.Sunset.TEXT, from)) {
      at = from + Marker.Sunset.TEXT.length();
      marker = new Marker.Sunset();
    }
    return marker == null ? null : new Head(from, at, marker);
  }

  private @Nullable Marker callback() {
    var delay = seconds();
    if (delay == null) return null;
    String channel = null;
    int name = at;
    if (take("#")) {
      while (at < content.length() && Names.isNameChar(content.charAt(at))) at++;
      if (at == name + 1) return null;
      channel = content.substring(name, at);
    }
    return take(EDGE) ? new Marker.Callback(delay, channel, "") : null;
  }

  private @Nullable Marker sleep() {
    var length = seconds();
    if (length == null) return null;
    var mode =
        take(":buffer")
            ? Marker.Sleep.Mode.BUFFER
            : take(":drop") ? Marker.Sleep.Mode.DROP : Marker.Sleep.Mode.DEFAULT;
    return take(EDGE) ? new Marker.Sleep(length, mode) : null;
  }

  /**
   * Reads digits, perhaps a point and digits, and an {@code s}. Rounds up, so that a timer is never
   * early.
   */
  private @Nullable Duration seconds() {
    int from = at;
    long whole = 0;
    for (; isDigit(); at++) whole = Math.min(MOST_SECONDS, whole * 10 + digit());
    if (at == from) return null;
    long nanos = 0;
    if (take(".")) {
      int point = at;
      boolean more = false;
      for (; isDigit(); at++) {
        if (at - point < NANO_DIGITS) nanos = nanos * 10 + digit();
        else more |= digit() > 0;
      }
      if (at == point) return null;
      for (int i = at - point; i < NANO_DIGITS; i++) nanos *= 10;
      if (more) nanos++;
    }
    return take("s") ? Duration.ofSeconds(whole, nanos) : null;
  }

  private boolean isDigit() {
    return at < content.length() && content.charAt(at) >= '0' && content.charAt(at) <= '9';
  }

  private int digit() {
    return content.charAt(at) - '0';
  }

  private boolean take(String literal) {
    if (!content.startsWith(literal, at)) return false;
    at += literal.length();
    return true;
  }
}
