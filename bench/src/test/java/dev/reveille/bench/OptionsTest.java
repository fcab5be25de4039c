package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  @Test
  void without_arguments_everything_is_measured() {
    var options = Options.parse();
    assertThat(options.scenarios()).containsExactly(Scenario.values());
    assertThat(options.inFlight()).isEqualTo(1);
    assertThat(options.messages()).isEqualTo(1_000_000);
    assertThat(options.strict()).isFalse();
    assertThat(options.json()).isEmpty();
  }

  @Test
  void a_group_stands_for_its_scenarios_and_both_ways_to_give_a_value_work() {
    var options = Options.parse("rooms", "dm", "--in-flight", "8", "--seconds=2", "--strict");
    assertThat(options.scenarios())
        .containsExactly(Scenario.ROOMS_1, Scenario.ROOMS_8, Scenario.DM);
    assertThat(options.inFlight()).isEqualTo(8);
    assertThat(options.seconds()).isEqualTo(2);
    assertThat(options.strict()).isTrue();
  }

  @Test
  void a_command_in_place_of_the_launcher_is_split_into_words() {
    assertThat(Options.parse("--java-command", " java  -cp a.jar Main ").javaCommand())
        .hasValueSatisfying(c -> assertThat(c).containsExactly("java", "-cp", "a.jar", "Main"));
  }

  @Test
  void commands_to_compare_with_are_split_at_commas_and_then_into_words() {
    assertThat(Options.parse("--against", "env A=1 ./reveille, ./other").against())
        .containsExactly(List.of("env", "A=1", "./reveille"), List.of("./other"));
    assertThat(Options.parse().against()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--seconds=0",
        "--seconds=many",
        "--rounds=-1",
        "--questions=0",
        "--port=70000",
        "--loops="
      })
  void a_number_out_of_range_is_refused_with_the_range(String argument) {
    assertThatThrownBy(() -> Options.parse(argument))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("must be a number from");
  }

  @Test
  void unknown_words_and_missing_values_are_refused_by_name() {
    assertThatThrownBy(() -> Options.parse("fanout")).hasMessageContaining("fanout");
    assertThatThrownBy(() -> Options.parse("--verbose")).hasMessageContaining("--verbose");
    assertThatThrownBy(() -> Options.parse("dm", "--json")).hasMessageContaining("--json needs");
  }

  @Test
  void the_help_names_every_scenario() {
    for (var scenario : Scenario.values()) assertThat(Options.USAGE).contains(scenario.label());
  }
}
