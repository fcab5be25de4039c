package dev.reveille.server.observe;

import tools.jackson.databind.JsonNode;

/**
 * An order that administrators give at the dashboard, at a path of a feature. Only a viewer with
 * the rights of an administrator gets as far as the feature.
 *
 * @param path the path below {@code /api}
 * @param summary what it does, for the description of the API
 * @param content carries it out; may wait for a cell
 */
public record FacetOrder(String path, String summary, Content content) {

  public FacetOrder {
    if (!path.startsWith("/")) throw new IllegalArgumentException("This is no path: " + path);
  }

  /** Carries out an order. */
  @FunctionalInterface
  public interface Content {
    /**
     * Carries out the order, and answers when that is known.
     *
     * @param body the JSON object of the request
     * @param address the network address of the request, for the audit
     */
    Answer carryOut(JsonNode body, String address);
  }

  /**
   * The answer to an order.
   *
   * @param status of HTTP
   * @param error a sentence for a person; empty if it was done
   */
  public record Answer(int status, String error) {
    public static final Answer DONE = new Answer(200, "");

    public static Answer refused(int status, String error) {
      return new Answer(status, error);
    }
  }
}
