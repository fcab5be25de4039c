package dev.reveille.server.seat;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.store.AppendEvent;
import java.util.Arrays;
import java.util.Locale;

/**
 * Describes what happens to seats for the feed. Everybody sees the states; only administrators see
 * the evidence, which may quote a harness.
 */
final class SeatFacet {
  private static final String GROUP = "seats";

  private SeatFacet() {}

  static Facet facet() {
    return Facet.of(
        GROUP, Arrays.stream(SeatEvent.values()).map(SeatFacet::kind).toArray(EventKind[]::new));
  }

  private static String name(SeatEvent event) {
    return "seat." + event.name().toLowerCase(Locale.ROOT);
  }

  private static EventKind kind(SeatEvent event) {
    var said = EventKind.of(name(event), words(event) + "[: {evidence}]");
    var kind = said.showing("state", "previous").in(GROUP);
    return switch (event) {
      case START_FAILED, NOT_STARTED, START_CALLED_OFF, CRASHED, UNSEEN, LIMITED ->
          kind.tone(Tone.WARNING);
      case START_BEGUN,
          TURN_STARTED,
          WENT_SILENT,
          TURN_PROCESS_EXITED,
          EXITED,
          SUNSET,
          FULL_DECLARED,
          LIMIT_PASSED,
          SEEN,
          STOPPED,
          BENCHED,
          UNBENCHED,
          OPTED_OUT,
          OPTED_IN ->
          kind;
    };
  }

  private static String words(SeatEvent event) {
    return switch (event) {
      case START_BEGUN -> "a session is being started";
      case START_FAILED -> "its session could not be started";
      case NOT_STARTED -> "its session was not started";
      case START_CALLED_OFF -> "the start of its session was called off";
      case TURN_STARTED -> "works";
      case WENT_SILENT -> "is idle";
      case TURN_PROCESS_EXITED -> "is idle, its turn is over";
      case EXITED -> "its session ended";
      case CRASHED -> "its session crashed";
      case SUNSET -> "declared the end of its session";
      case FULL_DECLARED -> "declared its session full";
      case LIMITED -> "is limited by its provider";
      case LIMIT_PASSED -> "is not limited any more";
      case UNSEEN -> "is lost, its harness cannot be seen";
      case SEEN -> "is seen again";
      case STOPPED -> "its session was stopped";
      case BENCHED -> "was benched";
      case UNBENCHED -> "was taken off the bench";
      case OPTED_OUT -> "opted out";
      case OPTED_IN -> "opted in again";
    };
  }

  static AppendEvent event(
      String identity, long at, SeatEvent event, SeatState previous, SeatState now, String why) {
    var detail =
        new JsonText(160)
            .field("state", now.word())
            .field("previous", previous.word())
            .field("evidence", why);
    return new AppendEvent(at, name(event), identity, null, detail.text());
  }
}
