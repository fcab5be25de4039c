package dev.reveille.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the usual lines of {@code send}, {@code history} and {@code unread} without the command
 * line's parser. It reads them as the parser does, or not at all: an option that it does not know,
 * an option twice, a missing word and everything else that is not plain is left to {@link Main}.
 */
final class ShortLine {
  private final Terminal terminal;
  private final Iterator<String> words;
  private final List<String> rest = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  private ShortLine(Terminal terminal, List<String> words) {
    this.terminal = terminal;
    this.words = words.iterator();
  }

  /** Something that is left to the parser. */
  private static final class NotPlain extends Exception {
    private static final long serialVersionUID = 1L;

    private NotPlain() {
      super(null, null, false, false);
    }
  }

  /** Returns the command with its options; empty if the line is not plain. */
  static Optional<Callable<Integer>> read(Terminal terminal, String... args) {
    if (args.length == 0) return Optional.empty();
    var line = new ShortLine(terminal, Arrays.asList(args).subList(1, args.length));
    try {
      return Optional.ofNullable(
          switch (args[0]) {
            case "send" -> line.send();
            case "history" -> line.history();
            case "unread" -> line.unread();
            default -> null;
          });
    } catch (NotPlain e) {
      return Optional.empty();
    }
  }

  private Callable<Integer> send() throws NotPlain {
    var command = new SendCommand(terminal);
    for (var option = option(); option != null; option = option()) {
      switch (option) {
        case "--json" -> command.json = true;
        case "--receipt" -> command.receipt = true;
        case "--reply-to" -> command.replyTo = value();
        default -> common(option, command.server);
      }
    }
    if (rest.size() < 2) throw new NotPlain();
    command.to = rest.getFirst();
    command.text = List.copyOf(rest.subList(1, rest.size()));
    return command;
  }

  private Callable<Integer> history() throws NotPlain {
    var command = new HistoryCommand(terminal);
    for (var option = option(); option != null; option = option()) {
      switch (option) {
        case "--json" -> command.json = true;
        case "--limit" -> command.limit = (int) number(9);
        case "--after" -> command.direction.after = number(18);
        case "--before" -> command.direction.before = number(18);
        default -> common(option, command.server);
      }
    }
    boolean both = command.direction.after != null && command.direction.before != null;
    if (rest.size() != 1 || both) throw new NotPlain();
    command.channel = rest.getFirst();
    return command;
  }

  private Callable<Integer> unread() throws NotPlain {
    var command = new UnreadCommand(terminal);
    for (var option = option(); option != null; option = option()) {
      if (option.equals("--json")) command.json = true;
      else common(option, command.server);
    }
    if (!rest.isEmpty()) throw new NotPlain();
    return command;
  }

  private void common(String option, ServerOptions server) throws NotPlain {
    switch (option) {
      case "--identity", "-i" -> {
        if (server.agent.identity != null) throw new NotPlain();
        server.agent.identity = value();
      }
      case "--ephemeral" -> server.agent.ephemeral = true;
      case "--url" -> server.url.url = value();
      default -> throw new NotPlain();
    }
  }

  /** Returns the next option, and notes the words before it; null at the end of the line. */
  private @Nullable String option() throws NotPlain {
    while (words.hasNext()) {
      var word = words.next();
      if (word.startsWith("-") && word.length() > 1) {
        if (seen.contains(word)) throw new NotPlain();
        seen.add(word);
        return word;
      }
      if (word.isEmpty()) throw new NotPlain();
      rest.add(word);
    }
    return null;
  }

  private String value() throws NotPlain {
    if (!words.hasNext()) throw new NotPlain();
    var value = words.next();
    if (value.isEmpty() || value.startsWith("-")) throw new NotPlain();
    return value;
  }

  private long number(int digits) throws NotPlain {
    var value = value();
    boolean plain = value.length() <= digits && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!plain) throw new NotPlain();
    return Long.parseLong(value);
  }
}
