package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Scenario FAN = Scenario.FAN_OUT_20_1000;

  @Test
  void the_ratio_compares_deliveries_per_cpu_second_not_per_wall_second() {
    var bare = fan(true, 1_000_000, 1.0);
    var ours = fan(false, 1_000_000, 1.25);
    assertThat(Report.ratios(List.of(bare, ours)).get(FAN.label())).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void a_bar_is_met_missed_or_not_measured() {
    var results = List.of(fan(true, 1_000_000, 1.0), fan(false, 500_000, 1.0));
    var bars = Bars.of(results);
    assertThat(bars.getFirst().met()).isFalse();
    assertThat(bars.getFirst().measured()).isEqualTo("50 %");
    assertThat(bars.getLast().met()).isNull();
    assertThat(Bars.of(List.of(fan(true, 100, 1), fan(false, 60, 1))).getFirst().met()).isTrue();
  }

  @Test
  void a_failed_scenario_is_shown_and_meets_no_bar() {
    var failed = Result.failed(Scenario.DM, "reveille", "no answer | line\nmore");
    assertThat(Report.markdown(List.of(failed), List.of()))
        .contains("failed: no answer \\| line more");
    assertThat(Bars.of(List.of(failed))).allSatisfy(bar -> assertThat(bar.met()).isNull());
  }

  @Test
  void unknown_cpu_is_called_unsupported() {
    var window = new MeasuredWindow(10, 1, null, null);
    var result = Result.of(FAN, target(false), window, "deliveries");
    assertThat(result.perCpuSecond()).isNull();
    assertThat(Report.markdown(List.of(result), List.of())).contains("unsupported");
  }

  @Test
  void the_json_holds_every_figure() {
    var result = fan(false, 10, 2).more(Map.of("bytes per delivery", 200.0));
    assertThat(Report.json(List.of(result), Bars.of(List.of(result))))
        .contains("\"per_server_cpu_second\" : 5.0")
        .contains("\"bytes per delivery\" : 200.0")
        .contains("\"bars\"");
  }

  private static Result fan(boolean bare, long count, double cpu) {
    var window = new MeasuredWindow(count, 5, new CpuTime(cpu / 2, cpu / 2), CpuTime.ZERO);
    return Result.of(FAN, target(bare), window, "deliveries");
  }

  private static Target target(boolean bare) {
    return new Target(new InetSocketAddress(0), new ProcessMeter(Long.MAX_VALUE), bare);
  }
}
