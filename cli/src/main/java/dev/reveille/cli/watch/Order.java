package dev.reveille.cli.watch;

/** The order in a typed line. */
sealed interface Order {
  record Say(String text) implements Order {}

  record Tell(String agent, String text) implements Order {}

  record Join(String channel) implements Order {}

  /** Creates a channel and joins it. */
  record Create(String channel) implements Order {}

  /** Empty = the room that is shown. */
  record Leave(String channel) implements Order {}

  record Nick(String name) implements Order {}

  record Help() implements Order {}

  record Quit() implements Order {}

  /** Why it is none. */
  record Wrong(String sentence) implements Order {}

  /** Two slashes at the beginning say something that begins with one. */
  static Order of(String line) {
    if (line.isBlank()) return new Wrong("");
    if (line.startsWith("//")) return new Say(line.substring(1));
    if (!line.startsWith("/")) return new Say(line);
    var words = line.strip().split("\\s+", 3);
    return switch (words[0]) {
      case "/join", "/j" ->
          words.length == 2 ? new Join(channel(words[1])) : new Wrong("Say: /join #channel");
      case "/create" ->
          words.length == 2 ? new Create(channel(words[1])) : new Wrong("Say: /create #channel");
      case "/leave", "/part" ->
          words.length > 2
              ? new Wrong("Say: /leave, or /leave #channel")
              : new Leave(words.length == 2 ? words[1] : "");
      case "/msg", "/m" ->
          words.length == 3
              ? new Tell(agent(words[1]), words[2])
              : new Wrong("Say: /msg @agent text");
      case "/nick" -> words.length == 2 ? new Nick(words[1]) : new Wrong("Say: /nick name");
      case "/help", "/h" -> new Help();
      case "/quit", "/q", "/exit" -> new Quit();
      default -> new Wrong("There is no " + words[0] + "; /help shows what there is.");
    };
  }

  private static String channel(String word) {
    return word.startsWith("#") || word.startsWith("@") ? word : "#" + word;
  }

  private static String agent(String word) {
    return word.startsWith("@") ? word : "@" + word;
  }
}
