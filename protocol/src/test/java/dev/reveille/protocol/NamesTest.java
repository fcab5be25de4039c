package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,32}");
  private static final Pattern NICK = Pattern.compile("[A-Za-z0-9_-]{1,24}");
  private static final Pattern CHANNEL = Pattern.compile("#[A-Za-z0-9_-]{1,31}");

  @Test
  void names_nicks_and_channels_follow_the_grammar() {
    Property.holds(
        20_000,
        gen -> {
          var text =
              gen.oneOf("", "#", "##") + gen.word(36) + (gen.chance(0.5) ? "" : gen.anyText(2));
          assertThat(Names.isName(text)).as(text).isEqualTo(NAME.matcher(text).matches());
          assertThat(Names.isNick(text)).as(text).isEqualTo(NICK.matcher(text).matches());
          assertThat(Names.isChannel(text)).as(text).isEqualTo(CHANNEL.matcher(text).matches());
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\n", "a b", "é", "@a", "#", "a.b", "ａ"})
  void these_are_no_names(String text) {
    assertThat(Names.isName(text)).isFalse();
    assertThat(Names.isChannel("#" + text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "SERVER", "Admin", "jc", "Bot", "agentchat", "mod", "god"})
  void reserved_words_are_reserved_in_any_case(String word) {
    assertThat(Names.isReserved(word)).isTrue();
    assertThat(Names.isReserved(word + "x")).isFalse();
  }
}
