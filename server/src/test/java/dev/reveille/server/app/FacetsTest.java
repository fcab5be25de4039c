package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The facets of a whole server, against what the server writes and measures. */
class FacetsTest extends OneServerFixture {
  private static final Pattern KIND = Pattern.compile("[a-z]+\\.[a-z_]+");

  /** Stands for the rest of a kind that is glued together when it is written. */
  private static final String REST = "any";

  /** The names of timers look like kinds of event. */
  private static final Set<String> TIMERS = Set.of("task.expiry");

  /** Returns what the classes that write entries have in them that looks like a kind. */
  private static Set<String> written() throws Exception {
    var classes =
        Path.of(AppendEntry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var kinds = new TreeSet<String>();
    try (var files = Files.walk(classes)) {
      for (var file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        var model = parsed(file);
        if (!writes(model)) continue;
        for (var entry : model.constantPool()) {
          if (entry instanceof StringEntry text) {
            // A glued text has a mark where the rest goes.
            var kind = text.stringValue().replace("\u0001", REST);
            if (KIND.matcher(kind).matches() && !TIMERS.contains(kind)) kinds.add(kind);
          }
        }
      }
    }
    return kinds;
  }

  private static ClassModel parsed(Path file) throws IOException {
    return ClassFile.of().parse(Files.readAllBytes(file));
  }

  private static boolean writes(ClassModel model) {
    var entry = AppendEvent.class.getName().replace('.', '/');
    for (var each : model.constantPool()) {
      if (each instanceof Utf8Entry text && text.stringValue().contains(entry)) return true;
    }
    return false;
  }

  @Test
  void every_kind_of_event_that_is_written_has_a_facet() throws Exception {
    var kinds = new EventKinds(server.facets());
    var written = written();
    assertThat(written).contains("agent.slept", "floor.claimed", "admin.any", "loop.slowed");
    var named = kinds.all().stream().map(EventKind::name).toList();
    assertThat(written)
        .allSatisfy(
            kind ->
                assertThat(named)
                    .as(kind)
                    .anyMatch(name -> kinds.find(kind).isPresent() || isGlued(kind, name)));
    assertThat(named)
        .filteredOn(name -> KIND.matcher(name).matches())
        .allSatisfy(
            name -> assertThat(written).anyMatch(kind -> kind.equals(name) || isGlued(kind, name)));
  }

  /** True if the writer of this kind, which is glued together, may write that name. */
  private static boolean isGlued(String kind, String name) {
    return kind.endsWith("." + REST)
        && name.startsWith(kind.substring(0, kind.length() - REST.length()));
  }

  @Test
  void the_words_tell_of_every_kind_group_column_list_and_plot() throws Exception {
    var words = Json.read(Web.of(server).get("/api/words").body()).orElseThrow();
    assertThat(words.path("kinds").findValuesAsString("kind"))
        .contains("message", "agent.slept", "callback.fired", "admin.*")
        .doesNotHaveDuplicates();
    assertThat(words.path("groups").findValuesAsString("name"))
        .contains("messages", "sleep and wake", "callbacks", "limits hit", "keys");
    assertThat(words.path("columns").findValuesAsString("name"))
        .containsExactly("sleep", "callbacks");
    assertThat(words.path("lists").findValuesAsString("name")).containsExactly("pending", "tasks");
    assertThat(words.path("plots").findValuesAsString("title"))
        .containsExactly(
            "Messages per second",
            "Deliveries per second",
            "Agents",
            "Lateness of callbacks",
            "Time to commit");
  }
}
