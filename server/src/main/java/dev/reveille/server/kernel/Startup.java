package dev.reveille.server.kernel;

/**
 * Work that a feature does once, when the node starts and before anybody can connect. It may read
 * the store.
 */
public record Startup(String name, Runnable run) implements Contribution {
  @Override
  public String owns() {
    return "startup " + name;
  }
}
