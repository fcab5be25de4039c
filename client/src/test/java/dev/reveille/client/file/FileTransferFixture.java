package dev.reveille.client.file;

import dev.reveille.client.file.FileOffer.OfferedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.io.TempDir;

/** Two ends of a transfer with a folder each. */
abstract class FileTransferFixture {
  final Path from;

  final Path to;

  final TwoEnds ends = new TwoEnds();

  FileTransferFixture(@TempDir Path folder) throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = Files.createDirectory(folder.resolve("to"));
  }

  Path file(String name, byte[] content) throws IOException {
    return Files.write(from.resolve(name), content);
  }

  static byte[] noise(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  CompletableFuture<List<Path>> receiving() {
    return receiving(new Shelf(to, false));
  }

  CompletableFuture<List<Path>> receiving(Shelf shelf) {
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

  void send(Path... files) throws InterruptedException {
    try (var packed = PackedFiles.of(List.of(files))) {
      ends.sender.send("@bob", packed, "ada", TransferProgress.SILENT);
    }
  }

  static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  static TransferException failure(CompletableFuture<?> future) {
    try {
      throw new AssertionError("it succeeded: " + future.get(30, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TransferException failure) return failure;
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  List<String> inFolder() throws IOException {
    try (var all = Files.list(to)) {
      return all.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  Path arrive(String archive, String name, long size) throws IOException {
    var path = Files.writeString(from.resolve("archive"), archive);
    var offer = new FileOffer("t", List.of(new OfferedFile(name, size)), size, "", 1, "x");
    return Unpacking.of(Files.newBufferedReader(path), offer, to).getFirst();
  }

  void offer(FileOffer offer) {
    var content = new TransferMessage.Offer(offer).text();
    ends.receiver.hear(TwoEnds.incoming("@ada", "@bob", content, TwoEnds.NOW));
  }

  static FileOffer offer(String name, long size) {
    var sha256 = HexFormat.of().formatHex(Digests.sha256().digest(new byte[0]));
    return new FileOffer("t1", List.of(new OfferedFile(name, size)), size, sha256, 1, "ada");
  }
}
