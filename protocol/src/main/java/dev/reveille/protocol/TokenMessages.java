package dev.reveille.protocol;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Administrators' orders about tokens and the identities that the server keeps for them. */
public final class TokenMessages {
  static final List<ClientType<ClientMessage.Admin>> ORDERS =
      List.of(
          AdminMessages.order("ADMIN_TOKEN_NEW", TokenMessages::newToken),
          AdminMessages.order("ADMIN_TOKEN_LIST", _ -> new ListTokens()),
          AdminMessages.order("ADMIN_TOKEN_REVOKE", f -> new RevokeToken(id(f))),
          AdminMessages.order("ADMIN_IDENTITY_REVOKE", f -> new RevokeIdentity(identity(f))));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(ORDERS, List.of());

  private TokenMessages() {}

  /** An order about tokens. */
  public sealed interface TokenOrder extends AdminOrder {}

  /**
   * Makes a token.
   *
   * @param name for lists, chosen by the administrator
   * @param identity the identity that the token speaks for: a name, or an id with {@code @}; null =
   *     none
   * @param newIdentity true if an identity of that name is made
   * @param expiresIn seconds; 0 = never
   */
  public record NewToken(
      String name,
      Set<Scope> scopes,
      @Nullable String identity,
      boolean newIdentity,
      long expiresIn)
      implements TokenOrder {
    /** 90 days. */
    public static final long USUAL_SECONDS = 90L * 86_400;

    /** About ten years. */
    public static final long MOST_SECONDS = 3660L * 86_400;

    public NewToken {
      scopes = Set.copyOf(scopes);
      if (newIdentity && identity == null) {
        throw new IllegalArgumentException("a new identity needs a name");
      }
    }

    @Override
    public String action() {
      return "token_new";
    }

    @Override
    public String subject() {
      return name + " (" + Scope.words(scopes) + ")";
    }

    @Override
    public void write(JsonText json) {
      json.field("name", name).field("scopes", scopes.stream().sorted().map(Scope::word).toList());
      bound(json, identity, newIdentity);
      json.field("expires_in", expiresIn);
    }
  }

  public record ListTokens() implements TokenOrder {
    @Override
    public String action() {
      return "token_list";
    }

    @Override
    public void write(JsonText json) {}
  }

  public record RevokeToken(String tokenId) implements TokenOrder {
    @Override
    public String action() {
      return "token_revoke";
    }

    @Override
    public String subject() {
      return tokenId;
    }

    @Override
    public void write(JsonText json) {
      json.field("token_id", tokenId);
    }
  }

  /**
   * Revokes the key of a kept identity, and its tokens with it.
   *
   * @param identity its name, or its id with {@code @}
   */
  public record RevokeIdentity(String identity) implements TokenOrder {
    @Override
    public String action() {
      return "identity_revoke";
    }

    @Override
    public String subject() {
      return identity;
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity);
    }
  }

  private static AdminOrder newToken(Fields f) throws InvalidMessage {
    var name = name(f, "name");
    var scopes = scopes(f);
    if (f.has("identity") && f.has("new_identity")) {
      throw new InvalidMessage("Invalid identity: send identity or new_identity, not both");
    }
    boolean fresh = f.has("new_identity");
    var identity = fresh ? freshName(f) : f.has("identity") ? identity(f) : null;
    return new NewToken(name, scopes, identity, fresh, expiresIn(f));
  }

  private static Set<Scope> scopes(Fields f) throws InvalidMessage {
    var list = f.value("scopes");
    var found = EnumSet.noneOf(Scope.class);
    if (list.isArray()) {
      for (var each : list) {
        found.add(
            (each.isString() ? Scope.of(each.stringValue()) : Optional.<Scope>empty())
                .orElseThrow(() -> new InvalidMessage("Invalid scopes: use " + Scope.words())));
      }
    }
    if (found.isEmpty()) throw new InvalidMessage("Missing scopes: a list of " + Scope.words());
    return found;
  }

  private static long expiresIn(Fields f) throws InvalidMessage {
    if (!f.has("expires_in")) return NewToken.USUAL_SECONDS;
    var value = f.value("expires_in");
    double seconds = value.isNumber() ? Json.number(value) : -1;
    if (seconds < 0 || seconds > NewToken.MOST_SECONDS || seconds != Math.rint(seconds)) {
      throw new InvalidMessage(
          "Invalid expires_in: whole seconds up to " + NewToken.MOST_SECONDS + ", or 0 for never");
    }
    return (long) seconds;
  }

  private static String freshName(Fields f) throws InvalidMessage {
    var name = name(f, "new_identity");
    if (Names.isReserved(name) || Names.isKeyId(name)) {
      throw new InvalidMessage("Invalid new_identity: " + name + " is reserved");
    }
    return name;
  }

  private static String name(Fields f, String field) throws InvalidMessage {
    var name = f.nonEmpty(field);
    if (!Names.isName(name)) {
      throw new InvalidMessage("Invalid " + field + ": 1-32 letters, digits, _ or -");
    }
    return name;
  }

  /** Returns the name of a kept identity, or its id with {@code @}. */
  private static String identity(Fields f) throws InvalidMessage {
    var word = f.nonEmpty("identity");
    if (!Names.isName(word.startsWith("@") ? word.substring(1) : word)) {
      throw new InvalidMessage("Invalid identity: a name, or an id with @");
    }
    return word;
  }

  private static String id(Fields f) throws InvalidMessage {
    var id = f.nonEmpty("token_id");
    if (!TokenText.isId(id)) throw new InvalidMessage("Invalid token_id: see ADMIN_TOKEN_LIST");
    return id;
  }

  private static void bound(JsonText json, @Nullable String identity, boolean fresh) {
    if (identity != null) json.field(fresh ? "new_identity" : "identity", identity);
  }
}
