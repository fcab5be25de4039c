package dev.reveille.server.worksource;

/**
 * The last answer of a work source for one seat.
 *
 * @param askedAt when it was asked last
 * @param known false if it could not say
 * @param count the last number that it said
 * @param news rises when there is more work, or newer work, than before
 * @param mark what it wants to see again
 * @param more true if there may be more than the number
 * @param reason why it is not known; empty if it is
 */
public record StoredSource(
    String source,
    String seat,
    long askedAt,
    boolean known,
    long count,
    long newest,
    long news,
    String mark,
    boolean more,
    String reason) {

  static StoredSource none(String source, String seat) {
    return new StoredSource(source, seat, 0, false, 0, 0, 0, "", false, "it was not asked yet");
  }

  /** Returns what is known after an answer. */
  StoredSource after(SourceFinding finding, long at) {
    return switch (finding.outcome()) {
      case COUNTED -> {
        boolean more = finding.count() > count || finding.newest() > newest;
        yield new StoredSource(
            source,
            seat,
            at,
            true,
            finding.count(),
            finding.newest(),
            more ? news + 1 : news,
            finding.mark(),
            finding.more(),
            "");
      }
      case UNCHANGED ->
          new StoredSource(source, seat, at, true, count, newest, news, mark, more, "");
      // The mark stays: the next answer may say that nothing changed since the last number.
      case FAILED ->
          new StoredSource(
              source, seat, at, false, count, newest, news, mark, more, finding.reason());
    };
  }
}
