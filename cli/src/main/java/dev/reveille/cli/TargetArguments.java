package dev.reveille.cli;

import dev.reveille.protocol.Names;

/** Reads arguments that name a channel or an agent, with advice about quotes in the shell. */
final class TargetArguments {
  private TargetArguments() {}

  /** Returns the channel, also if it was typed without its #. */
  static String channel(String text) {
    if (Names.isChannel(text)) return text;
    if (Names.isChannel("#" + text)) return "#" + text;
    throw notAChannel(text);
  }

  static Problem notAChannel(String text) {
    return new Problem(
        Exit.USAGE,
        "'"
            + text
            + "' is not a channel; a channel is # and 1-31 letters, digits, _ or -, in quotes:"
            + " '#general'.");
  }

  /** Returns the channel or the agent. A word without # and @ is a channel. */
  static String channelOrAgent(String text) {
    if (text.startsWith("@") && Names.isName(text.substring(1))) return text;
    if (Names.isChannel(text)) return text;
    if (Names.isChannel("#" + text)) return "#" + text;
    throw new Problem(
        Exit.USAGE,
        "'"
            + text
            + "' is neither a channel nor an agent; write '#"
            + word(text)
            + "' or '@"
            + word(text)
            + "', with the quotes.");
  }

  static String agent(String text) {
    if (text.startsWith("@") && Names.isName(text.substring(1))) return text;
    throw new Problem(
        Exit.USAGE,
        "'"
            + text
            + "' is not an agent; write @ and the agent's id or name, as in @"
            + word(text)
            + ".");
  }

  private static String word(String text) {
    var word = text.replaceAll("[^A-Za-z0-9_-]", "");
    return word.isEmpty() ? "general" : word;
  }
}
