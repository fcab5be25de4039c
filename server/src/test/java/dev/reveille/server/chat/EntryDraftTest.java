package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Messages;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryDraftTest {
  private static EntryDraft draft(String extras) {
    return new EntryDraft("NOTE", "", extras, null, Attached.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"seq", "msg_id", "client_msg_id", "from", "type", "kind", "was_buffered"})
  void an_extra_with_the_name_of_an_entrys_own_field_is_refused(String name) {
    var extras = new JsonText(32).field("about", "x").field(name, "y").fields();
    assertThatThrownBy(() -> draft(extras))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("every entry has a field " + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"about", "\"about\":", "\"a\":1},{\"b\":2", "{\"a\":1}"})
  void extras_that_are_no_fields_are_refused(String extras) {
    assertThatThrownBy(() -> draft(extras))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no JSON fields");
  }

  @Test
  void other_extras_and_none_are_taken() {
    assertThat(draft("").extras()).isEmpty();
    assertThat(draft("\"about\":{\"seq\":1}").extras()).contains("seq");
  }

  @Test
  void the_names_are_those_that_an_entry_is_written_with() {
    var entry = new ServerMessage.Msg(1, "@a", "a", "#x", "hi", 1, "m", true, "");
    var frame = Messages.echo(Messages.buffered(Messages.replayed(Messages.frame(entry))), "key");
    var written = new HashSet<String>();
    Json.read(frame.toString()).orElseThrow().properties().stream()
        .map(Map.Entry::getKey)
        .forEach(written::add);
    written.add("because");
    written.add("kind");
    assertThat(written).isEqualTo(ServerMessage.Msg.FIELDS);
  }
}
