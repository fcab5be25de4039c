package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InTurnsTest {
  @Test
  void a_row_has_the_median_and_the_range_of_each_build_and_their_ratio() {
    var table = new InTurns(List.of("here", "against"));
    for (double value : new double[] {3, 1, 2}) table.add(0, Map.of("CPU s", value));
    for (double value : new double[] {8, 4, 2}) table.add(1, Map.of("CPU s", value));
    assertThat(table.markdown().lines())
        .containsExactly(
            "| figure | here (range) | against (range) | here / against |",
            "|---|---|---|---|",
            "| CPU s | 2.00 (1.00–3.00) | 4.00 (2.00–8.00) | 0.50 |");
  }

  @Test
  void of_an_even_number_of_rounds_the_two_in_the_middle_count() {
    var table = new InTurns(List.of("here"));
    for (double value : new double[] {4, 1, 2, 9}) table.add(0, Map.of("p50 ms", value));
    assertThat(table.markdown()).endsWith("| p50 ms | 3.00 (1.00–9.00) |");
  }
}
