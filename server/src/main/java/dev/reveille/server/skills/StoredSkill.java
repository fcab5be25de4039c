package dev.reveille.server.skills;

import org.jspecify.annotations.Nullable;

/**
 * A skill as it is kept.
 *
 * @param fields as it is shown: JSON text without braces
 */
public record StoredSkill(Terms terms, String fields) {

  /**
   * What a search compares.
   *
   * @param capability in lower case
   * @param currency in lower case
   */
  public record Terms(String capability, @Nullable Double rate, @Nullable String currency) {}
}
