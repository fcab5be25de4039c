package dev.reveille.server.app;

/** A setting that cannot be used. The message says which one, and which values are allowed. */
public final class SettingsException extends RuntimeException {
  public SettingsException(String message) {
    super(message);
  }

  public SettingsException(String message, Throwable cause) {
    super(message, cause);
  }
}
