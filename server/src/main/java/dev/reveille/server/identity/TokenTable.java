package dev.reveille.server.identity;

import dev.reveille.protocol.Scope;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of tokens and of the identities that the server keeps for them. */
public final class TokenTable {
  private static final String TOKEN_COLUMNS =
      "SELECT id, name, agent, scopes, hash, created_at, created_by, expires_at, used_at, ended_at"
          + " FROM tokens";
  private static final String KEPT_COLUMNS =
      "SELECT agent, name, pubkey, sealed, created_at, ended_at FROM kept_identities";

  static final String TOKEN = TOKEN_COLUMNS + " WHERE id = ?";
  static final String TOKENS = TOKEN_COLUMNS + " ORDER BY id";
  static final String TOKENS_OF =
      "SELECT id FROM tokens WHERE agent = ? AND ended_at IS NULL ORDER BY id";
  static final String KEPT = KEPT_COLUMNS + " WHERE agent = ?";
  static final String ALL_KEPT = KEPT_COLUMNS + " ORDER BY agent";

  private static final Table KEPT_IDENTITIES =
      Table.named("kept_identities")
          .migrations("V16__tokens.sql")
          .write(
              SaveKept.class,
              "INSERT INTO kept_identities (agent, name, pubkey, sealed, created_at, ended_at)"
                  + " VALUES (?, ?, ?, ?, ?, ?)",
              (row, write) -> {
                var kept = write.kept();
                row.setString(1, kept.agent());
                row.setString(2, kept.name());
                row.setString(3, kept.pubkey());
                row.setString(4, kept.sealed());
                row.setLong(5, kept.created());
                row.setObject(6, kept.ended(), Types.BIGINT);
              })
          .write(
              EndKept.class,
              "UPDATE kept_identities SET ended_at = COALESCE(ended_at, ?) WHERE agent = ?",
              (row, write) -> {
                row.setLong(1, write.at());
                row.setString(2, write.agent());
              })
          .keepsAgent(
              "SELECT 1 FROM kept_identities k WHERE k.agent = agents.id AND k.ended_at IS NULL")
          .build();

  private static final Table TOKENS_TABLE =
      Table.named("tokens")
          .migrations("V16__tokens.sql")
          .write(
              SaveToken.class,
              "INSERT INTO tokens (id, name, agent, scopes, hash, created_at, created_by,"
                  + " expires_at, used_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              (row, write) -> {
                var token = write.token();
                row.setString(1, token.id());
                row.setString(2, token.name());
                row.setString(3, token.agent());
                row.setString(4, words(token.scopes()));
                row.setString(5, token.hash());
                row.setLong(6, token.created());
                row.setString(7, token.by());
                row.setObject(8, token.expires(), Types.BIGINT);
                row.setObject(9, token.used(), Types.BIGINT);
                row.setObject(10, token.ended(), Types.BIGINT);
              })
          .write(
              EndToken.class,
              "UPDATE tokens SET ended_at = COALESCE(ended_at, ?) WHERE id = ?",
              (row, write) -> {
                row.setLong(1, write.at());
                row.setString(2, write.id());
              })
          .write(
              TouchToken.class,
              "UPDATE tokens SET used_at = ? WHERE id = ?",
              (row, write) -> {
                row.setLong(1, write.at());
                row.setString(2, write.id());
              })
          .write(
              RemoveToken.class,
              "DELETE FROM tokens WHERE id = ?",
              (row, write) -> row.setString(1, write.id()))
          .reads(TokenReads.class, Sql::new)
          .build();

  public static final List<Table> TABLES = List.of(KEPT_IDENTITIES, TOKENS_TABLE);

  private TokenTable() {}

  private record Sql(TableReader reader) implements TokenReads {
    @Override
    public Optional<StoredToken> token(String id) {
      return reader.first(TOKEN, TokenTable::token, id);
    }

    @Override
    public List<StoredToken> tokens() {
      return reader.list(TOKENS, TokenTable::token);
    }

    @Override
    public List<String> tokensOf(String agent) {
      return reader.list(TOKENS_OF, row -> row.getString(1), agent);
    }

    @Override
    public Optional<StoredKept> kept(String agent) {
      return reader.first(KEPT, TokenTable::kept, agent);
    }

    @Override
    public List<StoredKept> kept() {
      return reader.list(ALL_KEPT, TokenTable::kept);
    }
  }

  private static StoredToken token(ResultSet row) throws SQLException {
    return new StoredToken(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        scopes(row.getString(4)),
        row.getString(5),
        row.getLong(6),
        row.getString(7),
        number(row, 8),
        number(row, 9),
        number(row, 10));
  }

  private static StoredKept kept(ResultSet row) throws SQLException {
    return new StoredKept(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        number(row, 6));
  }

  private static String words(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::word).collect(Collectors.joining(" "));
  }

  /** Reads scopes. A word of a later version gives no right. */
  private static Set<Scope> scopes(String words) {
    var scopes = EnumSet.noneOf(Scope.class);
    for (var word : words.split(" ", -1)) Scope.of(word).ifPresent(scopes::add);
    return scopes;
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
