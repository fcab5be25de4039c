package dev.reveille.server.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A sentence with places for values, as data. So the page and {@code top} can show features that
 * they do not know.
 *
 * <ul>
 *   <li>{@code {name}} is the value of that field, or nothing.
 *   <li>{@code {name:number}} is a number, 0 if there is none; {@code {name:count skill}} says "1
 *       skill", "2 skills".
 *   <li>{@code {name:time}} is a time of day, {@code {name:until}} how long it is until then.
 *   <li>{@code [text]} is left out if a value in it is missing, empty or false. {@code {name:if}}
 *       and {@code {name:unless}} show nothing; they decide whether the part that contains them is
 *       shown. The number 0 counts as false for "if". {@code {name:not WORD}} is the value; it
 *       counts as missing if it is that word.
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

  /** A piece of the sentence: plain text or a place for a value. */
  public sealed interface Piece {
    record Text(String text) implements Piece {}

    /**
     * A place for a value.
     *
     * @param form the form in which the value is shown: empty, or {@code time}, {@code count skill}
     *     and so on
     */
    record Place(String field, String form) implements Piece {}
  }

  /** Several pieces in order. An optional part is left out as a whole. */
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

  /** Writes moments for a person. */
  public interface Times {
    String time(long millis);

    String until(long millis);
  }

  /** Returns the sentence filled with the values of a JSON object. */
  public String fill(JsonNode values, Times times) {
    var text = new StringBuilder();
    for (var part : parts()) {
      boolean complete = true;
      var some = new StringBuilder();
      for (var piece : part.pieces()) {
        switch (piece) {
          case Piece.Text(var plain) -> some.append(plain);
          case Piece.Place(var field, var form) -> {
            var shown = shown(values.path(field), form, times);
            complete &= shown.isPresent();
            some.append(shown.orElse(""));
          }
        }
      }
      if (complete || !part.optional()) text.append(some);
    }
    return text.toString();
  }

  /** Returns the value as it is shown; empty if it is missing. */
  private static Optional<String> shown(JsonNode value, String form, Times times) {
    var text = value.isValueNode() && !value.isNull() ? value.asString("") : "";
    boolean none = text.isEmpty() || (value.isBoolean() && !value.asBoolean());
    boolean no = none || (value.isNumber() && value.asLong(0) == 0);
    var word = form.indexOf(' ') < 0 ? form : form.substring(0, form.indexOf(' '));
    var more = form.substring(Math.min(form.length(), word.length() + 1));
    return switch (word) {
      case "number" -> Optional.of(Long.toString(number(text)));
      case "count" -> Optional.of(number(text) + " " + more + (number(text) == 1 ? "" : "s"));
      case "if" -> no ? Optional.empty() : Optional.of("");
      case "unless" -> no ? Optional.of("") : Optional.empty();
      case "not" -> none || text.equals(more) ? Optional.empty() : Optional.of(text);
      case "time" -> none ? Optional.empty() : Optional.of(times.time(number(text)));
      case "until" -> none ? Optional.empty() : Optional.of(times.until(number(text)));
      default -> none ? Optional.empty() : Optional.of(text);
    };
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
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
