package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainOutputTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private Terminal terminal(boolean colour) {
    var stream = new PrintStream(bytes, true, UTF_8);
    return new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of(), colour);
  }

  private String written() {
    return bytes.toString(UTF_8);
  }

  @Test
  void whatever_is_written_byte_by_byte_is_the_same_text() {
    var out = terminal(true).out();
    var text = "é 世界 🌍 \u001b[31mred\u001b[0m a\r\nb \ue000\n";
    for (byte b : text.getBytes(UTF_8)) out.write(b);
    assertThat(written()).isEqualTo(text);
  }

  @Test
  void a_sequence_that_is_not_our_own_is_shown() {
    var terminal = terminal(true);
    terminal.out().println("\u001b[8mhidden \u001b[2J \u001b]0;x\u0007 \u001b[311m \u001b[");
    terminal.out().println(terminal.bold("ours"));
    assertThat(written())
        .isEqualTo(
            "\\u001b[8mhidden \\u001b[2J \\u001b]0;x\\u0007 \\u001b[311m \\u001b["
                + "\n\u001b[1mours\u001b[0m\n");
  }

  @Test
  void without_colour_no_sequence_passes() {
    terminal(false).out().println("\u001b[1mbold\u001b[0m");
    assertThat(written()).isEqualTo("\\u001b[1mbold\\u001b[0m\n");
  }

  @Test
  void a_carriage_return_alone_does_not_overwrite_the_line() {
    terminal(false).out().println("ok\rfail");
    assertThat(written()).isEqualTo("ok\\u000dfail\n");
  }

  @Test
  void a_writer_on_top_is_no_way_around() {
    var writer = new PrintWriter(terminal(false).out(), true, UTF_8);
    writer.println("x".repeat(8191) + "\u009b\u202e");
    assertThat(written()).isEqualTo("x".repeat(8191) + "\\u009b\\u202e\n");
  }

  @Test
  void a_stack_trace_is_no_way_around() {
    new IllegalStateException("\u001b[2J\u202e").printStackTrace(terminal(true).err());
    assertThat(written()).contains("\\u001b[2J\\u202e").doesNotContain("\u001b", "\u202e");
  }

  @Test
  void a_progress_bar_writes_over_its_own_line() {
    var bar = new TransferBar(terminal(true), "sent", 10);
    bar.moved(1, 2);
    bar.moved(2, 2);
    assertThat(written()).matches("\rsent \\[#+-+\\] 50 % of 10 B\rsent \\[#+\\] 100 % of 10 B\n");
  }
}
