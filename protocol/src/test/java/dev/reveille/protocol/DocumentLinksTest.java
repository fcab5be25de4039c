package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link from one document to another leads to a file and a heading that exist. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void every_link_between_documents_leads_somewhere() throws IOException {
    var broken = new TreeSet<String>();
    for (var document : documents()) {
      LINK.matcher(text(document))
          .results()
          .map(m -> m.group(1))
          .filter(link -> !link.contains("://") && !link.startsWith("mailto:"))
          .filter(link -> !leadsSomewhere(document, link))
          .forEach(link -> broken.add(ROOT.relativize(document) + " -> " + link));
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path document, String link) {
    int hash = link.indexOf('#');
    var path = hash < 0 ? link : link.substring(0, hash);
    var target =
        path.isEmpty() ? document : document.resolveSibling(path).toAbsolutePath().normalize();
    if (!Files.exists(target)) return false;
    return hash < 0
        || !target.toString().endsWith(".md")
        || anchors(target).contains(link.substring(hash + 1));
  }

  /** The anchors that GitHub gives to the headings: a repeated one gets a number. */
  private static Set<String> anchors(Path document) {
    var seen = new HashMap<String, Integer>();
    var anchors = new TreeSet<String>();
    HEADING
        .matcher(text(document))
        .results()
        .map(m -> m.group(1).toLowerCase(Locale.ROOT))
        .map(h -> h.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .forEach(
            h -> {
              int earlier = seen.merge(h, 1, Integer::sum) - 1;
              anchors.add(earlier == 0 ? h : h + "-" + earlier);
            });
    return anchors;
  }

  private static List<Path> documents() throws IOException {
    try (var top = Files.list(ROOT);
        var docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(f -> f.toString().endsWith(".md")).toList();
    }
  }

  /** Without code, which may hold brackets that are no links. */
  private static String text(Path document) {
    try {
      return CODE.matcher(Files.readString(document)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
