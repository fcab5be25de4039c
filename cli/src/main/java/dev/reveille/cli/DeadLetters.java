package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The dead letters of one agent, and how often the batch in hand was tried, in a file that only its
 * owner can read.
 *
 * <p>A change is on the disk when its method returns, completely or not at all. Several commands
 * may change it at once.
 */
final class DeadLetters {
  /** More are not accepted: then nothing is confirmed, and the batch stays on the server. */
  static final int MAX_LETTERS = 1_000;

  static final long MAX_BYTES = 64L << 20;

  /** A process may lock a file only once. */
  private static final ReentrantLock ONE_OF_THIS_PROCESS = new ReentrantLock();

  private final Path file;

  private DeadLetters(Path file) {
    this.file = file;
  }

  /**
   * Returns the dead letters of an agent.
   *
   * @param agentId with {@code @}
   */
  static DeadLetters of(Terminal terminal, String agentId) {
    return new DeadLetters(
        ConfigFolder.mail(terminal.env()).resolve(agentId.substring(1) + ".json"));
  }

  /**
   * The whole file.
   *
   * @param next the id of the next letter
   * @param batch the batch that was tried last; empty = none
   * @param tries how often
   */
  private record Content(long next, String batch, int tries, List<DeadLetter> letters) {
    static final Content EMPTY = new Content(1, "", 0, List.of());

    Content {
      letters = List.copyOf(letters);
    }

    String json() {
      return new JsonText()
          .field("next", next)
          .field("batch", batch)
          .field("tries", tries)
          .rawList(
              "letters",
              letters.stream().map(l -> l.json().getBytes(StandardCharsets.UTF_8)).toList())
          .text();
    }
  }

  List<DeadLetter> all() {
    return read().letters();
  }

  Optional<DeadLetter> find(long id) {
    return all().stream().filter(letter -> letter.id() == id).findFirst();
  }

  /** Returns how often the batch was tried before. */
  int tries(String batch) {
    var now = read();
    return now.batch().equals(batch) ? now.tries() : 0;
  }

  /** Notes that the batch is tried once more, and returns how often it was then. */
  int begin(String batch) {
    return change(
            now ->
                new Content(
                    now.next(),
                    batch,
                    now.batch().equals(batch) ? now.tries() + 1 : 1,
                    now.letters()))
        .tries();
  }

  /** Returns the letter of this batch. */
  Optional<DeadLetter> find(String server, List<String> entries) {
    return all().stream()
        .filter(letter -> letter.server().equals(server) && letter.entries().equals(entries))
        .findFirst();
  }

  /** Forgets the tries: the batch is confirmed, so it does not come again. */
  void confirmed() {
    if (read().tries() > 0) {
      var _ = change(now -> new Content(now.next(), "", 0, now.letters()));
    }
  }

  /**
   * Adds a letter. The tries stay until the batch is confirmed.
   *
   * @param letter its id is given here
   * @throws Problem if there are too many
   */
  DeadLetter add(DeadLetter letter) {
    var changed =
        change(
            now -> {
              var letters = new ArrayList<>(now.letters());
              letters.add(
                  new DeadLetter(
                      now.next(),
                      letter.at(),
                      letter.server(),
                      letter.tries(),
                      letter.command(),
                      letter.reason(),
                      letter.entries()));
              return new Content(now.next() + 1, now.batch(), now.tries(), letters);
            });
    return changed.letters().getLast();
  }

  /** Removes letters; those that are gone already do not matter. */
  void remove(Set<Long> ids) {
    var _ =
        change(
            now ->
                new Content(
                    now.next(),
                    now.batch(),
                    now.tries(),
                    now.letters().stream().filter(l -> !ids.contains(l.id())).toList()));
  }

  private Content change(UnaryOperator<Content> change) {
    ONE_OF_THIS_PROCESS.lock();
    try {
      Files.createDirectories(
          file.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (var channel = FileChannel.open(lockFile(), LOCK_OPTIONS, LOCK_MODE);
          var _ = channel.lock()) {
        var changed = change.apply(read());
        var text = changed.json();
        if (changed.letters().size() > MAX_LETTERS || text.length() > MAX_BYTES) throw full();
        IdentityFile.write(file, text);
        return changed;
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot write the dead letters to " + file + ".", e);
    } finally {
      ONE_OF_THIS_PROCESS.unlock();
    }
  }

  private static final Set<StandardOpenOption> LOCK_OPTIONS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

  private static final java.nio.file.attribute.FileAttribute<?> LOCK_MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private Path lockFile() {
    return file.resolveSibling("." + file.getFileName() + ".lock");
  }

  private Problem full() {
    return new Problem(
        Exit.FAILED,
        "There are too many dead letters in "
            + file
            + ", so this batch stays on the server. Look at them with: reveille mail dead list");
  }

  private Content read() {
    try {
      if (Files.size(file) > 2 * MAX_BYTES) throw damaged(null);
      var json = Json.read(Files.readString(file)).orElseThrow(() -> damaged(null));
      var letters = new ArrayList<DeadLetter>();
      for (var letter : json.path("letters")) letters.add(DeadLetter.of(letter));
      return new Content(
          Math.max(1, json.path("next").asLong(1)),
          json.path("batch").asString(""),
          json.path("tries").asInt(0),
          letters);
    } catch (NoSuchFileException e) {
      return Content.EMPTY;
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private Problem damaged(@org.jspecify.annotations.Nullable Throwable e) {
    return new Problem(
        Exit.FAILED,
        "The dead letters in "
            + file
            + " cannot be read or are damaged; restore the file or move"
            + " it away.",
        e);
  }
}
