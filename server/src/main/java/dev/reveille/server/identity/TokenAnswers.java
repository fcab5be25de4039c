package dev.reveille.server.identity;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenText;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The fields of the answers to orders about tokens. */
final class TokenAnswers {
  private TokenAnswers() {}

  /** Returns the answer with the new token. It is shown only here. */
  static String created(StoredToken token, TokenText text, @Nullable StoredKept kept) {
    var json = new JsonText(256).field("token", text.full());
    describe(json, token);
    if (kept != null) json.field("identity", kept.name());
    return json.fields();
  }

  /** Returns all tokens, the newest first, and the identities. */
  static String list(TokenBook book, long now) {
    var tokens =
        book.tokens().stream()
            .sorted(Comparator.comparingLong(StoredToken::created).reversed())
            .map(token -> entry(token, now))
            .toList();
    var identities = book.identities().stream().map(TokenAnswers::entry).toList();
    return new JsonText().rawList("tokens", tokens).rawList("identities", identities).fields();
  }

  private static byte[] entry(StoredToken token, long now) {
    var json = new JsonText(256);
    describe(json, token);
    json.field("created_at", token.created()).field("created_by", token.by());
    if (token.used() != null) json.field("used_at", token.used());
    if (token.ended() != null) json.field("revoked_at", token.ended());
    return json.field("state", state(token, now)).bytes();
  }

  private static void describe(JsonText json, StoredToken token) {
    json.field("token_id", token.id())
        .field("name", token.name())
        .field("scopes", token.scopes().stream().sorted().map(Scope::word).toList());
    if (token.agent() != null) json.field("agent_id", token.agent());
    if (token.expires() != null) json.field("expires_at", token.expires());
  }

  private static String state(StoredToken token, long now) {
    if (token.isRevoked()) return "revoked";
    return token.isLive(now) ? "live" : "expired";
  }

  private static byte[] entry(StoredKept kept) {
    var json =
        new JsonText(160)
            .field("agent_id", kept.agent())
            .field("name", kept.name())
            .field("created_at", kept.created());
    if (kept.ended() != null) json.field("revoked_at", kept.ended());
    return json.bytes();
  }
}
