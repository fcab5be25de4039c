package dev.reveille.client.file;

import dev.reveille.client.VisibleText;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Checks names of files and returns the names under which they are written. */
final class FileNames {
  /** Room for a number within the 255 bytes that file systems take. */
  private static final int MAX_BYTES = 200;

  private FileNames() {}

  /** Returns why a file of this name cannot be sent or received; empty if it can. */
  static Optional<String> objection(String name) {
    if (name.isBlank() || name.equals(".") || name.equals("..")) {
      return Optional.of("a file has no name");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return Optional.of("a file's name is longer than " + MAX_BYTES + " bytes");
    }
    if (name.codePoints().anyMatch(VisibleText::isHidden)) {
      return Optional.of("a file's name has control characters");
    }
    return isPlain(name) ? Optional.empty() : Optional.of("a file's name is a path");
  }

  /** Separators of every system, whatever this one is. */
  private static boolean isPlain(String name) {
    if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) return false;
    try {
      var path = Path.of(name);
      return !path.isAbsolute() && path.getNameCount() == 1 && path.toString().equals(name);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * The name to write under. A stranger's {@code .profile} must not come to life, and {@code -rf}
   * must not be taken for an option.
   */
  static String onDisk(String name) {
    return name.startsWith(".") || name.startsWith("-") ? "_" + name : name;
  }

  /** {@code notes.txt}, {@code notes-1.txt}, {@code notes-2.txt} … */
  static String numbered(String name, int number) {
    if (number == 0) return name;
    int dot = name.lastIndexOf('.');
    return dot <= 0
        ? name + "-" + number
        : name.substring(0, dot) + "-" + number + name.substring(dot);
  }
}
