package dev.reveille.server.observe;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON that a feature adds to the data behind the dashboard, at a path of its own. Whoever may look
 * at the dashboard may ask; the feature decides what each viewer sees.
 *
 * @param path the path below {@code /api}, such as {@code /tasks/{id}}
 * @param summary what it returns, for the description of the API
 * @param parameters the parameters of the query, by name, each with what it means
 * @param content makes the answer; may read the store
 */
public record FacetPage(String path, String summary, List<Parameter> parameters, Content content) {

  public FacetPage {
    if (!path.startsWith("/")) throw new IllegalArgumentException("This is no path: " + path);
    parameters = List.copyOf(parameters);
  }

  /** A parameter of the query. */
  public record Parameter(String name, String meaning) {}

  /** Makes the answer to a question. */
  @FunctionalInterface
  public interface Content {
    Answer answer(Question question, Viewer viewer);
  }

  /**
   * A request for the page.
   *
   * @param parts the parts of the path, by their names in the pattern
   * @param query the parameters of the query
   */
  public record Question(Map<String, String> parts, Map<String, String> query) {
    public Question {
      parts = Map.copyOf(parts);
      query = Map.copyOf(query);
    }

    /** Returns a part of the path that the pattern names. */
    public String part(String name) {
      var part = parts.get(name);
      if (part == null) throw new IllegalArgumentException("The path has no " + name);
      return part;
    }

    /** Returns a parameter; empty if it is absent or has no value. */
    public Optional<String> parameter(String name) {
      return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }
  }

  /** The answer to a question. */
  public sealed interface Answer {
    /** A JSON object. */
    record Found(String json) implements Answer {}

    /** The question cannot be read. */
    record Malformed(String why) implements Answer {}

    /** The viewer may not see it. */
    record Forbidden(String why) implements Answer {}

    /** There is no such thing. */
    record Unknown(String why) implements Answer {}
  }
}
