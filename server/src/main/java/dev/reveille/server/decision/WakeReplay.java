package dev.reveille.server.decision;

import dev.reveille.protocol.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Makes stored decisions again with the present code, and shows those that are different now. */
public final class WakeReplay {
  private static final int PAGE = 500;
  private static final int MOST_SHOWN = 100;

  /**
   * A decision that is different now.
   *
   * @param now the answer of the present code; its reasons are empty if the inputs cannot be read
   */
  public record Difference(StoredDecision before, WakeAnswer now) {}

  /**
   * The result of a replay.
   *
   * @param looked how many decisions were made again
   * @param different how many of them are different now
   * @param shown the first of these
   */
  public record Result(long looked, long different, List<Difference> shown) {
    public Result {
      shown = List.copyOf(shown);
    }
  }

  private WakeReplay() {}

  /** Makes the decisions since this time again. */
  public static Result since(WakeReads reads, long wallMillis) {
    long looked = 0;
    long different = 0;
    var shown = new ArrayList<Difference>();
    StoredDecision last = null;
    while (true) {
      var page = reads.since(wallMillis, last, PAGE);
      for (var decision : page) {
        looked++;
        var now = again(decision);
        if (now.action() == decision.action() && now.names().equals(decision.reasons())) continue;
        different++;
        if (shown.size() < MOST_SHOWN) shown.add(new Difference(decision, now));
      }
      if (page.size() < PAGE) return new Result(looked, different, shown);
      last = page.getLast();
    }
  }

  private static WakeAnswer again(StoredDecision decision) {
    try {
      return WakeDecision.of(InputText.read(decision.inputs()));
    } catch (IllegalArgumentException e) {
      return new WakeAnswer(WakeAction.NONE, List.of());
    }
  }

  /** Returns the result as a JSON object. */
  public static String json(Result result) {
    var rows =
        result.shown().stream()
            .map(
                each ->
                    new JsonText(256)
                        .field("seat", each.before().seat())
                        .field("at", each.before().firstAt())
                        .field("before", each.before().action().name())
                        .field("before_reasons", each.before().reasons())
                        .field("now", each.now().action().name())
                        .field("now_reasons", each.now().names())
                        .field("inputs", each.before().inputs())
                        .bytes())
            .toList();
    return new JsonText(512)
        .field("looked", result.looked())
        .field("different", result.different())
        .rawList("differences", rows)
        .text();
  }
}
