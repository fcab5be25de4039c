package dev.reveille.server.skills;

import org.jspecify.annotations.Nullable;

/**
 * A skill as the store has it.
 *
 * @param fields its wire fields: JSON text without braces
 */
public record StoredSkill(Terms terms, String fields) {

  /**
   * The fields that a search compares.
   *
   * @param capability in lower case
   * @param currency in lower case
   */
  public record Terms(String capability, @Nullable Double rate, @Nullable String currency) {}
}
