package dev.reveille.server.kernel;

/**
 * One session of an agent: a connection, or one run of a harness.
 *
 * @param node the node that sends to the session
 * @param number unique on that node until its process ends
 */
public record SessionId(String node, long number) {
  @Override
  public String toString() {
    return node + "-" + number;
  }
}
