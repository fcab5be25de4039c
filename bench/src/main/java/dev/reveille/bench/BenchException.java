package dev.reveille.bench;

/** A measurement could not be made; the message says why, for the person who ran it. */
final class BenchException extends RuntimeException {
  BenchException(String message) {
    super(message);
  }

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
