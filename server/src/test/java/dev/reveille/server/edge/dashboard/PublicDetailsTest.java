package dev.reveille.server.edge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredEvent;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicDetailsTest {
  private static final Pattern KIND = Pattern.compile("[a-z]+\\.[a-z_]+");

  /** Of these anybody learns that it happened, and to whom. */
  private static final Set<String> WITHOUT_DETAIL =
      Set.of(
          "agent.banned",
          "agent.displaced",
          "agent.kicked",
          // Why is an administrator's word.
          "agent.refused",
          "channel.created",
          "channel.joined",
          "channel.left",
          // May repeat why a key was revoked.
          "key.refused",
          "moderation.unmuted");

  /** Of these nothing is shown at all. */
  private static final String HIDDEN = "admin.";

  /** What the classes that write entries have in them that looks like a kind. */
  private static Set<String> written() throws Exception {
    var classes =
        Path.of(StoreWrite.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var kinds = new TreeSet<String>();
    try (var files = Files.walk(classes)) {
      for (var file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        var model = parsed(file);
        if (!writes(model)) continue;
        for (var entry : model.constantPool()) {
          if (entry instanceof StringEntry text) {
            // A glued text has a mark where the rest goes.
            var kind = text.stringValue().replace("\u0001", "any");
            if (KIND.matcher(kind).matches()) kinds.add(kind);
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
    var entry = StoreWrite.AppendEvent.class.getName().replace('.', '/');
    for (var each : model.constantPool()) {
      if (each instanceof ClassEntry type && type.asInternalName().equals(entry)) return true;
    }
    return false;
  }

  @Test
  void of_every_kind_that_is_written_somebody_decided_what_is_shown() throws Exception {
    var written = written();
    assertThat(written).contains("agent.slept", "floor.claimed", "admin.any", "loop.slowed");
    for (var kind : written) {
      boolean decided =
          PublicDetails.knows(kind) || WITHOUT_DETAIL.contains(kind) || kind.startsWith(HIDDEN);
      assertThat(decided).as("what is shown of " + kind).isTrue();
    }
    assertThat(written).containsAll(WITHOUT_DETAIL);
    assertThat(WITHOUT_DETAIL).noneMatch(PublicDetails::knows);
  }

  private static StoredEvent event(String kind, String detail) {
    return new StoredEvent(1, 2, kind, "@ann", null, detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "agent.slept|{\"sleep\":7,\"wake_at\":5,\"mode\":\"deep\",\"replaced\":true,\"x\":1}"
            + "|{\"wake_at\":5,\"mode\":\"deep\",\"replaced\":true}",
        "callback.scheduled|{\"cb_id\":\"c\",\"fire_at\":9,\"durable\":false}"
            + "|{\"fire_at\":9,\"durable\":false}",
        "callback.refused|{\"reason\":\"quota\",\"count\":2}|{\"reason\":\"quota\",\"count\":2}",
        "callback.fired|{\"cb_id\":\"c\",\"payload\":\"p\"}|{}",
        "floor.claimed|{\"msg_id\":\"m\",\"until\":3}|{\"msg_id\":\"m\",\"until\":3}",
        "agent.online|{\"name\":\"ann\",\"address\":\"10.0.0.1\"}|{\"name\":\"ann\"}",
        "agent.online|{\"name\":{\"deep\":\"words\"}}|{}",
        "skills.registered|3|{\"reason\":\"3\"}",
        "key.revoked|k1|{\"reason\":\"k1\"}"
      })
  void of_a_known_kind_only_the_named_fields_are_shown(String kind, String detail, String shown) {
    assertThat(PublicDetails.of(event(kind, detail), false)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "agent.refused",
    "key.refused",
    "admin.ban",
    "moderation.unmuted",
    "something.new",
    "message"
  })
  void of_others_nothing_is_shown_wherever_they_happened(String kind) {
    for (var detail : new String[] {"words", "{\"reason\":\"words\",\"name\":\"n\"}"}) {
      assertThat(PublicDetails.of(event(kind, detail), false)).isNull();
      assertThat(PublicDetails.of(event(kind, detail), true)).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"loop.slowed", "limit.hit", "moderation.muted", "moderation.warned"})
  void conduct_is_explained_only_where_everybody_saw_it(String kind) {
    assertThat(PublicDetails.of(event(kind, "@a @b wait 2 s"), false)).isNull();
    assertThat(PublicDetails.of(event(kind, "@a @b wait 2 s"), true))
        .isEqualTo("{\"reason\":\"@a @b wait 2 s\"}");
  }
}
