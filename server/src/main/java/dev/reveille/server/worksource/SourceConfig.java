package dev.reveille.server.worksource;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.reveille.server.limits.FeatureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A place outside the chat that is asked for work of seats.
 *
 * @param name in lower-case letters, digits and hyphens; the ledger shows it
 * @param url the list of issues; empty if it is a command
 * @param token sent to the URL; empty = none
 * @param command the program and its arguments; empty if it is a URL
 * @param limit the longest that one question may take
 * @param seats the seats that it is asked for
 * @param every the time between two questions for one seat
 * @param callsPerDay the most answered questions of a day; an answer that nothing changed is free
 * @param seatCallsPerDay the same for one seat
 */
public record SourceConfig(
    String name,
    Kind kind,
    String url,
    String token,
    List<String> command,
    Duration limit,
    List<Watched> seats,
    Duration every,
    int callsPerDay,
    int seatCallsPerDay) {

  /** The list of sources and how it is read. */
  public static final FeatureSettings<List<SourceConfig>> SETTINGS =
      FeatureSettings.of(SourceConfig::all).withSecrets(SourceConfig::secrets);

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");
  private static final Pattern LOGIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.\\[\\]-]{0,63}");
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "kind",
          "url",
          "token",
          "token-file",
          "command",
          "limit-seconds",
          "seats",
          "every-minutes",
          "calls-per-day",
          "seat-calls-per-day");
  private static final int MOST_SOURCES = 32;

  /** The ways to ask. */
  public enum Kind {
    /** A list of issues over HTTP, as GitHub has it. */
    ISSUES,
    /** A program that prints a number. */
    COMMAND
  }

  /**
   * A seat that a source is asked for.
   *
   * @param seat the agent's name, or its id with {@code @}
   * @param login its name there
   */
  public record Watched(String seat, String login) {}

  public SourceConfig {
    command = List.copyOf(command);
    seats = List.copyOf(seats);
  }

  /** Shows no token. */
  @Override
  public String toString() {
    return "work source " + name;
  }

  /**
   * Reads the list of sources.
   *
   * @param config the {@code reveille} section
   */
  public static List<SourceConfig> all(Config config) {
    var all = new ArrayList<SourceConfig>();
    var names = new HashSet<String>();
    for (var each : config.getConfigList("wake.sources")) {
      var source = of(each);
      if (!names.add(source.name())) throw bad("two sources are named " + source.name());
      all.add(source);
    }
    if (all.size() > MOST_SOURCES) throw bad("there are at most " + MOST_SOURCES);
    return List.copyOf(all);
  }

  private static Map<String, String> secrets(List<SourceConfig> sources) {
    var secrets = new HashMap<String, String>();
    for (var source : sources) {
      if (!source.token.isEmpty()) secrets.put("WAKE_SOURCE_TOKEN_" + source.name, source.token);
    }
    return secrets;
  }

  private static SourceConfig of(Config source) {
    for (var key : source.root().keySet()) {
      if (!KEYS.contains(key)) throw bad(key + " is no setting of a work source");
    }
    var name = source.getString("name");
    if (!NAME.matcher(name).matches()) throw bad(name + " is no name of a work source");
    var kind =
        switch (source.getString("kind").toLowerCase(Locale.ROOT)) {
          case "issues" -> Kind.ISSUES;
          case "command" -> Kind.COMMAND;
          default -> throw bad(name + ": the kind is issues or command");
        };
    var url = text(source, "url");
    var command = source.hasPath("command") ? source.getStringList("command") : List.<String>of();
    if (kind == Kind.ISSUES ? url.isEmpty() : command.isEmpty()) {
      throw bad(name + " has no " + (kind == Kind.ISSUES ? "url" : "command"));
    }
    return new SourceConfig(
        name,
        kind,
        url,
        token(source, name),
        command,
        Duration.ofSeconds(number(source, name, "limit-seconds", 20, 1, 60)),
        source.getStringList("seats").stream().map(each -> watched(name, each)).toList(),
        Duration.ofMinutes(number(source, name, "every-minutes", 5, 1, 1_440)),
        number(source, name, "calls-per-day", 2_000, 1, 1_000_000),
        number(source, name, "seat-calls-per-day", 400, 1, 100_000));
  }

  private static Watched watched(String name, String text) {
    int at = text.indexOf('=');
    var seat = at < 0 ? text : text.substring(0, at).strip();
    var login = at < 0 ? text.replace("@", "") : text.substring(at + 1).strip();
    if (seat.isEmpty() || !LOGIN.matcher(login).matches()) {
      throw bad(name + ": " + text + " is not seat=login");
    }
    return new Watched(seat, login);
  }

  private static int number(
      Config source, String name, String key, int usual, int least, int most) {
    int number = source.hasPath(key) ? source.getInt(key) : usual;
    if (number >= least && number <= most) return number;
    throw bad(name + ": " + key + " is " + number + ", but must be " + least + " to " + most);
  }

  private static String token(Config source, String name) {
    var file = text(source, "token-file");
    if (file.isEmpty()) return text(source, "token");
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new ConfigException.BadValue("wake.sources", name + ": token-file cannot be read", e);
    }
  }

  private static String text(Config source, String key) {
    return source.hasPath(key) ? source.getString(key) : "";
  }

  private static ConfigException bad(String why) {
    return new ConfigException.BadValue("wake.sources", why);
  }
}
