package dev.reveille.client.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reveille.client.ClientException;
import dev.reveille.client.file.FileOffer.OfferedFile;
import dev.reveille.client.file.TransferException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileTransferTest {
  private final Path from;
  private final Path to;
  private final TwoEnds ends = new TwoEnds();

  FileTransferTest(@TempDir Path folder) throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = Files.createDirectory(folder.resolve("to"));
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(from.resolve(name), content);
  }

  private static byte[] noise(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private CompletableFuture<List<Path>> receiving() {
    return receiving(new Shelf(to, false));
  }

  private CompletableFuture<List<Path>> receiving(Shelf shelf) {
    var result = new CompletableFuture<List<Path>>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var offer = ends.receiver.nextOffer(Duration.ofHours(1)).orElseThrow();
                result.complete(ends.receiver.receive(offer, shelf, TransferProgress.SILENT));
              } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  private void send(Path... files) throws InterruptedException {
    try (var packed = PackedFiles.of(List.of(files))) {
      ends.sender.send("@bob", packed, "ada", TransferProgress.SILENT);
    }
  }

  private static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  private static TransferException failure(CompletableFuture<?> future) {
    try {
      throw new AssertionError("it succeeded: " + future.get(30, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TransferException failure) return failure;
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> inFolder() throws IOException {
    try (var all = Files.list(to)) {
      return all.map(p -> p.getFileName().toString()).sorted().toList();
    }
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
  void a_changed_part_leaves_no_file_and_both_sides_learn_of_it() throws Exception {
    ends.way = part -> part.replaceFirst("AA|AB|AC|AD|A", "z");
    var received = receiving();
    var path = file("a.bin", noise(100_000));
    assertThatThrownBy(() -> send(path))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("@bob did not get it whole")
        .hasMessageContaining("checksum");
    assertThat(failure(received).reason()).isEqualTo(Reason.DAMAGED);
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void a_lost_part_is_named() throws Exception {
    ends.way = part -> part.contains("\"idx\":1,") ? "" : part;
    var received = receiving();
    var path = file("a.bin", noise(1_500_000));
    assertThatThrownBy(() -> send(path)).hasMessageContaining("Part 2 is missing");
    assertThat(failure(received)).hasMessageContaining("Part 2 is missing");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void a_declined_offer_ends_the_sending() throws Exception {
    var path = file("a.txt", noise(3));
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                ends.receiver.refuse(ends.receiver.nextOffer(Duration.ofHours(1)).orElseThrow());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatThrownBy(() -> send(path))
        .isInstanceOfSatisfying(
            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DECLINED))
        .hasMessageContaining("declined");
  }

  @Test
  void a_silent_receiver_is_given_up_after_two_minutes() throws Exception {
    var path = file("a.txt", noise(3));
    var sending = new CompletableFuture<TransferException>();
    Thread.ofVirtual()
        .start(
            () ->
                sending.complete(catchThrowableOfType(TransferException.class, () -> send(path))));
    ends.senderTime.awaitWait();
    ends.senderTime.advance(119_000);
    assertThat(sending).isNotDone();
    ends.senderTime.advance(1000);
    assertThat(result(sending).reason()).isEqualTo(Reason.TIMED_OUT);
  }

  @Test
  void a_silent_sender_is_given_up_after_two_minutes_and_leaves_nothing() throws Exception {
    var received = receiving();
    offer(offer("a.txt", 3));
    while (ends.said.isEmpty()) Thread.onSpinWait();
    ends.receiverTime.advance(119_000);
    assertThat(received).isNotDone();
    ends.receiverTime.advance(1000);
    assertThat(failure(received).reason()).isEqualTo(Reason.TIMED_OUT);
    assertThat(inFolder()).isEmpty();
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
  void a_sender_waits_as_long_as_it_is_told_and_takes_its_offer_back() throws Exception {
    var hasty = ends.sender(Duration.ofMillis(1500));
    var path = file("a.txt", noise(3));
    var sending =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    TransferException.class,
                    () -> {
                      try (var packed = PackedFiles.of(List.of(path))) {
                        hasty.send("@bob", packed, "ada", TransferProgress.SILENT);
                      }
                    }));
    ends.senderTime.awaitWait();
    ends.senderTime.advance(1500);
    assertThat(result(sending)).hasMessage("@bob did not accept the offer within 1500 ms.");
    assertThat(ends.said.getLast()).contains("\"reject\"");
    assertThat(ends.receiver.nextOffer(Duration.ZERO)).isEmpty();
  }

  @Test
  void a_receiver_that_has_begun_learns_that_the_sender_gave_up() throws Exception {
    var received = receiving();
    offer(offer("a.txt", 3));
    while (ends.said.isEmpty()) Thread.onSpinWait();
    var reject = new TransferMessage.Reject("t1").text();
    ends.receiver.hear(TwoEnds.incoming("@eve", "@bob", reject, TwoEnds.NOW));
    assertThat(received).isNotDone();
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", reject, TwoEnds.NOW));
    assertThat(failure(received)).hasMessage("@ada has given up sending.");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void an_offer_that_was_taken_back_while_a_person_thought_is_not_waited_for() throws Exception {
    offer(offer("a.txt", 3));
    var offered = ends.receiver.nextOffer(Duration.ZERO).orElseThrow();
    var reject = new TransferMessage.Reject("t1").text();
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", reject, TwoEnds.NOW));
    assertThatThrownBy(
            () -> ends.receiver.receive(offered, new Shelf(to, false), TransferProgress.SILENT))
        .hasMessage("@ada has given up sending.");
    assertThat(inFolder()).isEmpty();
    assertThat(ends.said).as("nobody is told what it knows").isEmpty();
  }

  @Test
  void a_sender_that_failed_to_offer_can_offer_again() throws Exception {
    ends.speechless = true;
    assertThatThrownBy(() -> send(file("a.txt", noise(3)))).isInstanceOf(ClientException.class);
    ends.speechless = false;
    var received = receiving();
    send(file("a.txt", noise(3)));
    assertThat(result(received)).hasSize(1);
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
  void old_offers_other_agents_offers_and_ones_own_echoes_are_not_heard() throws Exception {
    var content = new TransferMessage.Offer(offer("a.txt", 3)).text();
    var old = TwoEnds.NOW.minus(FileReceiver.OFFER_LIFE).minusMillis(1);
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", content, old));
    ends.receiver.hear(TwoEnds.incoming("@ada", "@eve", content, TwoEnds.NOW));
    ends.receiver.hear(TwoEnds.incoming("@bob", "@bob", content, TwoEnds.NOW));
    assertThat(ends.receiver.nextOffer(Duration.ZERO)).isEmpty();
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", content, TwoEnds.NOW));
    assertThat(ends.receiver.nextOffer(Duration.ZERO)).isPresent();
  }

  @Test
  void parts_of_another_sender_do_not_count() throws Exception {
    var received = receiving();
    ends.way =
        part -> {
          ends.receiver.hear(
              new dev.reveille.protocol.ServerMessage.FileChunk(
                  "@eve", "@bob", part.replaceFirst("\"data\":\"", "\"data\":\"evil")));
          return part;
        };
    send(file("a.txt", noise(3)));
    assertThat(Files.readAllBytes(result(received).getFirst())).isEqualTo(noise(3));
  }

  @Test
  void more_than_was_offered_is_not_kept() throws Exception {
    var received = receiving();
    var offer = offer("a.txt", 3);
    offer(offer);
    while (ends.said.isEmpty()) Thread.onSpinWait();
    var much = "x".repeat(50_000);
    ends.receiver.hear(
        new dev.reveille.protocol.ServerMessage.FileChunk(
            "@ada", "@bob", new TransferMessage.Part(offer.tid(), 0, 1, much).text()));
    assertThat(failure(received)).hasMessageContaining("More came than was offered");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void a_text_section_as_existing_clients_write_it_is_understood() throws Exception {
    var archive = "# --- SLURP v4 ---\n\n=== a.txt ===\nline\r\n\nlast\n=== END a.txt ===\n";
    var content = "line\r\n\nlast\n";
    assertThat(Files.readString(arrive(archive, "a.txt", content.length()))).isEqualTo(content);
    var without = "line\r\n\nlast";
    assertThat(Files.readString(arrive(archive, "a.txt", without.length()))).isEqualTo(without);
  }

  @Test
  void an_archive_that_holds_other_files_than_offered_is_refused() {
    var archive = "=== ../../evil ===\nx\n=== END ../../evil ===\n";
    assertThatThrownBy(() -> arrive(archive, "a.txt", 2))
        .hasMessageContaining("'a.txt' is not in the archive");
    var longer = "=== a.txt ===\nxxxxxxx\n=== END a.txt ===\n";
    assertThatThrownBy(() -> arrive(longer, "a.txt", 2)).hasMessageContaining("as it was offered");
    var broken = "=== a.txt [binary] ===\n!!!!\n=== END a.txt ===\n";
    assertThatThrownBy(() -> arrive(broken, "a.txt", 2)).hasMessageContaining("as it was offered");
    assertThat(to).isEmptyDirectory();
  }

  private Path arrive(String archive, String name, long size) throws IOException {
    var path = Files.writeString(from.resolve("archive"), archive);
    var offer = new FileOffer("t", List.of(new OfferedFile(name, size)), size, "", 1, "x");
    return Unpacking.of(Files.newBufferedReader(path), offer, to).getFirst();
  }

  private void offer(FileOffer offer) {
    var content = new TransferMessage.Offer(offer).text();
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", content, TwoEnds.NOW));
  }

  private static FileOffer offer(String name, long size) {
    var sha256 = HexFormat.of().formatHex(Digests.sha256().digest(new byte[0]));
    return new FileOffer("t1", List.of(new OfferedFile(name, size)), size, sha256, 1, "ada");
  }
}
