package dev.reveille.client.file;

import dev.reveille.client.file.FileOffer.OfferedFile;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.util.ArrayList;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A step of a transfer: the JSON with {@code _ft} inside a message or a part of a file. */
public sealed interface TransferMessage {
  /** More than any honest step has, but for a {@link Part}. */
  int MAX_TEXT = 128 * 1024;

  String tid();

  record Offer(FileOffer offer) implements TransferMessage {
    @Override
    public String tid() {
      return offer.tid();
    }
  }

  record Accept(String tid) implements TransferMessage {}

  record Reject(String tid) implements TransferMessage {}

  /** A piece of the archive's text; {@code idx} counts from 0. */
  record Part(String tid, int idx, int total, String data) implements TransferMessage {}

  record Complete(String tid, String sha256) implements TransferMessage {}

  /** The receiver's result. */
  record Ack(String tid, boolean ok, String error) implements TransferMessage {}

  /** Returns the step in a chat message, or empty if it holds none. */
  static Optional<TransferMessage> read(String content) {
    if (content.length() > MAX_TEXT || !content.contains("\"_ft\"")) return Optional.empty();
    return Json.read(content).flatMap(TransferMessage::step);
  }

  private static Optional<TransferMessage> step(JsonNode m) {
    var tid = m.path("tid").asString("");
    return switch (m.path("_ft").asString("")) {
      case "offer" -> Optional.of(new Offer(offer(tid, m)));
      case "accept" -> Optional.of(new Accept(tid));
      case "reject" -> Optional.of(new Reject(tid));
      case "complete" -> Optional.of(new Complete(tid, m.path("sha256").asString("")));
      case "ack" ->
          Optional.of(new Ack(tid, m.path("ok").asBoolean(false), m.path("error").asString("")));
      default -> Optional.empty();
    };
  }

  /** Returns the step in a FILE_CHUNK. */
  static Optional<Part> readPart(String content) {
    return Json.read(content)
        .filter(m -> m.path("_ft").asString("").equals("chunk"))
        .map(
            m ->
                new Part(
                    m.path("tid").asString(""),
                    m.path("idx").asInt(-1),
                    m.path("total").asInt(-1),
                    m.path("data").asString("")));
  }

  private static FileOffer offer(String tid, JsonNode m) {
    var files = new ArrayList<OfferedFile>();
    for (var file : m.path("files")) {
      files.add(new OfferedFile(file.path("name").asString(""), file.path("size").asLong(-1)));
    }
    return new FileOffer(
        tid,
        files,
        m.path("totalSize").asLong(-1),
        m.path("sha256").asString(""),
        m.path("chunks").asInt(-1),
        m.path("senderNick").asString(""));
  }

  default String text() {
    return switch (this) {
      case Offer(var offer) ->
          typed("offer")
              .rawList(
                  "files",
                  offer.files().stream()
                      .map(f -> new JsonText().field("name", f.name()).field("size", f.size()))
                      .map(JsonText::bytes)
                      .toList())
              .field("totalSize", offer.totalSize())
              .field("sha256", offer.sha256())
              .field("chunks", offer.parts())
              .field("senderNick", offer.senderNick())
              .text();
      case Accept _ -> typed("accept").text();
      case Reject _ -> typed("reject").text();
      case Part(var _, var idx, var total, var data) ->
          typed("chunk").field("idx", idx).field("total", total).field("data", data).text();
      case Complete(var _, var sha256) -> typed("complete").field("sha256", sha256).text();
      case Ack(var _, var ok, var error) -> {
        var ack = typed("ack").field("ok", ok);
        yield (ok ? ack : ack.field("error", error)).text();
      }
    };
  }

  private JsonText typed(String step) {
    return new JsonText().field("_ft", step).field("tid", tid());
  }
}
