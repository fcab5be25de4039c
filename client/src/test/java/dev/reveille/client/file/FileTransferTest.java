package dev.reveille.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileTransferTest extends FileTransferFixture {
  FileTransferTest(@TempDir Path folder) throws IOException {
    super(folder);
  }

  @Test
  void files_of_every_kind_arrive_as_they_were() throws Exception {
    var contents = new ArrayList<byte[]>();
    contents.add(noise(2_000_000));
    contents.add(new byte[0]);
    contents.add("no line break at the end".getBytes(StandardCharsets.UTF_8));
    contents.add("=== END four ===\r\nü 🌍\n\n".getBytes(StandardCharsets.UTF_8));
    var names = List.of("one.bin", "empty", "grüße 🌍.txt", "four");
    var files = new ArrayList<Path>();
    for (int i = 0; i < names.size(); i++) files.add(file(names.get(i), contents.get(i)));
    var received = receiving();
    send(files.toArray(Path[]::new));
    var places = result(received);
    assertThat(places).extracting(p -> p.getFileName().toString()).isEqualTo(names);
    for (int i = 0; i < names.size(); i++) {
      assertThat(Files.readAllBytes(places.get(i))).isEqualTo(contents.get(i));
    }
    assertThat(inFolder()).containsExactlyInAnyOrderElementsOf(names);
    assertThat(ends.said.getLast()).contains("\"ack\"").contains("\"ok\":true");
  }

  @Test
  void the_steps_are_those_that_existing_clients_know() throws Exception {
    var received = receiving();
    send(file("a.txt", noise(10)));
    result(received);
    var steps =
        ends.said.stream()
            .map(s -> TransferMessage.read(s).orElseThrow().getClass().getSimpleName())
            .toList();
    assertThat(steps).containsExactly("Offer", "Accept", "Complete", "Ack");
    assertThat(ends.said.getFirst())
        .startsWith("{\"_ft\":\"offer\",\"tid\":\"")
        .contains("\"files\":[{\"name\":\"a.txt\",\"size\":10}],\"totalSize\":10,\"sha256\":\"")
        .endsWith("\",\"chunks\":1,\"senderNick\":\"ada\"}");
  }

  @Test
  void parts_keep_their_distance_and_are_repeated_when_they_were_too_fast() throws Exception {
    ends.refusals = 2;
    var received = receiving();
    send(file("a.bin", noise(1_000_000)));
    assertThat(Files.size(result(received).getFirst())).isEqualTo(1_000_000);
    // Three parts: two pauses, and the waits of one and two seconds.
    assertThat(ends.senderTime.millis()).isEqualTo(2 * FileSender.PAUSE.toMillis() + 3000);
  }

  @Test
  void a_part_that_comes_twice_counts_once() throws Exception {
    var sent = new ArrayList<String>();
    ends.way =
        part -> {
          sent.forEach(
              old ->
                  ends.receiver.hear(
                      new dev.reveille.protocol.ServerMessage.FileChunk("@ada", "@bob", old)));
          sent.add(part);
          return part;
        };
    var received = receiving();
    send(file("a.bin", noise(1_000_000)));
    assertThat(Files.readAllBytes(result(received).getFirst())).isEqualTo(noise(1_000_000));
  }

  @Test
  void while_files_are_under_way_neither_side_has_a_file_that_could_stay() throws Exception {
    var received = receiving();
    var seen = new CompletableFuture<List<String>>();
    ends.way =
        part -> {
          try {
            seen.complete(inFolder());
          } catch (IOException e) {
            seen.completeExceptionally(e);
          }
          return part;
        };
    var room = Files.createDirectory(from.resolve("room"));
    try (var packed = PackedFiles.of(List.of(file("a.txt", noise(3))), room)) {
      assertThat(room).isEmptyDirectory();
      ends.sender.send("@bob", packed, "ada", TransferProgress.SILENT);
    }
    assertThat(result(seen)).isEmpty();
    assertThat(Files.readAllBytes(result(received).getFirst())).isEqualTo(noise(3));
  }

  @Test
  void the_end_of_the_process_removes_what_is_unfinished_and_keeps_what_arrived() throws Exception {
    var received = receiving();
    send(file("a.txt", noise(3)));
    var arrived = result(received).getFirst();
    var part = Unfinished.part(to);
    var name = Unfinished.named(to.resolve("b.txt"));
    assertThat(part).exists();
    Unfinished.removeAll();
    assertThat(part).doesNotExist();
    assertThat(name).doesNotExist();
    assertThat(arrived).exists();
  }

  @Test
  void nothing_is_overwritten_unless_asked_for() throws Exception {
    Files.writeString(to.resolve("a.txt"), "mine");
    Files.createSymbolicLink(to.resolve("a-1.txt"), from.resolve("elsewhere"));
    var received = receiving();
    send(file("a.txt", noise(3)));
    assertThat(result(received)).containsExactly(to.resolve("a-2.txt"));
    assertThat(Files.readString(to.resolve("a.txt"))).isEqualTo("mine");
    var again = receiving(new Shelf(to, true));
    send(file("a.txt", noise(3)));
    assertThat(result(again)).containsExactly(to.resolve("a.txt"));
    assertThat(Files.readAllBytes(to.resolve("a.txt"))).isEqualTo(noise(3));
    assertThat(from.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void a_text_section_as_existing_clients_write_it_is_understood() throws Exception {
    var archive = "# --- SLURP v4 ---\n\n=== a.txt ===\nline\r\n\nlast\n=== END a.txt ===\n";
    var content = "line\r\n\nlast\n";
    assertThat(Files.readString(arrive(archive, "a.txt", content.length()))).isEqualTo(content);
    var without = "line\r\n\nlast";
    assertThat(Files.readString(arrive(archive, "a.txt", without.length()))).isEqualTo(without);
  }
}
