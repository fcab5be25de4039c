package dev.reveille.server.kernel;

/**
 * One life of an agent: a connection, or one run of a harness.
 *
 * @param node where its way out is
 * @param number unique on that node for the life of its process
 */
public record SessionId(String node, long number) {
  @Override
  public String toString() {
    return node + "-" + number;
  }
}
