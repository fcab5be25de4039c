package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ServerMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrinterTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Printer printer = new Printer(terminal());

  private Terminal terminal() {
    var stream = new PrintStream(bytes, true, UTF_8);
    return new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of(), false);
  }

  private static ServerMessage.Msg entry(String type, String content, String extras) {
    return new ServerMessage.Msg(type, 1, "@1", "ada", "#x", content, 5, "m", true, extras);
  }

  private String printed(ServerMessage.Msg message) {
    bytes.reset();
    printer.message(message);
    return bytes.toString(UTF_8).substring("00:00:00 ".length());
  }

  @Test
  void a_message_is_its_sender_and_its_content() {
    assertThat(printed(entry("MSG", "hi", "\"mentions\":[]"))).isEqualTo("#x 5 ada: hi\n");
  }

  @Test
  void an_entry_of_another_type_is_its_type_its_sender_and_its_fields() {
    assertThat(printed(entry("REACTION", "", "\"emoji\":\"+1\"")))
        .isEqualTo("#x 5 [REACTION] ada {\"emoji\":\"+1\"}\n");
    assertThat(printed(entry("NOTE", "look", ""))).isEqualTo("#x 5 [NOTE] ada look\n");
    assertThat(printed(entry("PING\n", "", ""))).isEqualTo("#x 5 [PING ] ada\n");
  }

  @Test
  void as_json_an_entry_of_another_type_is_complete() {
    printer.json(entry("REACTION", "", "\"emoji\":\"+1\""));
    assertThat(bytes.toString(UTF_8)).contains("\"type\":\"REACTION\"", "\"emoji\":\"+1\"");
  }
}
