package dev.reveille.protocol;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A right that a token can have. A session without a token has all of them except ADMIN. */
public enum Scope {
  /** Reads: channels, their members and history, skills, own callbacks. */
  OBSERVE,
  /** Writes: messages, files, channels, skills, callbacks. */
  SEND,
  /** Gives, takes and changes tasks. */
  TASK,
  /** Runs a seat. */
  SEAT,
  /** Gives orders of an administrator. */
  ADMIN;

  /** Returns the word on the wire and on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the scope of a word; empty if there is none. */
  public static Optional<Scope> of(String word) {
    for (var scope : values()) {
      if (scope.word().equals(word)) return Optional.of(scope);
    }
    return Optional.empty();
  }

  /** Returns the words of all scopes, in order: {@code observe, send, task, seat, admin}. */
  public static String words() {
    return words(EnumSet.allOf(Scope.class));
  }

  /** Returns the words of some scopes, in the order of the scopes. */
  public static String words(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::word).collect(Collectors.joining(", "));
  }
}
