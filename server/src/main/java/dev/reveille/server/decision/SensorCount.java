package dev.reveille.server.decision;

/**
 * A number of a sensor, in words.
 *
 * @param news changes when something new waits. Less work does not change it
 */
public record SensorCount(String name, String words, Reading count, long news) {
  /** Makes the number of a sensor for which each change is news. */
  public SensorCount(String name, String words, Reading count) {
    this(name, words, count, count.value());
  }
}
