package dev.reveille.server.admin;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PublicKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads and writes the lists as JSON files, in the format of agentchat. */
final class ListDocument {
  /** The most entries of a list; the whole list is written at each change. */
  static final int MAX_ENTRIES = 10_000;

  private static final int MAX_TEXT = 4096;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The end of the year 9999. */
  private static final long LAST_TIME = 253_402_300_799_999L;

  /** The text is not a valid list. The message says where. */
  static final class Broken extends Exception {
    Broken(String message) {
      super(message);
    }
  }

  private ListDocument() {}

  static String ofBans(Collection<StoredBan> bans) {
    return document(
        bans,
        ban ->
            new JsonText(160)
                .field("agentId", ban.agent().substring(1))
                .field("reason", ban.reason())
                .field("bannedAt", time(ban.at()))
                .field("bannedBy", ban.by()));
  }

  static String ofApprovals(Collection<StoredApproval> approvals) {
    return document(
        approvals,
        a ->
            new JsonText(300)
                .field("pubkey", a.pubkey())
                .field("agentId", a.agent().substring(1))
                .field("approvedAt", time(a.at()))
                .field("approvedBy", a.by())
                .field("note", a.note()));
  }

  private static <T> String document(Collection<T> entries, Function<T, JsonText> entry) {
    var lines = entries.stream().map(e -> "  " + entry.apply(e).text()).toList();
    return lines.isEmpty() ? "[]\n" : "[\n" + String.join(",\n", lines) + "\n]\n";
  }

  static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /**
   * Reads a list of bans.
   *
   * @param now the time for entries without one
   */
  static List<StoredBan> bans(String text, long now) throws Broken {
    var bans = new ArrayList<StoredBan>();
    for (var entry : entries(text)) {
      bans.add(
          new StoredBan(
              agent(entry, bans.size()),
              string(entry, "reason", "", bans.size()),
              millis(entry, "bannedAt", now, bans.size()),
              string(entry, "bannedBy", "admin", bans.size())));
    }
    return bans;
  }

  static List<StoredApproval> approvals(String text, long now) throws Broken {
    var approvals = new ArrayList<StoredApproval>();
    for (var entry : entries(text)) {
      int place = approvals.size();
      var key = string(entry, "pubkey", "", place);
      if (key.isEmpty()) throw new Broken("entry " + (place + 1) + " has no pubkey");
      // The id is computed from the key; an id in the file is ignored.
      approvals.add(
          new StoredApproval(
              key,
              "@" + PublicKey.agentId(key),
              millis(entry, "approvedAt", now, place),
              string(entry, "approvedBy", "admin", place),
              string(entry, "note", "", place)));
    }
    return approvals;
  }

  private static JsonNode entries(String text) throws Broken {
    var json = Json.read(text).orElseThrow(() -> new Broken("it is not JSON"));
    if (!json.isArray()) throw new Broken("it is not a list");
    if (json.size() > MAX_ENTRIES) throw new Broken("it has more than " + MAX_ENTRIES + " entries");
    return json;
  }

  private static String agent(JsonNode entry, int place) throws Broken {
    var id = string(entry, "agentId", "", place);
    var bare = id.startsWith("@") ? id.substring(1) : id;
    if (!Names.isName(bare)) throw new Broken("entry " + (place + 1) + " has no agentId");
    return "@" + bare;
  }

  private static String string(JsonNode entry, String field, String missing, int place)
      throws Broken {
    var value = entry.path(field);
    if (value.isMissingNode() || value.isNull()) return missing;
    if (!value.isString() || value.stringValue().length() > MAX_TEXT) {
      throw new Broken(
          "%s of entry %d is not a text of at most %d characters"
              .formatted(field, place + 1, MAX_TEXT));
    }
    return value.stringValue();
  }

  private static long millis(JsonNode entry, String field, long missing, int place) throws Broken {
    var value = entry.path(field);
    if (value.isMissingNode() || value.isNull()) return missing;
    try {
      long at = -1;
      if (value.isString()) at = Instant.parse(value.stringValue()).toEpochMilli();
      else if (value.isIntegralNumber() && value.canConvertToLong()) at = value.longValue();
      if (at >= 0 && at <= LAST_TIME) return at;
    } catch (DateTimeException | ArithmeticException e) {
      // said below
    }
    throw new Broken(
        "%s of entry %d is not a time like 2026-01-31T12:00:00.000Z".formatted(field, place + 1));
  }

  static String checksum(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
