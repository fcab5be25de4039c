package dev.reveille.server.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ConfirmMessages.ChannelMark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InboxCursorTest {
  private static final String ADA = "@0123456789abcdef";

  private static String text(String words) {
    return Base64.getUrlEncoder().encodeToString(words.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_cursor_survives_the_wire_and_the_largest_one_fits() {
    var marks = new ArrayList<ChannelMark>();
    for (int i = 0; i < 32; i++) {
      marks.add(new ChannelMark("#" + "x".repeat(29) + (10 + i), Long.MAX_VALUE));
    }
    var most = new InboxCursor(ADA, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, marks);
    assertThat(InboxCursor.of(most.text())).contains(most);
    assertThat(most.text().length()).isLessThanOrEqualTo(ConfirmMessages.MAX_CURSOR);
    var least = new InboxCursor(ADA, 0, 0, 0, List.of());
    assertThat(InboxCursor.of(least.text())).contains(least);
  }

  @Test
  void other_texts_are_none() {
    for (var words :
        List.of(
            "",
            "1",
            "1 @a 1 1",
            "2 @a 1 1 1",
            "1 @a -1 1 1",
            "1 @a 1 1 99999999999999999999",
            "1 @a 1 1 x",
            "1 @a 1 1 1 #a",
            "1 @a 1 1 1 a 1",
            "1 @a 1 1 1 #a -1",
            "1 @a 1 1 1  1",
            "1 @a 1 1 1" + " #a 1".repeat(33))) {
      assertThat(InboxCursor.of(text(words))).as(words).isEmpty();
    }
    assertThat(InboxCursor.of("not base64!")).isEmpty();
  }

  @Test
  void noise_is_none_and_never_throws() {
    var random = new Random(7);
    var good = new InboxCursor(ADA, 3, 4, 5, List.of(new ChannelMark("#a", 6))).text();
    for (int i = 0; i < 20_000; i++) {
      var noise = new StringBuilder(good);
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        noise.setCharAt(random.nextInt(noise.length()), (char) random.nextInt(256));
      }
      InboxCursor.of(noise.toString())
          .ifPresent(
              read -> {
                assertThat(read.seq()).isNotNegative();
                assertThat(InboxCursor.of(read.text())).contains(read);
              });
    }
  }
}
