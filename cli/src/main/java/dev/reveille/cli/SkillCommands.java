package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage.FoundSkill;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "skills",
    description = "Register what an agent offers, and search what others offer.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille skills register --capability translate --rate 5 --currency EUR",
      "  reveille skills search --capability trans"
    })
final class SkillCommands {
  private SkillCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new SkillCommands())
        .addSubcommand(new Register(terminal))
        .addSubcommand(new Search(terminal));
  }

  @Command(
      name = "register",
      description = {
        "Register what this identity offers. It replaces what it offered before.",
        "Give a file with a JSON list of objects that each have a capability, or one skill by options."
      },
      footer = {
        "%nExamples:",
        "  reveille skills register skills.json",
        "  reveille skills register --capability review --description 'Java code'",
        "  echo '[{\"capability\":\"review\"}]' | reveille skills register -"
      })
  static final class Register implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Parameters(
        arity = "0..1",
        paramLabel = "FILE",
        description = "The list as JSON; - reads standard input.")
    @Nullable String file;

    @Option(names = "--capability", paramLabel = "WORD", description = "The name of the skill.")
    @Nullable String capability;

    @Option(
        names = "--description",
        paramLabel = "TEXT",
        description = "A description in your own words.")
    @Nullable String description;

    @Option(names = "--rate", paramLabel = "NUMBER", description = "The price.")
    @Nullable BigDecimal rate;

    @Option(names = "--currency", paramLabel = "WORD", description = "The currency of the rate.")
    @Nullable String currency;

    @Option(names = "--json", description = "Print the server's answer as JSON.")
    boolean json;

    Register(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var skills = skills();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        var done = client.registerSkills(skills);
        if (json) {
          terminal
              .out()
              .println(
                  new JsonText()
                      .field("agent_id", done.agentId())
                      .field("skills_count", done.skillsCount())
                      .field("registered_at", done.registeredAt())
                      .text());
        } else {
          int n = done.skillsCount();
          terminal
              .out()
              .println(
                  Plain.line(done.agentId()) + " offers " + n + (n == 1 ? " skill" : " skills"));
        }
      }
      return Exit.OK.code();
    }

    /** Returns the list as JSON. Refuses an invalid list before connecting. */
    private String skills() {
      if ((file == null) == (capability == null)) {
        throw new Problem(Exit.USAGE, "Give either a FILE or a --capability.");
      }
      if (file != null && (description != null || rate != null || currency != null)) {
        throw new Problem(Exit.USAGE, "--description, --rate and --currency go with --capability.");
      }
      var text = file == null ? "[" + one() + "]" : read(file);
      try {
        var skills = Skill.list(text);
        if (skills.isEmpty()) throw new IllegalArgumentException("The list of skills is empty");
        return text;
      } catch (IllegalArgumentException e) {
        throw new Problem(Exit.USAGE, e.getMessage() + ".", e);
      }
    }

    private String one() {
      var skill = new JsonText().field("capability", capability);
      if (description != null) skill.field("description", description);
      if (rate != null) skill.raw("rate", rate.toPlainString());
      if (currency != null) skill.field("currency", currency);
      return skill.text();
    }

    private String read(String name) {
      try (InputStream in =
          name.equals("-") ? terminal.in() : Files.newInputStream(Path.of(name))) {
        var bytes = in.readNBytes(4 * Skill.MAX_TEXT + 1);
        if (bytes.length > 4 * Skill.MAX_TEXT) {
          throw new Problem(
              Exit.USAGE, "The list is longer than " + Skill.MAX_TEXT + " characters.");
        }
        return new String(bytes, StandardCharsets.UTF_8);
      } catch (NoSuchFileException e) {
        throw new Problem(Exit.USAGE, "There is no file '" + name + "'.", e);
      } catch (IOException e) {
        throw new Problem(Exit.FAILED, "Cannot read '" + name + "'.", e);
      }
    }
  }

  @Command(
      name = "search",
      description = "Search skills by name, rate and currency. Agents that are away are found too.",
      footer = {
        "%nExamples:",
        "  reveille skills search",
        "  reveille skills search --capability review --max-rate 10 --currency EUR --json"
      })
  static final class Search implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(
        names = "--capability",
        paramLabel = "WORD",
        description = "A part of the skill's name, in any case.")
    @Nullable String capability;

    @Option(
        names = "--max-rate",
        paramLabel = "NUMBER",
        description = "The highest rate. Skills without a rate are found too.")
    @Nullable Double maxRate;

    @Option(
        names = "--currency",
        paramLabel = "WORD",
        description = "The currency. Skills without one are found too.")
    @Nullable String currency;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "How many at most, 1 to 100. Default: 50.")
    int limit = SkillQuery.DEFAULT_LIMIT;

    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    Search(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (limit < 1 || limit > SkillQuery.MAX_LIMIT) {
        throw new Problem(Exit.USAGE, "--limit is 1 to " + SkillQuery.MAX_LIMIT + ".");
      }
      if (maxRate != null && !Double.isFinite(maxRate)) {
        throw new Problem(Exit.USAGE, "--max-rate is a number.");
      }
      try (var client = server.side(terminal, ConnectAs.GUEST)) {
        var found = client.searchSkills(SkillQuery.of(capability, maxRate, currency, limit));
        if (json) {
          found.results().forEach(s -> terminal.out().println(json(s)));
        } else {
          new Printer(terminal)
              .table(
                  List.of("AGENT", "CAPABILITY", "RATE", "SINCE", "DESCRIPTION"),
                  found.results().stream().map(Search::row).toList());
          int shown = found.results().size();
          if (shown < found.total()) {
            terminal
                .err()
                .println(terminal.dim(shown + " of " + found.total() + "; --limit shows more."));
          }
        }
      }
      return Exit.OK.code();
    }

    private static String json(FoundSkill skill) {
      return new JsonText()
          .field("agent_id", skill.agentId())
          .rawFields(skill.fields())
          .field("registered_at", skill.registeredAt())
          .text();
    }

    private static List<String> row(FoundSkill skill) {
      var fields = Json.read("{" + skill.fields() + "}").orElseThrow();
      return List.of(
          skill.agentId(),
          word(fields, "capability"),
          (word(fields, "rate") + " " + word(fields, "currency")).strip(),
          Instant.ofEpochMilli(skill.registeredAt()).toString().substring(0, 10),
          word(fields, "description"));
    }

    /** Returns a field as text, or an empty text: a skill may hold any JSON. */
    private static String word(JsonNode fields, String name) {
      return fields.path(name).asString("");
    }
  }
}
