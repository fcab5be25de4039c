package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads client messages from untrusted text, and writes them for clients. */
public final class ClientMessages {
  /** The most a frame may hold, in bytes, and a content, in UTF-16 units. */
  public static final int MAX_FRAME = 2_097_152;

  public static final int MAX_HISTORY = 1000;
  public static final int DEFAULT_HISTORY = 100;
  public static final int MAX_STATUS_TEXT = 100;
  public static final int MAX_TAGS = 32;
  public static final int MAX_TAG = 64;
  public static final int MAX_CLIENT_MSG_ID = 128;

  /** The most that a signature or the JSON of what is replied to may hold, in UTF-16 units. */
  public static final int MAX_EXTRA = 4096;

  /** The most that the id of a message to answer may hold, in UTF-16 units. */
  public static final int MAX_MSG_ID = 128;

  private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  private ClientMessages() {}

  /** What a frame's text turned out to be. */
  public sealed interface Read {
    /** A message of known type with valid fields. */
    record Valid(ClientMessage message) implements Read {}

    /**
     * Anything else.
     *
     * @param type the type if it was a string, for those that are answered with silence
     */
    record Invalid(String reason, @Nullable String type) implements Read {}
  }

  /** Never throws, whatever the text is. */
  public static Read read(String text) {
    if (text.length() > MAX_FRAME) return new Read.Invalid("Message too large", null);
    var node = Json.readSmall(text);
    if (node.isEmpty()) return new Read.Invalid("Invalid JSON", null);
    var root = node.get();
    var type = root.path("type");
    if (!root.isObject() || !Json.truthy(type)) {
      return new Read.Invalid("Missing message type", null);
    }
    if (!type.isString()) {
      return new Read.Invalid("Unknown message type: " + brief(type), null);
    }
    try {
      return new Read.Valid(validate(type.stringValue(), root));
    } catch (Refused e) {
      return new Read.Invalid(e.reason, type.stringValue());
    }
  }

  private static ClientMessage validate(String type, JsonNode m) throws Refused {
    return switch (type) {
      case "IDENTIFY" -> identify(m);
      case "VERIFY_IDENTITY" ->
          new ClientMessage.VerifyIdentity(
              nonEmpty(m, "challenge_id"), nonEmpty(m, "signature"), timestamp(m));
      case "ROTATE_KEY" -> new ClientMessage.RotateKey(Certificates.readChain(m.path("rotation")));
      case "REVOKE_KEY" ->
          new ClientMessage.RevokeKey(Certificates.readRevocation(m.path("certificate")));
      case "PING" -> new ClientMessage.Ping();
      case "LIST_CHANNELS" -> new ClientMessage.ListChannels();
      case "LIST_AGENTS" -> new ClientMessage.ListAgents(channel(m));
      case "JOIN" -> new ClientMessage.Join(channel(m), seq(m, "since"));
      case "LEAVE" -> new ClientMessage.Leave(channel(m));
      case "CREATE_CHANNEL" ->
          new ClientMessage.CreateChannel(
              channel(m), Json.truthy(m.path("invite_only")), Json.truthy(m.path("verified_only")));
      case "INVITE" -> new ClientMessage.Invite(channel(m), agent(m, "agent"));
      case "MSG" -> msg(m);
      case "TYPING" -> new ClientMessage.Typing(channel(m));
      case "SET_PRESENCE" -> presence(m);
      case "SET_NICK" -> nick(m);
      case "HISTORY" -> history(m);
      case "FILE_CHUNK" -> fileChunk(m);
      case "RESPONDING_TO" -> respondingTo(m);
      case "VERIFY_REQUEST" -> VerifyMessages.request(m);
      case "VERIFY_RESPONSE" -> VerifyMessages.response(m);
      case "REGISTER_SKILLS" -> SkillMessages.register(m);
      case "SEARCH_SKILLS" -> SkillMessages.search(m);
      case "SUBSCRIBE" -> FilterMessages.subscribe(channel(m), m);
      case "MUTE" -> FilterMessages.mute(m);
      case "SUBSCRIPTIONS" -> new ClientMessage.Subscriptions();
      case "CALLBACKS" -> new ClientMessage.Callbacks();
      case "CANCEL_CALLBACK" -> new ClientMessage.CancelCallback(callbackId(m));
      case "ADMIN_APPROVE",
          "ADMIN_REVOKE",
          "ADMIN_LIST",
          "ADMIN_KICK",
          "ADMIN_BAN",
          "ADMIN_UNBAN",
          "ADMIN_MOTD",
          "ADMIN_VERIFY",
          "ADMIN_MUTE",
          "ADMIN_SLOW_MODE" ->
          AdminMessages.read(type, m);
      default -> throw new Refused("Unknown message type: " + brief(m.path("type")));
    };
  }

  private static ClientMessage identify(JsonNode m) throws Refused {
    var name = m.path("name");
    if (!name.isString() || !Names.isName(name.stringValue())) {
      throw new Refused("Invalid agent name: 1-32 letters, digits, _ or -");
    }
    var key = m.path("pubkey");
    var rotation = m.path("rotation");
    boolean durable = Json.truthy(m.path("durable_callbacks"));
    boolean rotated = !rotation.isMissingNode() && !rotation.isNull();
    if (key.isMissingNode() || key.isNull()) {
      if (rotated) throw new Refused("Invalid rotation: it needs the public key it leads to");
      return new ClientMessage.Identify(name.stringValue(), null, List.of(), durable);
    }
    if (!key.isString() || PublicKey.parse(key.stringValue()).isEmpty()) {
      throw new Refused("Invalid public key: an Ed25519 key in PEM form is needed");
    }
    if (!rotated) {
      return new ClientMessage.Identify(name.stringValue(), key.stringValue(), List.of(), durable);
    }
    var chain = Certificates.readChain(rotation);
    if (!chain.getLast().newPubkey().equals(key.stringValue())) {
      throw new Refused("Invalid rotation: it does not lead to this public key");
    }
    return new ClientMessage.Identify(name.stringValue(), key.stringValue(), chain, durable);
  }

  private static String callbackId(JsonNode m) throws Refused {
    var id = nonEmpty(m, "cb_id");
    if (id.length() > MAX_MSG_ID) throw new Refused("Invalid cb_id: at most " + MAX_MSG_ID);
    return Json.wellFormed(id);
  }

  private static ClientMessage msg(JsonNode m) throws Refused {
    var to = m.path("to");
    if (!to.isString() || !(to.stringValue().startsWith("#") || to.stringValue().startsWith("@"))) {
      throw new Refused("Invalid target: must start with # or @");
    }
    var sig = m.path("sig");
    if (Json.truthy(sig) && !sig.isString()) throw new Refused("Invalid signature: not a string");
    if (Json.truthy(sig) && sig.stringValue().length() > MAX_EXTRA) {
      throw new Refused("Signature too long: at most " + MAX_EXTRA);
    }
    var reply = relayed(m, "in_reply_to");
    return new ClientMessage.Msg(
        Json.wellFormed(to.stringValue()),
        content(m),
        Json.truthy(sig) ? Json.wellFormed(sig.stringValue()) : null,
        reply,
        tags(m),
        clientMsgId(m));
  }

  /** Bounded as it will be written: 1e20 takes five times the room then. */
  static @Nullable String relayed(JsonNode m, String field) throws Refused {
    var value = m.path(field);
    if (!Json.truthy(value)) return null;
    var text = Json.wellFormed(JsonText.of(value));
    // A number beyond all doubles is written as null, as JavaScript would: nothing is replied to.
    if (text.equals("null")) return null;
    if (text.length() > MAX_EXTRA) {
      throw new Refused("Invalid " + field + ": at most " + MAX_EXTRA + " characters of JSON");
    }
    return text;
  }

  private static ClientMessage fileChunk(JsonNode m) throws Refused {
    var to = m.path("to");
    if (!to.isString() || !to.stringValue().startsWith("@")) {
      throw new Refused("Invalid target: FILE_CHUNK takes DM targets only, which start with @");
    }
    return new ClientMessage.FileChunk(Json.wellFormed(to.stringValue()), content(m));
  }

  private static ClientMessage respondingTo(JsonNode m) throws Refused {
    var id = nonEmpty(m, "msg_id");
    if (id.length() > MAX_MSG_ID) throw new Refused("Invalid msg_id: at most " + MAX_MSG_ID);
    return new ClientMessage.RespondingTo(
        Json.wellFormed(id), channel(m), nonZero(m, "started_at"));
  }

  /** A signature, which only has to be there: whatever is no signature verifies nothing. */
  static String sig(JsonNode m) throws Refused {
    var sig = m.path("sig");
    if (!Json.truthy(sig)) throw new Refused("Missing sig");
    var text = sig.isString() ? Json.wellFormed(sig.stringValue()) : JsonText.of(sig);
    if (text.length() > MAX_EXTRA) throw new Refused("Signature too long: at most " + MAX_EXTRA);
    return text;
  }

  private static String content(JsonNode m) throws Refused {
    var content = m.path("content");
    if (!content.isString()) throw new Refused("Missing or invalid content");
    var text = Json.wellFormed(content.stringValue());
    // What was not UTF-8 became characters of three bytes: it must not leave larger than it came.
    if (text.length() > MAX_FRAME
        || (text.length() > MAX_FRAME / 3
            && text.getBytes(StandardCharsets.UTF_8).length > MAX_FRAME)) {
      throw new Refused("Content too long");
    }
    return text;
  }

  private static List<String> tags(JsonNode m) throws Refused {
    var tags = m.path("tags");
    if (tags.isMissingNode() || tags.isNull()) return List.of();
    if (!tags.isArray() || tags.size() > MAX_TAGS) {
      throw new Refused("Invalid tags: a list of at most " + MAX_TAGS + " words");
    }
    var result = new ArrayList<String>();
    for (var tag : tags) {
      if (!tag.isString() || tag.stringValue().isBlank() || tag.stringValue().length() > MAX_TAG) {
        throw new Refused("Invalid tag: a word of 1-" + MAX_TAG + " characters");
      }
      result.add(Json.wellFormed(tag.stringValue()));
    }
    return result;
  }

  private static @Nullable String clientMsgId(JsonNode m) throws Refused {
    var id = m.path("client_msg_id");
    if (id.isMissingNode() || id.isNull()) return null;
    if (!id.isString()
        || id.stringValue().isEmpty()
        || id.stringValue().length() > MAX_CLIENT_MSG_ID) {
      throw new Refused(
          "Invalid client_msg_id: a string of 1-" + MAX_CLIENT_MSG_ID + " characters");
    }
    return Json.wellFormed(id.stringValue());
  }

  private static ClientMessage presence(JsonNode m) throws Refused {
    var word = m.path("status");
    var status =
        word.isString()
            ? PresenceStatus.ofWire(word.stringValue())
            : java.util.Optional.<PresenceStatus>empty();
    if (status.isEmpty() || status.get() == PresenceStatus.SLEEPING) {
      throw new Refused("Invalid presence status: one of online, away, busy, offline, listening");
    }
    var text = m.path("status_text");
    if (text.isMissingNode()) return new ClientMessage.SetPresence(status.get(), null);
    if (!text.isString() || text.stringValue().length() > MAX_STATUS_TEXT) {
      throw new Refused("Invalid status_text: a string of at most " + MAX_STATUS_TEXT);
    }
    return new ClientMessage.SetPresence(status.get(), Json.wellFormed(text.stringValue()));
  }

  private static ClientMessage nick(JsonNode m) throws Refused {
    var nick = m.path("nick");
    if (!nick.isString() || !Names.isNick(nick.stringValue())) {
      throw new Refused("Invalid nick: 1-24 letters, digits, _ or -");
    }
    return new ClientMessage.SetNick(nick.stringValue());
  }

  private static ClientMessage history(JsonNode m) throws Refused {
    var after = seq(m, "after");
    var before = seq(m, "before");
    if (after != null && before != null)
      throw new Refused("HISTORY takes after or before, not both");
    var limit = m.path("limit");
    if (limit.isMissingNode() || limit.isNull()) {
      return new ClientMessage.History(channel(m), after, before, DEFAULT_HISTORY);
    }
    if (!isWhole(limit) || Json.number(limit) < 1 || Json.number(limit) > MAX_HISTORY) {
      throw new Refused("Invalid limit: 1-" + MAX_HISTORY);
    }
    return new ClientMessage.History(channel(m), after, before, (int) Json.number(limit));
  }

  static String channel(JsonNode m) throws Refused {
    var channel = m.path("channel");
    if (!channel.isString() || !Names.isChannel(channel.stringValue())) {
      throw new Refused("Invalid channel name: # and 1-31 letters, digits, _ or -");
    }
    return channel.stringValue();
  }

  static String agent(JsonNode m, String field) throws Refused {
    var agent = m.path(field);
    if (!agent.isString() || !agent.stringValue().startsWith("@")) {
      throw new Refused("Invalid " + field + ": must start with @");
    }
    return Json.wellFormed(agent.stringValue());
  }

  static String nonEmpty(JsonNode m, String field) throws Refused {
    var value = m.path(field);
    if (!value.isString() || value.stringValue().isEmpty()) throw new Refused("Missing " + field);
    return value.stringValue();
  }

  static String timestamp(JsonNode m) throws Refused {
    return JsNumber.text(nonZero(m, "timestamp"));
  }

  private static double nonZero(JsonNode m, String field) throws Refused {
    var value = m.path(field);
    double number = value.isNumber() ? Json.number(value) : 0;
    if (number == 0 || Double.isInfinite(number)) throw new Refused("Missing " + field);
    return number;
  }

  private static @Nullable Long seq(JsonNode m, String field) throws Refused {
    var value = m.path(field);
    if (value.isMissingNode() || value.isNull()) return null;
    if (!isWhole(value) || Json.number(value) < 0) {
      throw new Refused("Invalid " + field + ": a whole number, 0 or more");
    }
    return (long) Json.number(value);
  }

  private static boolean isWhole(JsonNode n) {
    return n.isNumber()
        && Json.number(n) == Math.rint(Json.number(n))
        && Math.abs(Json.number(n)) <= MAX_SAFE_INTEGER;
  }

  private static String brief(JsonNode type) {
    var text = type.isString() ? Json.wellFormed(type.stringValue()) : JsonText.of(type);
    return text.length() <= 64
        ? text
        : text.substring(0, 64).replaceAll("[\\ud800-\\udbff]$", "") + "…";
  }

  /** The message as a client sends it. */
  public static String write(ClientMessage message) {
    return switch (message) {
      case ClientMessage.Identify(var name, var pubkey, var rotation, var durable) -> {
        var json = typed("IDENTIFY").field("name", name);
        if (pubkey != null) json.field("pubkey", pubkey);
        if (!rotation.isEmpty()) json.raw("rotation", Certificates.write(rotation));
        if (durable) json.field("durable_callbacks", true);
        yield json.text();
      }
      case ClientMessage.RotateKey(var rotation) ->
          typed("ROTATE_KEY").raw("rotation", Certificates.write(rotation)).text();
      case ClientMessage.RevokeKey(var certificate) ->
          typed("REVOKE_KEY").raw("certificate", Certificates.write(certificate)).text();
      case ClientMessage.VerifyIdentity(var id, var signature, var timestamp) ->
          typed("VERIFY_IDENTITY")
              .field("challenge_id", id)
              .field("signature", signature)
              .raw("timestamp", timestamp)
              .text();
      case ClientMessage.Ping() -> typed("PING").text();
      case ClientMessage.ListChannels() -> typed("LIST_CHANNELS").text();
      case ClientMessage.ListAgents(var channel) -> onChannel("LIST_AGENTS", channel).text();
      case ClientMessage.Join(var channel, var since) ->
          optional(onChannel("JOIN", channel), "since", since).text();
      case ClientMessage.Leave(var channel) -> onChannel("LEAVE", channel).text();
      case ClientMessage.CreateChannel(var channel, var inviteOnly, var verifiedOnly) ->
          onChannel("CREATE_CHANNEL", channel)
              .field("invite_only", inviteOnly)
              .field("verified_only", verifiedOnly)
              .text();
      case ClientMessage.Invite(var channel, var agent) ->
          onChannel("INVITE", channel).field("agent", agent).text();
      case ClientMessage.Msg msg -> write(msg);
      case ClientMessage.Typing(var channel) -> onChannel("TYPING", channel).text();
      case ClientMessage.SetPresence(var status, var text) -> {
        var json = typed("SET_PRESENCE").field("status", status.wire());
        yield (text == null ? json : json.field("status_text", text)).text();
      }
      case ClientMessage.SetNick(var nick) -> typed("SET_NICK").field("nick", nick).text();
      case ClientMessage.History(var channel, var after, var before, var limit) ->
          optional(optional(onChannel("HISTORY", channel), "after", after), "before", before)
              .field("limit", limit)
              .text();
      case ClientMessage.FileChunk(var to, var content) ->
          typed("FILE_CHUNK").field("to", to).field("content", content).text();
      case ClientMessage.RespondingTo(var msgId, var channel, var startedAt) ->
          typed("RESPONDING_TO")
              .field("msg_id", msgId)
              .field("channel", channel)
              .raw("started_at", JsNumber.text(startedAt))
              .text();
      case ClientMessage.VerifyRequest request -> VerifyMessages.write(request);
      case ClientMessage.VerifyResponse response -> VerifyMessages.write(response);
      case ClientMessage.RegisterSkills register -> SkillMessages.write(register);
      case ClientMessage.SearchSkills search -> SkillMessages.write(search);
      case ClientMessage.Subscribe(var channel, var only) ->
          onChannel("SUBSCRIBE", channel).raw("only", FilterMessages.json(only)).text();
      case ClientMessage.Mute(var agent, var muted) ->
          typed("MUTE").field("agent", agent).field("muted", muted).text();
      case ClientMessage.Subscriptions() -> typed("SUBSCRIPTIONS").text();
      case ClientMessage.Callbacks() -> typed("CALLBACKS").text();
      case ClientMessage.CancelCallback(var id) ->
          typed("CANCEL_CALLBACK").field("cb_id", id).text();
      case ClientMessage.Admin admin -> AdminMessages.write(admin);
    };
  }

  private static String write(ClientMessage.Msg msg) {
    var json = typed("MSG").field("to", msg.to()).field("content", msg.content());
    if (msg.sig() != null) json.field("sig", msg.sig());
    if (msg.inReplyTo() != null) json.raw("in_reply_to", msg.inReplyTo());
    if (!msg.tags().isEmpty()) json.field("tags", msg.tags());
    if (msg.clientMsgId() != null) json.field("client_msg_id", msg.clientMsgId());
    return json.text();
  }

  private static JsonText typed(String type) {
    return new JsonText().field("type", type);
  }

  private static JsonText onChannel(String type, String channel) {
    return typed(type).field("channel", channel);
  }

  private static JsonText optional(JsonText json, String name, @Nullable Long value) {
    return value == null ? json : json.field(name, value);
  }

  /** A field that is not as it must be. Does not leave this package. */
  static final class Refused extends Exception {
    private final String reason;

    Refused(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }
}
