package dev.reveille.server.retraction;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.ReplaceText;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Owns the question whether one message was taken back. It exists while somebody asks. */
final class RetractionCell implements Cell {
  static final String KIND = "retraction";

  /** The fields that stay: who was meant, how urgently, and what it answered. */
  private static final List<String> KEPT = List.of("priority", "in_reply_to", "mentions");

  private final String msgId;
  private final Clock clock;
  private final @Nullable StoredEntry entry;
  private boolean retracted;

  private RetractionCell(String msgId, @Nullable StoredEntry entry, Clock clock) {
    this.msgId = msgId;
    this.entry = entry;
    this.clock = clock;
    retracted = entry != null && isMarked(entry.extras());
  }

  static RetractionCell load(String msgId, Clock clock, Store store) {
    var entries = store.reads(EntryReads.class);
    var entry =
        entries
            .place(msgId)
            .flatMap(
                place ->
                    entries.after(place.stream(), place.seq() - 1, 1).stream()
                        .filter(each -> msgId.equals(each.msgId()))
                        .findFirst())
            .orElse(null);
    return new RetractionCell(msgId, entry, clock);
  }

  static CellId at(String msgId) {
    return new CellId(KIND, msgId);
  }

  private static boolean isMarked(String extras) {
    return extras.equals(RetractionMessages.MARK) || extras.endsWith("," + RetractionMessages.MARK);
  }

  /** Somebody else's message and one that does not exist get the same answer. */
  @Override
  public Step handle(Command command) {
    var asked = (RetractionCommand) command;
    var kept = entry;
    if (kept == null || !kept.isMessage() || !kept.sender().equals(asked.agent())) {
      return Step.answer(
          new ChatAnswer.Refused(
              ErrorCode.INVALID_MSG, "No message " + msgId + " of yours is stored"));
    }
    var news = new RetractionMessages.Retracted(msgId, kept.sender(), kept.stream(), kept.seq());
    var answer = new DeliveryEffect.ToSession(asked.session(), news);
    if (retracted) return Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of(answer)));
    retracted = true;
    return Step.answer(new ChatAnswer.Done(), unit(kept, asked, news, answer));
  }

  /**
   * Returns the fields that stay. Tags are text of the author, and a signature of the old text
   * would make the new one look forged.
   */
  private static String left(String extras) {
    var left = new JsonText(64);
    Json.read("{" + extras + "}")
        .ifPresent(
            fields -> {
              for (var name : KEPT) {
                if (fields.has(name)) left.raw(name, JsonText.of(fields.path(name)));
              }
            });
    return left.fields();
  }

  private Unit unit(
      StoredEntry kept,
      RetractionCommand asked,
      RetractionMessages.Retracted news,
      DeliveryEffect answer) {
    var fields = new JsonText(64).rawFields(left(kept.extras())).rawFields(RetractionMessages.MARK);
    var detail = new JsonText(64).field("msg_id", msgId).field("seq", kept.seq());
    return Unit.required(
        List.of(
            new ReplaceText(
                kept.stream(), kept.seq(), RetractionMessages.PLACEHOLDER, fields.fields()),
            new AppendEvent(
                clock.wallMillis(),
                RetractionFeature.EVENT,
                kept.sender(),
                kept.stream(),
                detail.text())),
        List.of(
            new DeliveryEffect.Replaced(kept.stream()),
            answer,
            new RetractionEffect(news, asked.session())),
        List.of(Messages.notStored(asked.session())));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  /** An unknown id may be that of a message to come, so nothing is remembered. */
  @Override
  public boolean isFinished() {
    return true;
  }
}
