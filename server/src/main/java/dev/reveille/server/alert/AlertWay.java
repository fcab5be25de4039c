package dev.reveille.server.alert;

/** One way to a person. It blocks, so only a job uses it. */
public interface AlertWay {
  /** Returns the word by which health and logs name it. */
  String name();

  /**
   * Tells a line of text; what it throws says why it could not.
   *
   * @param key the same for each attempt of one alert, so that a receiver knows a repeat
   */
  void tell(String key, String text) throws Exception;
}
