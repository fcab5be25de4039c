package dev.reveille.server.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Draws frames: honest messages, honest ones with something wrong in them, and what no honest
 * client would write.
 */
final class HostileFrames {
  /** The content of a frame; {@code binary} = the kind of frame that need not be UTF-8. */
  static final class Drawn {
    private final byte[] payload;
    private final boolean binary;

    Drawn(byte[] payload, boolean binary) {
      this.payload = payload;
      this.binary = binary;
    }

    byte[] payload() {
      return payload;
    }

    boolean binary() {
      return binary;
    }

    static Drawn text(String text) {
      return new Drawn(text.getBytes(StandardCharsets.UTF_8), false);
    }

    String read() {
      return new String(payload, StandardCharsets.UTF_8);
    }
  }

  private static final Map<String, List<String>> FIELDS =
      Map.ofEntries(
          Map.entry("IDENTIFY", List.of("name", "pubkey")),
          Map.entry("VERIFY_IDENTITY", List.of("challenge_id", "signature", "timestamp")),
          Map.entry("PING", List.of()),
          Map.entry("LIST_CHANNELS", List.of()),
          Map.entry("LIST_AGENTS", List.of("channel")),
          Map.entry("JOIN", List.of("channel", "since")),
          Map.entry("LEAVE", List.of("channel")),
          Map.entry("CREATE_CHANNEL", List.of("channel", "invite_only", "verified_only")),
          Map.entry("INVITE", List.of("channel", "agent")),
          Map.entry("MSG", List.of("to", "content", "in_reply_to", "sig", "tags", "client_msg_id")),
          Map.entry("TYPING", List.of("channel")),
          Map.entry("SET_PRESENCE", List.of("status", "status_text")),
          Map.entry("SET_NICK", List.of("nick")),
          Map.entry("HISTORY", List.of("channel", "after", "limit")),
          Map.entry("FILE_CHUNK", List.of("to", "content")),
          Map.entry("RESPONDING_TO", List.of("msg_id", "channel", "started_at")),
          Map.entry("VERIFY_REQUEST", List.of("target", "nonce")),
          Map.entry("VERIFY_RESPONSE", List.of("request_id", "nonce", "sig")),
          Map.entry("REGISTER_SKILLS", List.of("skills", "sig")),
          Map.entry("SEARCH_SKILLS", List.of("query", "query_id")),
          Map.entry("SUBSCRIBE", List.of("channel", "only")),
          Map.entry("MUTE", List.of("agent", "muted")),
          Map.entry("SUBSCRIPTIONS", List.of()),
          Map.entry("ADMIN_MUTE", List.of("admin_key", "agent_id", "seconds", "reason")),
          Map.entry("ADMIN_SLOW_MODE", List.of("admin_key", "channel", "seconds")));
  private static final List<String> TYPES = List.copyOf(new java.util.TreeSet<>(FIELDS.keySet()));

  /** Claims that an impostor would like the server to believe. */
  private static final String[] CLAIMS = {
    "from", "from_name", "agent_id", "agent", "id", "msg_id", "verified", "seq", "ts", "replay"
  };

  private static final int HUGE = 2_097_152;

  private final Dice dice;
  private final List<String> targets;

  /**
   * @param targets ids and names of others, to aim at and to pretend to be
   */
  HostileFrames(Dice dice, List<String> targets) {
    this.dice = dice;
    this.targets = targets;
  }

  Drawn next() {
    int roll = dice.below(10_000);
    if (roll < 3) return Drawn.text(huge());
    if (roll < 3_000) return Drawn.text(message(0));
    if (roll < 7_000) return Drawn.text(message(1 + dice.below(3)));
    if (roll < 7_700) return Drawn.text(dice.json(5));
    if (roll < 7_900) return Drawn.text(dice.nest());
    if (roll < 9_500) return new Drawn(spoil(message(dice.below(2))), true);
    return new Drawn(dice.bytes(200), true);
  }

  private String message(int mistakes) {
    var type = dice.chance(0.97) ? dice.oneOf(TYPES) : dice.text(10);
    var fields = new ArrayList<String>();
    fields.add("\"type\":" + dice.quoted(type));
    for (var field : FIELDS.getOrDefault(type, List.of())) {
      if (!field.equals("pubkey")) fields.add(dice.quoted(field) + ":" + honest(field));
    }
    for (int i = 0; i < mistakes; i++) mistake(fields);
    if (dice.chance(0.1)) {
      java.util.Collections.shuffle(fields, new java.util.Random(dice.below(99)));
    }
    return "{" + String.join(dice.chance(0.9) ? "," : " , \n", fields) + "}";
  }

  private void mistake(List<String> fields) {
    int at = dice.below(fields.size());
    var name = fields.get(at).substring(0, fields.get(at).indexOf(':'));
    switch (dice.below(6)) {
      case 0 -> fields.remove(at);
      case 1, 2 -> fields.set(at, name + ":" + dice.json(4));
      case 3 -> fields.add(name + ":" + dice.json(2));
      case 4 -> fields.add(dice.quoted(dice.text(8)) + ":" + dice.json(3));
      default ->
          fields.add(dice.quoted(dice.oneOf(CLAIMS)) + ":" + dice.quoted(dice.oneOf(targets)));
    }
    if (fields.isEmpty()) fields.add("\"type\":\"PING\"");
  }

  private String honest(String field) {
    return switch (field) {
      case "channel" -> dice.quoted(channel());
      case "to" -> dice.quoted(dice.chance(0.7) ? channel() : dice.oneOf(targets));
      case "agent", "target" -> dice.quoted(dice.oneOf(targets));
      case "name" -> dice.quoted(dice.chance(0.8) ? dice.word(32) : dice.oneOf("server", "SerVer"));
      case "nick" -> dice.quoted(dice.chance(0.8) ? dice.word(24) : dice.oneOf("server", "ROOT"));
      case "content" -> dice.quoted(content());
      case "sig" -> dice.chance(0.7) ? "null" : dice.quoted(dice.word(90));
      case "in_reply_to" -> dice.chance(0.7) ? "null" : dice.json(4);
      case "tags" -> dice.chance(0.7) ? "[]" : "[" + dice.quoted(dice.word(10)) + ",\"b\"]";
      case "client_msg_id" -> dice.chance(0.7) ? "null" : "\"k" + dice.below(50) + "\"";
      case "status" -> dice.quoted(dice.oneOf("online", "away", "busy", "offline", "listening"));
      case "status_text" -> dice.quoted(dice.text(100));
      case "since", "after" -> dice.oneOf("null", "0", "1", "7", "9007199254740991");
      case "limit" -> dice.oneOf("1", "2", "5", "null");
      case "invite_only", "verified_only" -> dice.oneOf("false", "false", "true", "0", "\"x\"");
      case "only" ->
          dice.oneOf(
              "null", "{\"mentions\":true}", "{\"keywords\":[\"a\"],\"tags\":[\"b\"]}", "{}");
      case "muted" -> dice.oneOf("true", "false", "null");
      case "agent_id", "admin_key", "reason" -> dice.quoted(dice.word(16));
      case "seconds" -> dice.oneOf("0", "60", "-1", "0.5");
      case "challenge_id", "signature" -> dice.quoted(dice.word(40));
      case "nonce", "request_id" -> dice.quoted(dice.word(60));
      case "msg_id" -> "\"m" + dice.below(50) + "\"";
      case "skills" -> "[{\"capability\":" + dice.quoted(dice.text(20)) + "}]";
      case "query" -> "{\"capability\":" + dice.quoted(dice.text(3)) + "}";
      case "timestamp", "started_at" -> "1700000000000";
      default -> dice.json(2);
    };
  }

  private String channel() {
    return dice.chance(0.9) ? "#f" + dice.below(12) : dice.oneOf("#general", "#" + dice.word(31));
  }

  private String content() {
    return switch (dice.below(5)) {
      case 0 -> "@" + dice.oneOf(targets) + " " + dice.text(30);
      case 1 -> "sk-" + dice.word(60) + " token='" + dice.text(30) + "'";
      case 2 -> "@@cb:1s@@" + dice.text(20) + "@@sleep:" + dice.text(5) + "@@";
      default -> dice.text(60);
    };
  }

  private String huge() {
    var filler = dice.oneOf("[", "{},", "\"a\",", "eyJ", "@a ", "\\ud800", "9");
    int room = HUGE - 200;
    var bulk = filler.repeat(room / filler.length());
    return dice.chance(0.5)
        ? "{\"type\":\"MSG\",\"to\":\"#f1\",\"content\":\"" + bulk.replace("\"", "") + "\"}"
        : "{\"type\":\"MSG\",\"to\":\"#f1\",\"content\":\"\",\"in_reply_to\":[" + bulk + "0]}";
  }

  private byte[] spoil(String message) {
    var bytes = message.getBytes(StandardCharsets.UTF_8);
    for (int n = 1 + dice.below(3); n > 0 && bytes.length > 0; n--) {
      int at = dice.below(bytes.length);
      switch (dice.below(6)) {
        case 0 -> bytes = Arrays.copyOf(bytes, at);
        case 1 -> bytes[at] = (byte) dice.below(256);
        case 2 -> bytes = insert(bytes, at, dice.bytes(4));
        case 3 -> bytes = insert(bytes, 0, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        case 4 -> bytes = insert(bytes, bytes.length, message.getBytes(StandardCharsets.UTF_8));
        default -> bytes = insert(bytes, at, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
      }
    }
    return bytes;
  }

  private static byte[] insert(byte[] bytes, int at, byte[] more) {
    var result = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(bytes, at, result, at + more.length, bytes.length - at);
    System.arraycopy(more, 0, result, at, more.length);
    return result;
  }
}
