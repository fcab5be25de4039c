package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlyphsTest {
  @Test
  void control_characters_become_pictures_and_nothing_reaches_the_terminal() {
    assertThat(Glyphs.visible("a\u001b[31m\u0007\u0000\u007fb")).isEqualTo("a␛[31m␇␀␡b");
    assertThat(Glyphs.visible("\u009b31m \u202ex \u2028 \ud800")).isEqualTo("�31m �x � �");
    assertThat(Glyphs.visible("a\r\nb\tc\rd")).isEqualTo("a\nb    c␍d");
    assertThat(Glyphs.line("a\nb")).isEqualTo("a␊b");
  }

  @Test
  void marks_stay_on_their_letter_but_not_without_end() {
    assertThat(Glyphs.visible("e\u0301")).isEqualTo("e\u0301");
    assertThat(Glyphs.visible("e" + "\u0301".repeat(1000) + "f"))
        .isEqualTo("e" + "\u0301".repeat(4) + "f");
  }

  @ParameterizedTest
  @CsvSource({"abc,3", "世界,4", "🌍,2", "é,1", "'',0"})
  void cells_are_counted_as_a_terminal_does(String text, int cells) {
    assertThat(Glyphs.width(text)).isEqualTo(cells);
    assertThat(Glyphs.width("e\u0301\u0302")).isOne();
  }

  @Test
  void text_breaks_at_spaces_and_at_line_feeds() {
    assertThat(Glyphs.wrap("the quick brown fox", 10)).containsExactly("the quick", "brown fox");
    assertThat(Glyphs.wrap("a\n\nb", 10)).containsExactly("a", "", "b");
    assertThat(Glyphs.wrap("", 10)).containsExactly("");
    assertThat(Glyphs.wrap("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
    assertThat(Glyphs.wrap("one abcdefgh", 6)).containsExactly("one", "abcdef", "gh");
  }

  @Test
  void wide_letters_are_not_cut_in_half() {
    assertThat(Glyphs.wrap("世界世界", 5)).containsExactly("世界", "世界");
    assertThat(Glyphs.fit("世界", 3)).isEqualTo("世 ");
    assertThat(Glyphs.wrap("abce\u0301f", 4)).containsExactly("abce\u0301", "f");
  }

  @Test
  void whatever_the_text_nothing_is_lost_and_no_line_is_too_wide() {
    var pieces = List.of("a", " ", "世", "🌍", "e\u0301", "word", "\n", "  ", "\u001b[2J", "\t");
    for (long seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      int cells = 2 + random.nextInt(20);
      var visible = Glyphs.visible(text.toString());
      var lines = Glyphs.wrap(visible, cells);
      assertThat(lines).as("seed %d", seed).allMatch(line -> Glyphs.width(line) <= cells);
      assertThat(String.join("", lines).replace(" ", ""))
          .as("seed %d", seed)
          .isEqualTo(visible.replace(" ", "").replace("\n", ""));
      assertThat(lines).allMatch(l -> Glyphs.width(Glyphs.fit(l, cells)) == cells);
    }
  }
}
