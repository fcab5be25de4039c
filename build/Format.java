import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The build's formatter: {@code check} lists unformatted sources and fails, {@code apply} rewrites
 * them. A statement that does not fit on the line of its {@code if} gets braces.
 *
 * <p>It remembers the digests of sources that were formatted, and looks only at the others.
 */
public class Format {
  /** Another number makes it look at every source again. */
  private static final String RULES = "4";

  private static final Path REMEMBERED = Path.of("target/format/formatted");

  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    boolean apply = args.length > 0 && args[0].equals("apply");
    var remembered = remembered();
    var formatted = new TreeSet<String>();
    var wrong = new ArrayList<Path>();
    for (var source : sources()) {
      var text = Files.readString(source);
      var digest = digest(text);
      if (remembered.contains(digest)) {
        formatted.add(digest);
        continue;
      }
      try {
        var better = format(text);
        if (!better.equals(text) && !apply) {
          wrong.add(source);
          continue;
        }
        if (!better.equals(text)) Files.writeString(source, better);
        formatted.add(digest(better));
      } catch (Exception e) {
        System.err.println(source + ": " + e.getMessage());
        wrong.add(source);
      }
    }
    if (!formatted.equals(remembered)) {
      Files.createDirectories(REMEMBERED.getParent());
      Files.write(REMEMBERED, formatted);
    }
    if (wrong.isEmpty()) return;
    System.err.println("Not formatted (run `mvn -N validate -Dfmt=apply`):");
    wrong.forEach(p -> System.err.println("  " + p));
    System.exit(1);
  }

  private static List<Path> sources() throws IOException {
    var all = new ArrayList<Path>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            var name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) all.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return all.stream().sorted().toList();
  }

  private static String format(String text) throws Exception {
    var imports =
        ImportOrderer.reorderImports(
            RemoveUnusedImports.removeUnusedImports(text), JavaFormatterOptions.Style.GOOGLE);
    var formatter = new Formatter(JavaFormatterOptions.defaultOptions());
    var formatted = formatter.formatSource(imports);
    // Braces move lines, so another statement may need some then.
    while (true) {
      var braced = Braces.added(formatted);
      if (braced.equals(formatted)) return formatted;
      formatted = formatter.formatSource(braced);
    }
  }

  private static Set<String> remembered() throws IOException {
    return Files.exists(REMEMBERED) ? new HashSet<>(Files.readAllLines(REMEMBERED)) : Set.of();
  }

  /** The versions of the formatter and of these rules are part of it. */
  private static String digest(String text) throws NoSuchAlgorithmException {
    var sha = MessageDigest.getInstance("SHA-256");
    sha.update((version() + RULES).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String version() {
    var version = Formatter.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }
}

/**
 * Finds an {@code if}, {@code for}, {@code while} or {@code else} whose one statement is not on its
 * line and has no braces, and adds them. An {@code else} after braces has them too.
 */
final class Braces {
  private static final Set<String> KEYWORDS = Set.of("if", "for", "while", "else");

  /** These have braces of their own. */
  private static final Set<String> BRACED = Set.of("switch", "try", "do", "synchronized");

  private final String text;

  private Braces(String text) {
    this.text = text;
  }

  /** A statement that needs braces: from its first character to the one after its end. */
  private record Bare(int start, int end) {}

  /** Returns the source with all braces that it needs. */
  static String added(String source) {
    var text = source;
    while (true) {
      var bare = new Braces(text).first();
      if (bare.isEmpty()) return text;
      int start = bare.get().start();
      int end = bare.get().end();
      text =
          text.substring(0, start)
              + "{\n"
              + text.substring(start, end)
              + "\n}"
              + text.substring(end);
    }
  }

  private Optional<Bare> first() {
    for (int at = 0; at < text.length(); at = next(at)) {
      if (!Character.isJavaIdentifierStart(text.charAt(at))) continue;
      int end = wordEnd(at);
      if (!KEYWORDS.contains(text.substring(at, end))) continue;
      var bare = bare(at, end);
      if (bare.isPresent()) return bare;
    }
    return Optional.empty();
  }

  private Optional<Bare> bare(int keyword, int wordEnd) {
    int at = code(wordEnd);
    if (!text.startsWith("else", keyword)) {
      if (at >= text.length() || text.charAt(at) != '(') return Optional.empty();
      at = code(closed(at));
    } else if (text.startsWith("if", at) && wordEnd(at) == at + 2) {
      return Optional.empty();
    }
    if (at >= text.length() || text.charAt(at) == '{' || text.charAt(at) == ';') {
      return Optional.empty();
    }
    if (BRACED.contains(text.substring(at, wordEnd(at)))) return Optional.empty();
    int end = statementEnd(at);
    boolean oneLine = text.substring(keyword, end).indexOf('\n') < 0;
    return oneLine && !followsBraces(keyword) ? Optional.empty() : Optional.of(new Bare(at, end));
  }

  /** True for an {@code else}, or an {@code else if}, after a statement with braces. */
  private boolean followsBraces(int keyword) {
    var before = text.substring(0, keyword).stripTrailing();
    if (text.startsWith("if", keyword) && before.endsWith("else")) {
      before = before.substring(0, before.length() - "else".length()).stripTrailing();
    } else if (!text.startsWith("else", keyword)) {
      return false;
    }
    return before.endsWith("}");
  }

  /** Returns the place after the statement that begins here. */
  private int statementEnd(int start) {
    if (text.charAt(start) == '{') return closed(start);
    var word = text.substring(start, wordEnd(start));
    if (!KEYWORDS.contains(word)) return semicolon(start);
    int body = code(wordEnd(start));
    if (!word.equals("else")) body = code(closed(body));
    int end = statementEnd(body);
    int next = code(end);
    boolean goesOn = word.equals("if") && next < text.length() && text.startsWith("else", next);
    return goesOn ? statementEnd(next) : end;
  }

  private int semicolon(int start) {
    int at = start;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ';') return at + 1;
      at = c == '(' || c == '{' || c == '[' ? closed(at) : next(at);
    }
    return text.length();
  }

  /** Returns the place after the bracket that closes the one here. */
  private int closed(int open) {
    int depth = 0;
    int at = open;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '(' || c == '{' || c == '[') depth++;
      if (c == ')' || c == '}' || c == ']') depth--;
      at = next(at);
      if (depth == 0) return at;
    }
    return text.length();
  }

  /** Returns the first place from here that is code. */
  private int code(int from) {
    int at = from;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) at++;
      else if (text.startsWith("//", at) || text.startsWith("/*", at)) at = next(at);
      else return at;
    }
    return at;
  }

  private int wordEnd(int from) {
    int at = from;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) at++;
    return at;
  }

  /** Returns the place after the word, the text, the comment or the character that begins here. */
  private int next(int at) {
    char c = text.charAt(at);
    if (Character.isJavaIdentifierStart(c)) return wordEnd(at);
    if (text.startsWith("//", at)) return after("\n", at);
    if (text.startsWith("/*", at)) return after("*/", at + 2);
    if (text.startsWith("\"\"\"", at)) return quoted("\"\"\"", at + 3);
    if (c == '"' || c == '\'') return quoted(String.valueOf(c), at + 1);
    return at + 1;
  }

  private int after(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private int quoted(String mark, int from) {
    int at = from;
    while (at < text.length() && !text.startsWith(mark, at)) at += text.charAt(at) == '\\' ? 2 : 1;
    return Math.min(text.length(), at + mark.length());
  }
}
