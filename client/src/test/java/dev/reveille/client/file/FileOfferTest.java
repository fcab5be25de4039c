package dev.reveille.client.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.client.file.FileOffer.OfferedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileOfferTest {
  private static final String SHA = "0123456789abcdef".repeat(4);

  private static FileOffer offer(String name, long size) {
    return new FileOffer("t", List.of(new OfferedFile(name, size)), size, SHA, 1, "ada");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "../x",
        "a/b",
        "/etc/passwd",
        "a\\b",
        "C:\\x",
        "..\\x",
        "a\u0000b",
        "a\nb",
        "a\u001b[31mb",
        "a\u202etxt.exe",
        "a\u2028b",
        "\ud800"
      })
  void a_name_that_could_leave_the_folder_or_hide_is_refused(String name) {
    assertThat(offer(name, 1).objection()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a b.txt", "..a", "ü 🌍.md", ".profile", "-rf", "a === b"})
  void an_honest_name_is_not(String name) {
    assertThat(offer(name, 1).objection()).isEmpty();
  }

  @Test
  void a_name_of_200_bytes_is_the_longest() {
    assertThat(offer("ü".repeat(100), 1).objection()).isEmpty();
    assertThat(offer("ü".repeat(100) + "x", 1).objection()).isPresent();
  }

  @ParameterizedTest
  @CsvSource({".profile,_.profile", "-rf,_-rf", "a.txt,a.txt"})
  void a_name_that_would_come_to_life_is_written_with_an_underscore(String name, String onDisk) {
    assertThat(FileNames.onDisk(name)).isEqualTo(onDisk);
  }

  @ParameterizedTest
  @CsvSource({"a.txt,a-2.txt", "a,a-2", "_.profile,_-2.profile", "a.tar.gz,a.tar-2.gz"})
  void a_number_goes_before_the_ending(String name, String numbered) {
    assertThat(FileNames.numbered(name, 2)).isEqualTo(numbered);
  }

  @Test
  void sizes_and_counts_have_bounds() {
    long most = FileOffer.MAX_BYTES;
    assertThat(offer("a", most).objection()).isEmpty();
    assertThat(offer("a", most + 1).objection()).get().asString().contains("50 MB");
    assertThat(offer("a", -1).objection()).isPresent();
    var half = new OfferedFile("a", most / 2 + 1);
    assertThat(new FileOffer("t", List.of(half, half), most + 2, SHA, 1, "").objection())
        .isPresent();
    assertThat(new FileOffer("t", List.of(half), 3, SHA, 1, "").objection()).isPresent();
    var small = new OfferedFile("a", 1);
    assertThat(new FileOffer("t", Collections.nCopies(101, small), 101, SHA, 1, "").objection())
        .isPresent();
    assertThat(new FileOffer("t", List.of(), 0, SHA, 1, "").objection()).isPresent();
    for (int parts : new int[] {0, -1, 10_001}) {
      assertThat(new FileOffer("t", List.of(small), 1, SHA, parts, "").objection()).isPresent();
    }
    assertThat(new FileOffer("t", List.of(small), 1, "abc", 1, "").objection()).isPresent();
    assertThat(new FileOffer("a b", List.of(small), 1, SHA, 1, "").objection()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "{\"_ft\":5}",
        "{\"_ft\":\"other\"}",
        "[\"_ft\"]",
        "{\"_ft\":\"offer\"",
        "\"_ft\"",
        "null"
      })
  void what_is_no_step_is_just_text(String content) {
    assertThat(TransferMessage.read(content)).isEmpty();
    assertThat(TransferMessage.readPart(content)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"_ft\":\"offer\"}",
        "{\"_ft\":\"offer\",\"tid\":{},\"files\":\"x\",\"chunks\":1e99}",
        "{\"_ft\":\"offer\",\"tid\":\"t\",\"files\":[5,null,{\"name\":{}}],\"totalSize\":[]}"
      })
  void a_crooked_offer_is_read_and_objected_to(String content) {
    assertThat(TransferMessage.read(content).orElseThrow())
        .isInstanceOfSatisfying(
            TransferMessage.Offer.class, o -> assertThat(o.offer().objection()).isPresent());
  }

  @Test
  void what_is_written_is_read_again() {
    var steps =
        List.<TransferMessage>of(
            new TransferMessage.Offer(offer("ü.txt", 5)),
            new TransferMessage.Accept("t"),
            new TransferMessage.Reject("t"),
            new TransferMessage.Complete("t", SHA),
            new TransferMessage.Ack("t", true, ""),
            new TransferMessage.Ack("t", false, "why"));
    for (var step : steps) assertThat(TransferMessage.read(step.text())).contains(step);
    var part = new TransferMessage.Part("t", 1, 2, "line\n\"quoted\"");
    assertThat(TransferMessage.readPart(part.text())).contains(part);
  }

  @Test
  void what_the_receiver_would_refuse_is_not_packed(@TempDir Path folder) throws IOException {
    var control = Files.writeString(folder.resolve("a\u001bb"), "x");
    assertThatThrownBy(() -> PackedFiles.of(List.of(control))).hasMessageContaining("control");
    assertThatThrownBy(() -> PackedFiles.of(List.of(folder))).hasMessageContaining("is no file");
    assertThatThrownBy(() -> PackedFiles.of(List.of())).hasMessageContaining("1-100");
    var large = folder.resolve("large");
    try (var file = new java.io.RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(FileOffer.MAX_BYTES + 1);
    }
    assertThatThrownBy(() -> PackedFiles.of(List.of(large))).hasMessageContaining("50 MB");
  }

  @Test
  void an_archive_of_the_largest_offer_fits_its_bound(@TempDir Path folder) throws IOException {
    var path = folder.resolve("x".repeat(200));
    try (var file = new java.io.RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(FileOffer.MAX_BYTES);
    }
    try (var packed = PackedFiles.of(List.of(path));
        var in = packed.open()) {
      long chars = 0;
      for (var part = PackedFiles.next(in); !part.isEmpty(); part = PackedFiles.next(in)) {
        chars += part.length();
      }
      var offer = packed.offer("t", "ada");
      assertThat(offer.objection()).isEmpty();
      assertThat(chars).isLessThan(offer.maxArchive()).isGreaterThan(offer.maxArchive() - 20_000);
      assertThat(offer.parts()).isEqualTo((int) Math.ceilDiv(chars, PackedFiles.PART_CHARS));
    }
  }
}
