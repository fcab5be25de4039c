package dev.reveille.client.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reveille.client.ClientException;
import dev.reveille.client.file.TransferException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transfers that fail, are refused or are disturbed. */
@Timeout(60)
class FileTransferTroubleTest extends FileTransferFixture {
  FileTransferTroubleTest(@TempDir Path folder) throws IOException {
    super(folder);
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
}
