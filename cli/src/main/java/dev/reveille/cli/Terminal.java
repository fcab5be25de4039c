package dev.reveille.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The input and output of a command. Both outputs are {@link PlainOutput}, so text of others cannot
 * control the terminal.
 *
 * @param colour true if escape sequences may be used: the output is a terminal and colours are not
 *     turned off
 */
record Terminal(
    InputStream in, PrintStream out, PrintStream err, Map<String, String> env, boolean colour) {

  Terminal {
    out = PlainOutput.of(out, colour);
    err = PlainOutput.of(err, colour);
  }

  /** Returns the terminal of this process. Texts are UTF-8 whatever the locale is. */
  static Terminal system() {
    return new Terminal(
        System.in,
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        System.getenv(),
        wantsColour(System.getenv())
            && Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent());
  }

  static boolean wantsColour(Map<String, String> env) {
    return env.getOrDefault("NO_COLOR", "").isEmpty()
        && !env.getOrDefault("TERM", "").equals("dumb");
  }

  String bold(String text) {
    return paint("1", text);
  }

  String dim(String text) {
    return paint("2", text);
  }

  String red(String text) {
    return paint("31", text);
  }

  String green(String text) {
    return paint("32", text);
  }

  String yellow(String text) {
    return paint("33", text);
  }

  String cyan(String text) {
    return paint("36", text);
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** Writes over the line of standard error that the cursor is in. */
  void overwrite(String text) {
    PlainOutput.of(err, colour).overwrite(text);
  }

  void error(String sentence) {
    err.println(red("reveille:") + " " + Plain.line(sentence));
  }

  void warn(String sentence) {
    err.println(yellow("reveille:") + " " + Plain.line(sentence));
  }
}
