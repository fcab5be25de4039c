package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading the parts of a message that the bridge needs. */
class BridgeLineTest {
  private static BridgeLine read(String line) {
    return BridgeLine.read(line).orElseThrow();
  }

  @Test
  void a_call_shows_its_id_its_method_and_its_tool() {
    var call =
        read(
            " {\"params\": {\"arguments\":{\"name\":\"x\",\"a\":[{\"}\":\"]\"}]},\"name\" :\"send\"} ,"
                + "\"jsonrpc\":\"2.0\",\"id\": \"a\\\"b\" , \"method\":\"tools/call\"} ");
    assertThat(call).isEqualTo(new BridgeLine("\"a\\\"b\"", "tools/call", "send"));
    assertThat(read("{\"id\":12,\"method\":\"ping\"}").id()).isEqualTo("12");
  }

  @Test
  void a_notification_has_no_id_and_a_response_no_method() {
    assertThat(read("{\"method\":\"notifications/initialized\"}").id()).isNull();
    assertThat(read("{\"id\":1,\"result\":{\"method\":\"x\"}}").method()).isEmpty();
    assertThat(read("{}")).isEqualTo(new BridgeLine(null, "", ""));
    assertThat(read("[{\"id\":1,\"method\":\"ping\"}]").id()).as("a batch").isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not json",
        "",
        "1",
        "{",
        "{\"id\":1",
        "{\"id\"}",
        "{\"id\":}",
        "{} {}",
        "[1",
        "{\"a\":\"}"
      })
  void what_is_no_message_is_told_from_one(String line) {
    assertThat(BridgeLine.read(line)).isEmpty();
  }

  @Test
  void it_finds_in_valid_messages_what_a_json_library_finds_and_never_throws() {
    var random = new Random(7);
    var pieces = "{}[]\",:\\ab 1.e\u00e9idmethodparamsname".toCharArray();
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder("{\"id\":3,\"x\":");
      for (int j = random.nextInt(12); j >= 0; j--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      text.append(",\"method\":\"m\"}");
      var line = text.toString();
      var ours = BridgeLine.read(line);
      var json = Json.read(line).filter(each -> each.isObject());
      if (json.isEmpty()) continue;
      assertThat(ours).as(line).isPresent();
      assertThat(ours.get().id()).as(line).isEqualTo(json.get().path("id").toString());
      assertThat(ours.get().method()).as(line).isEqualTo(json.get().path("method").asString(""));
    }
  }
}
