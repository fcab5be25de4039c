package dev.reveille.server.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A sentence with places for values, as data, so that the page and {@code top} show what they have
 * never heard of.
 *
 * <ul>
 *   <li>{@code {name}} is the value of that field, or nothing.
 *   <li>{@code {name:number}} is a number, 0 if there is none; {@code {name:count skill}} says "1
 *       skill", "2 skills".
 *   <li>{@code {name:time}} is a time of day, {@code {name:until}} how long it is until then.
 *   <li>{@code [text]} is left out if a value in it is missing, empty or false. {@code {name:if}}
 *       and {@code {name:unless}} show nothing; they decide about the part that they stand in. The
 *       number 0 is no "if". {@code {name:not WORD}} is the value, and missing if it is that word.
 * </ul>
 *
 * Parts in brackets are not nested.
 */
public record Words(String template) {
  private static final Pattern PLACE =
      Pattern.compile(
          "\\{([a-z_]+)(?::(number|time|until|if|unless|(?:count|not) [A-Za-z ]+))?\\}");

  private static final Pattern PART = Pattern.compile("\\[([^\\[\\]]*)\\]|([^\\[\\]]+)");

  public Words {
    var plain = PLACE.matcher(template).replaceAll("");
    var unbracketed = PART.matcher(plain).replaceAll("$1$2");
    if (unbracketed.matches("(?s).*[\\[\\]{}].*")) {
      throw new IllegalArgumentException("These words cannot be read: " + template);
    }
  }

  /** A piece of the sentence: plain text, or a place for a value. */
  public sealed interface Piece {
    record Text(String text) implements Piece {}

    /**
     * A place for a value.
     *
     * @param form how it is shown: empty, or {@code time}, {@code count skill} and so on
     */
    record Place(String field, String form) implements Piece {}
  }

  /** A run of pieces; an optional one is left out as a whole. */
  public record Part(boolean optional, List<Piece> pieces) {}

  /** Returns the sentence in parts, in order. */
  public List<Part> parts() {
    var parts = new ArrayList<Part>();
    var part = PART.matcher(template);
    while (part.find()) {
      boolean optional = part.group(1) != null;
      var pieces = pieces(optional ? part.group(1) : part.group(2));
      parts.add(new Part(optional, pieces));
    }
    return parts;
  }

  private static List<Piece> pieces(String text) {
    var pieces = new ArrayList<Piece>();
    var place = PLACE.matcher(text);
    int at = 0;
    while (place.find()) {
      if (place.start() > at) pieces.add(new Piece.Text(text.substring(at, place.start())));
      var form = Optional.ofNullable(place.group(2)).orElse("");
      pieces.add(new Piece.Place(place.group(1), form));
      at = place.end();
    }
    if (at < text.length()) pieces.add(new Piece.Text(text.substring(at)));
    return pieces;
  }
}
