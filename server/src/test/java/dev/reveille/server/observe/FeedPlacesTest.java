package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.observe.FeedPlaces.Read;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedPlacesTest {
  private static final FeedPlaces PLACES = new FeedPlaces("store-a");
  private static final FeedPlaces OTHERS = new FeedPlaces("store-b");

  @Test
  void a_place_is_known_where_it_was_given_and_foreign_elsewhere() {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long id = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
      var place = PLACES.of(id);
      assertThat(PLACES.read(place)).isEqualTo(new Read.Known(id));
      assertThat(OTHERS.read(place)).isEqualTo(new Read.Foreign());
      assertThat(place).matches("[A-Za-z0-9_-]{7,18}");
    }
    assertThat(PLACES.read(PLACES.of(Long.MAX_VALUE))).isEqualTo(new Read.Known(Long.MAX_VALUE));
    assertThat(PLACES.read(PLACES.of(0))).isEqualTo(new Read.Known(0));
  }

  @Test
  void the_start_has_a_word_of_its_own() {
    assertThat(PLACES.read("start")).isEqualTo(new Read.Known(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "17", "-1", "x", "a b", "AQ", "ä", "start ", "=", "AQAAAAAA=="})
  void what_is_no_place_is_unreadable(String text) {
    assertThat(PLACES.read(text)).isEqualTo(new Read.Unreadable());
  }

  @Test
  void a_place_has_one_text_only() {
    var place = PLACES.of(5);
    assertThat(PLACES.read(place + "=")).isNotInstanceOf(Read.Known.class);
    var twin =
        place.substring(0, place.length() - 1) + (char) (place.charAt(place.length() - 1) + 1);
    assertThat(PLACES.of(5)).isNotEqualTo(twin);
    assertThat(PLACES.read(twin)).isNotEqualTo(new Read.Known(5));
    assertThat(PLACES.read("x".repeat(101))).isEqualTo(new Read.Unreadable());
  }

  @Test
  void no_text_breaks_the_reading() {
    var random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(24); n > 0; n--) text.append((char) random.nextInt(32, 127));
      var read = PLACES.read(text.toString());
      if (read instanceof Read.Known(long id)) assertThat(PLACES.of(id)).isEqualTo(text.toString());
    }
  }
}
