package dev.reveille.server.kernel;

/** Work that a feature does about once a minute, on the upkeep thread. It may read the store. */
public record Chore(String name, Runnable run) implements Contribution {
  @Override
  public String owns() {
    return "chore " + name;
  }
}
