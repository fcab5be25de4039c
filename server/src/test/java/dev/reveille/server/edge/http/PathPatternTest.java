package dev.reveille.server.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {
  private final PathPattern pattern = new PathPattern("/api/channels/{name}/messages");

  @Test
  void a_named_part_is_decoded_once() {
    assertThat(pattern.match("/api/channels/%23general/messages"))
        .contains(Map.of("name", "#general"));
    assertThat(pattern.match("/api/channels/a+b/messages")).contains(Map.of("name", "a+b"));
    assertThat(pattern.match("/api/channels/%2523/messages")).contains(Map.of("name", "%23"));
    assertThat(pattern.match("/api/channels/%C3%A4/messages")).contains(Map.of("name", "ä"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/api/channels/messages",
        "/api/channels//messages",
        "/api/channels/x/messages/",
        "/api/channels/x/Messages",
        "api/channels/x/messages",
        "/api/channels/x/y/messages",
        "/api/channels/x%2Fy/messages",
        "/api/channels/%/messages",
        "/api/channels/%zz/messages",
      })
  void another_path_is_another_path(String path) {
    assertThat(pattern.match(path)).isEmpty();
  }

  @Test
  void a_pattern_without_names_is_a_path() {
    assertThat(new PathPattern("/api").match("/api")).contains(Map.of());
    assertThat(new PathPattern("/api").match("/api/")).isEmpty();
  }
}
