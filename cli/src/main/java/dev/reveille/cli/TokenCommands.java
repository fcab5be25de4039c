package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands that make, show and revoke tokens. */
@Command(
    name = "token",
    description = "Make, list and revoke tokens for programs without a key of their own.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  reveille token new --name ci --scopes send,observe --new-identity ci-bot --out ci.token",
      "  REVEILLE_TOKEN_FILE=ci.token reveille send '#general' 'the build is green'",
      "  reveille token list",
      "%nThese commands need the admin key, as reveille admin does."
    })
final class TokenCommands {
  private TokenCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new TokenCommands())
        .addSubcommand(new Make(terminal))
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Revoke(terminal));
  }

  @Command(
      name = "new",
      description = "Make a token and print it once, or write it to a file.",
      footer = {
        "%nExamples:",
        "  reveille token new --name ci --scopes send,observe --new-identity ci-bot --out ci.token",
        "  reveille token new --name monitor --scopes observe --no-identity --expires 30d",
        "%nScopes: observe (read), send (write), task, seat, admin (orders of an administrator)."
            + " A program that connects needs observe.",
        "%nThe token is printed alone on standard output. It cannot be shown again."
      })
  static final class Make implements Callable<Integer> {
    private static final String NEVER = "never";

    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "A name for the list.")
    String name = "";

    @Option(
        names = "--scopes",
        required = true,
        split = ",",
        paramLabel = "SCOPE",
        description = "What it may do: observe, send, task, seat, admin.")
    List<String> scopes = new ArrayList<>();

    @ArgGroup(exclusive = true, multiplicity = "1")
    Bound bound = new Bound();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "When it ends: 30d, 12h, or never. Default: 90d.")
    String expires = "90d";

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Write the token to this new file, which only you can read.")
    @Nullable Path out;

    /** The identity that the token speaks for. */
    static final class Bound {
      @Option(
          names = "--identity",
          paramLabel = "NAME",
          description = "Speak for this identity, which the server keeps already.")
      @Nullable String identity;

      @Option(
          names = "--new-identity",
          paramLabel = "NAME",
          description = "Speak for a new identity of this name.")
      @Nullable String fresh;

      @Option(names = "--no-identity", description = "Speak for no identity: it cannot connect.")
      boolean none;
    }

    Make(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (!Names.isName(name)) throw IdentityFile.notAnAgentName(name);
      var identity = bound.fresh != null ? bound.fresh : bound.identity;
      var order =
          new TokenMessages.NewToken(name, scopes(), identity, bound.fresh != null, seconds());
      return out == null ? print(order) : write(order, out);
    }

    private int print(TokenMessages.NewToken order) {
      var text = AdminOptions.json(admin.order(terminal, order));
      var made = Json.read(text).orElseThrow();
      terminal.out().println(admin.json ? text : made.path("token").asString(""));
      if (!admin.json) terminal.err().println(terminal.dim("(" + said(made) + ")"));
      return Exit.OK.code();
    }

    private int write(TokenMessages.NewToken order, Path file) {
      try (var secret = SecretFile.create(file)) {
        var text = AdminOptions.json(admin.order(terminal, order));
        var made = Json.read(text).orElseThrow();
        secret.write(made.path("token").asString("") + "\n");
        terminal
            .out()
            .println(admin.json ? TokenText.redact(text) : said(made) + "; it is in " + file);
      }
      return Exit.OK.code();
    }

    private static String said(JsonNode made) {
      var who =
          made.has("agent_id")
              ? "speaks for " + made.path("identity").asString("") + " " + id(made)
              : "speaks for no identity";
      return "token %s %s, expires %s"
          .formatted(made.path("token_id").asString(""), who, time(made, "expires_at", NEVER));
    }

    private Set<Scope> scopes() {
      var all = EnumSet.noneOf(Scope.class);
      for (var word : scopes) {
        all.add(
            Scope.of(word.strip())
                .orElseThrow(
                    () ->
                        new Problem(
                            Exit.USAGE,
                            "There is no scope '" + word + "'; use " + Scope.words() + ".")));
      }
      return all;
    }

    private long seconds() {
      if (expires.equals(NEVER)) return 0;
      Duration span;
      try {
        span = new TimeSpan().convert(expires);
      } catch (CommandLine.TypeConversionException e) {
        throw new Problem(Exit.USAGE, "--expires " + e.getMessage() + ", or never.", e);
      }
      if (span.toSeconds() < 1 || span.toSeconds() > TokenMessages.NewToken.MOST_SECONDS) {
        throw new Problem(Exit.USAGE, "--expires is from 1s to 3660d, or never.");
      }
      return span.toSeconds();
    }
  }

  @Command(
      name = "list",
      description = "Show the tokens and the identities that they speak for.",
      footer = {"%nExamples:", "  reveille token list", "  reveille token list --all --json"})
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Option(names = "--all", description = "Show revoked and expired tokens too.")
    boolean all;

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text = AdminOptions.json(admin.order(terminal, new TokenMessages.ListTokens()));
      if (admin.json) {
        terminal.out().println(text);
        return Exit.OK.code();
      }
      var list = Json.read(text).orElseThrow();
      var names = new HashMap<String, String>();
      for (var kept : list.path("identities")) names.put(id(kept), kept.path("name").asString(""));
      var rows = new ArrayList<List<String>>();
      for (var token : list.path("tokens")) {
        if (all || token.path("state").asString("").equals("live")) rows.add(row(token, names));
      }
      new Printer(terminal)
          .table(
              List.of("TOKEN", "NAME", "IDENTITY", "SCOPES", "STATE", "EXPIRES", "LAST USE"), rows);
      return Exit.OK.code();
    }

    private static List<String> row(JsonNode token, Map<String, String> names) {
      return List.of(
          token.path("token_id").asString(""),
          token.path("name").asString(""),
          names.getOrDefault(id(token), "-"),
          StreamSupport.stream(token.path("scopes").spliterator(), false)
              .map(scope -> scope.asString(""))
              .collect(Collectors.joining(",")),
          token.path("state").asString(""),
          time(token, "expires_at", "never"),
          time(token, "used_at", "never"));
    }
  }

  @Command(
      name = "revoke",
      description = "Revoke a token, or an identity with all its tokens. Sessions end at once.",
      footer = {
        "%nExamples:",
        "  reveille token revoke k7m2pq9xwa",
        "  reveille token revoke --identity ci-bot"
      })
  static final class Revoke implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @ArgGroup(exclusive = true, multiplicity = "1")
    Subject subject = new Subject();

    /** A token or an identity. */
    static final class Subject {
      @Parameters(paramLabel = "TOKEN", description = "The id of a token: reveille token list.")
      @Nullable String token;

      @Option(
          names = "--identity",
          paramLabel = "NAME",
          description = "The identity, for ever: its key, its tokens, its mailbox.")
      @Nullable String identity;
    }

    Revoke(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (subject.identity != null) {
        return admin.run(
            terminal,
            new TokenMessages.RevokeIdentity(subject.identity),
            "The identity " + subject.identity + " and its tokens are revoked.");
      }
      var id = subject.token == null ? "" : subject.token;
      if (TokenText.isIn(id)) {
        throw new Problem(
            Exit.USAGE,
            "Give the id of the token, not the token itself: it may now be in the history of your"
                + " shell. The id is the part between the underscores.");
      }
      if (!TokenText.isId(id)) {
        throw new Problem(
            Exit.USAGE, "'" + id + "' is not the id of a token. See: reveille token list");
      }
      return admin.run(terminal, new TokenMessages.RevokeToken(id), "Token " + id + " is revoked.");
    }
  }

  private static String id(JsonNode json) {
    return json.path("agent_id").asString("");
  }

  private static String time(JsonNode json, String field, String missing) {
    if (!json.has(field)) return missing;
    return Instant.ofEpochMilli(json.path(field).asLong(0))
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }
}
