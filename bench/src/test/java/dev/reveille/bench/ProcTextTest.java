package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcTextTest {
  @Test
  void cpu_is_read_past_a_program_name_with_spaces_and_brackets() {
    var stat =
        "4242 (a) b (c)) S 1 4242 4242 0 -1 4194560 1000 20 3 0 1500 250 100 50 20 0 33 0 777 99 5";
    assertThat(ProcText.cpu(stat)).contains(new CpuTime(15, 2.5));
    assertThat(ProcText.endedChildrenCpu(stat)).contains(new CpuTime(1, 0.5));
  }

  @Test
  void a_cut_or_foreign_stat_is_unknown_and_not_zero() {
    assertThat(ProcText.cpu("")).isEmpty();
    assertThat(ProcText.cpu("1 (x) S 1 2 3")).isEmpty();
    assertThat(ProcText.cpu("1 (x) S 1 1 1 0 -1 1 1 1 1 1 a b c d 1 1 1 1 1 1")).isEmpty();
  }

  @Test
  void resident_memory_is_in_bytes() {
    assertThat(ProcText.rssBytes("Name:\tjava\nVmHWM:\t  999 kB\nVmRSS:\t  102400 kB\n"))
        .hasValue(104_857_600);
    assertThat(ProcText.rssBytes("Name:\tjava\n")).isEmpty();
  }

  @Test
  void the_hard_limit_of_open_files_counts() {
    var limits =
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             95000                95000                processes
        Max open files            1024                 20000                files
        """;
    assertThat(ProcText.openFiles(limits)).hasValue(20_000);
    assertThat(ProcText.openFiles("Max open files  1024  unlimited  files"))
        .hasValue(Long.MAX_VALUE);
    assertThat(ProcText.openFiles("")).isEmpty();
  }

  @Test
  void the_total_of_a_class_histogram_is_its_bytes() {
    var histogram =
        """
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         21000        1680000  [B (java.base@25)
        Total         65432        4567890
        """;
    assertThat(ProcessMeter.histogramTotal(histogram)).hasValue(4_567_890);
    assertThat(ProcessMeter.histogramTotal("no such process")).isEmpty();
  }

  @Test
  void what_a_collector_left_dead_in_its_place_does_not_count_as_live() {
    var histogram =
        """
           1:            12        1000000  [Ljdk.internal.vm.FillerElement; (java.base@25)
           2:            40         234567  [B (java.base@25)
           3:             5             80  jdk.internal.vm.FillerObject (java.base@25)
        Total            57        1234647
        """;
    assertThat(ProcessMeter.histogramTotal(histogram)).hasValue(234_567);
  }

  @Test
  void this_process_can_be_measured_where_there_is_a_proc_folder() {
    var meter = ProcessMeter.self();
    boolean linux = System.getProperty("os.name").equals("Linux");
    assertThat(meter.cpu().isPresent()).isEqualTo(linux);
    assertThat(meter.rssBytes().isPresent()).isEqualTo(linux);
    assertThat(new ProcessMeter(Long.MAX_VALUE).cpu()).isEmpty();
  }
}
