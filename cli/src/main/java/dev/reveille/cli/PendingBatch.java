package dev.reveille.cli;

import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The entries that an agent gets at once, and confirms at once.
 *
 * @param cursor confirms it; empty if there is nothing to confirm
 * @param lost messages that were removed before they were confirmed
 * @param passedOver messages of channels that did not match the filter
 * @param more true if more waits
 */
record PendingBatch(List<Item> items, String cursor, long lost, long passedOver, boolean more) {
  PendingBatch {
    items = List.copyOf(items);
  }

  /**
   * One message.
   *
   * @param json as programs get it
   */
  record Item(ServerMessage.Msg message, String json) {
    static Item of(InboxMessages.PendingEntry entry) {
      var message = entry.message();
      var json =
          JsonText.with(
              ServerMessages.write(message, message.ts()),
              "because",
              JsonText.quote(entry.because()));
      return new Item(message, new String(json, StandardCharsets.UTF_8));
    }
  }

  /**
   * Returns the entries of a page, and behind them what came in no inbox.
   *
   * @param before what answers before it passed over
   */
  static PendingBatch of(InboxMessages.Pending page, List<Item> pushed, long before) {
    var items = new ArrayList<Item>();
    page.entries().forEach(entry -> items.add(Item.of(entry)));
    items.addAll(pushed);
    return new PendingBatch(
        items, page.cursor(), page.lost(), before + page.passedOver(), page.more());
  }

  List<String> lines() {
    return items.stream().map(Item::json).toList();
  }

  /** Returns a name that the same batch has when it comes again, also with more behind it. */
  String key() {
    var first = items.getFirst();
    var message = first.message();
    if (message.seq() > 0) return message.to() + " " + message.seq() + " " + message.msgId();
    // What is in no inbox has no seq and often no id.
    return message.to() + " " + (message.msgId() == null ? hash(first.json()) : message.msgId());
  }

  private static String hash(String text) {
    try {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
