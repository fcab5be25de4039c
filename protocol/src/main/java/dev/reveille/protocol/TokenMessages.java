package dev.reveille.protocol;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of administrators' orders about tokens and the identities that the server keeps. */
final class TokenMessages {
  static final List<ClientType<ClientMessage.Admin>> ORDERS =
      List.of(
          AdminMessages.order("ADMIN_TOKEN_NEW", TokenMessages::newToken),
          AdminMessages.order("ADMIN_TOKEN_LIST", _ -> new AdminOrder.ListTokens()),
          AdminMessages.order("ADMIN_TOKEN_REVOKE", f -> new AdminOrder.RevokeToken(id(f))),
          AdminMessages.order(
              "ADMIN_IDENTITY_REVOKE", f -> new AdminOrder.RevokeIdentity(identity(f))));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(ORDERS, List.of());

  private TokenMessages() {}

  private static AdminOrder newToken(Fields f) throws InvalidMessage {
    var name = name(f, "name");
    var scopes = scopes(f);
    if (f.has("identity") && f.has("new_identity")) {
      throw new InvalidMessage("Invalid identity: send identity or new_identity, not both");
    }
    boolean fresh = f.has("new_identity");
    var identity = fresh ? freshName(f) : f.has("identity") ? identity(f) : null;
    return new AdminOrder.NewToken(name, scopes, identity, fresh, expiresIn(f));
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
    if (!f.has("expires_in")) return AdminOrder.NewToken.USUAL_SECONDS;
    var value = f.value("expires_in");
    double seconds = value.isNumber() ? Json.number(value) : -1;
    if (seconds < 0
        || seconds > AdminOrder.NewToken.MOST_SECONDS
        || seconds != Math.rint(seconds)) {
      throw new InvalidMessage(
          "Invalid expires_in: whole seconds up to "
              + AdminOrder.NewToken.MOST_SECONDS
              + ", or 0 for never");
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

  static void write(AdminOrder.TokenOrder order, JsonText json) {
    switch (order) {
      case AdminOrder.NewToken(var name, var scopes, var identity, var fresh, var expiresIn) -> {
        json.field("name", name)
            .field("scopes", scopes.stream().sorted().map(Scope::word).toList());
        bound(json, identity, fresh);
        json.field("expires_in", expiresIn);
      }
      case AdminOrder.ListTokens() -> {}
      case AdminOrder.RevokeToken(var id) -> json.field("token_id", id);
      case AdminOrder.RevokeIdentity(var identity) -> json.field("identity", identity);
    }
  }

  private static void bound(JsonText json, @Nullable String identity, boolean fresh) {
    if (identity != null) json.field(fresh ? "new_identity" : "identity", identity);
  }
}
