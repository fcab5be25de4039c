package dev.reveille.server.seat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Consolidates what ended sessions left into a handoff each, by a command that people configured.
 * It gets the history as JSON on standard input and answers with {@code done}, {@code next}, {@code
 * questions} and {@code worked_on}.
 *
 * <p>It only writes handoffs. It starts, wakes and nudges nobody, and nothing but its own timer
 * starts it.
 */
final class Dreams {
  static final String KIND = "dream";

  /** The most sessions of one look; the next look goes on. */
  private static final int MOST_SESSIONS = 20;

  private static final int PAGE = 200;
  private static final int LOG_ROWS = 200;
  private static final int MOST_OUTPUT = 65_536;

  private final SeatConfig config;
  private final Store store;
  private final Programs programs;
  private final UnaryOperator<String> redact;

  Dreams(SeatConfig config, Store store, Programs programs, UnaryOperator<String> redact) {
    this.config = config;
    this.store = store;
    this.programs = programs;
    this.redact = redact;
  }

  JobKind<DreamRound> kind() {
    return new JobKind<>(KIND, DreamRound.class, 1, 1, _ -> round());
  }

  private DreamRound.Over round() throws InterruptedException {
    var dreamt = new ArrayList<DreamRound.Dreamt>();
    var failures = new ArrayList<String>();
    for (var session : fresh()) {
      try {
        dreamt.add(new DreamRound.Dreamt(session.identity(), session.id(), dream(session)));
      } catch (IOException e) {
        failures.add(session.identity() + ": " + e.getMessage());
      }
    }
    return new DreamRound.Over(dreamt, failures);
  }

  /** Returns the last sessions of seats that have ended and were not consolidated yet. */
  private List<SeatSession> fresh() {
    var fresh = new ArrayList<SeatSession>();
    var after = "";
    while (fresh.size() < MOST_SESSIONS) {
      var page = store.reads(SeatReads.class).seats(after, PAGE);
      if (page.isEmpty()) break;
      for (var seat : page) {
        after = seat.seat().identity();
        last(after).ifPresent(fresh::add);
        if (fresh.size() >= MOST_SESSIONS) break;
      }
    }
    return fresh;
  }

  private Optional<SeatSession> last(String identity) {
    var memory = store.reads(MemoryReads.class);
    return memory.sessions(identity, 2).stream()
        .filter(session -> !session.isOpen() && session.seenAt() != null)
        .findFirst()
        .filter(
            session ->
                memory.handoffs(identity, Long.MAX_VALUE, config.keepHandoffs()).stream()
                    .noneMatch(
                        handoff ->
                            handoff.author() == Handoff.Author.DREAM
                                && session.id().equals(handoff.session())));
  }

  private SeatMessages.Note dream(SeatSession session) throws IOException, InterruptedException {
    var ended =
        programs.run(config.dreamCommand(), history(session), MOST_OUTPUT, config.dreamLimit());
    if (ended.exit() != 0) {
      throw new IOException(
          config.dreamCommand().getFirst() + " ended with " + ended.exit() + ": " + ended.errors());
    }
    return note(ended.output());
  }

  /** Returns what the worker gets: the session, its log and the handoffs, as data. */
  String history(SeatSession session) {
    var identity = session.identity();
    var log =
        store.reads(SeatReads.class).log(identity, Long.MAX_VALUE, LOG_ROWS).reversed().stream()
            .filter(row -> session.id().equals(row.session()))
            .map(SeatShown::log)
            .toList();
    return new JsonText(4096)
        .field("session", session.id())
        .rawList("log", log)
        .raw(
            "memory",
            "{" + SeatShown.memory(store.reads(MemoryReads.class), identity, 5).fields() + "}")
        .text();
  }

  private SeatMessages.Note note(String output) throws IOException {
    var json = Json.read(output).filter(read -> read.isObject());
    if (json.isEmpty()) throw new IOException("its answer is no JSON object");
    var things = new ArrayList<String>();
    for (var thing : json.get().path("worked_on")) {
      if (things.size() < SeatMessages.MAX_THINGS) things.add(text(thing.asString(""), 128));
    }
    return new SeatMessages.Note(
        text(json.get().path("done").asString(""), SeatMessages.MAX_TEXT),
        text(json.get().path("next").asString(""), SeatMessages.MAX_TEXT),
        text(json.get().path("questions").asString(""), SeatMessages.MAX_TEXT),
        things.stream().filter(thing -> !thing.isBlank()).distinct().toList());
  }

  private String text(String text, int most) {
    // Lone surrogates become question marks.
    var clean = redact.apply(new String(text.getBytes(UTF_8), UTF_8));
    return clean.length() <= most ? clean : clean.substring(0, most);
  }
}
