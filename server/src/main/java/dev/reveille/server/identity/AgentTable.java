package dev.reveille.server.identity;

import dev.reveille.protocol.Names;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The table of agents. Retention removes the rows of agents that are away for long. */
public final class AgentTable {
  private static final String COLUMNS =
      "SELECT id, name, pubkey, first_seen, last_seen FROM agents";

  static final String AGENT = COLUMNS + " WHERE id = ?";
  static final String LAST_SEEN = COLUMNS + " ORDER BY last_seen DESC, id DESC LIMIT ?";
  static final String LAST_SEEN_AS =
      COLUMNS + " WHERE name = ? AND pubkey IS NOT NULL ORDER BY id LIMIT ?";
  static final String WITH_KEY = COLUMNS + " WHERE id = ? AND pubkey IS NOT NULL";
  static final String LAST_SEEN_LIKE =
      COLUMNS
          + " WHERE lower(name) = ? AND pubkey IS NOT NULL ORDER BY last_seen DESC, id DESC LIMIT ?";
  static final String AGENTS_WITH_KEY = "SELECT count(*) FROM agents WHERE pubkey IS NOT NULL";

  public static final Table TABLE =
      Table.named("agents")
          .migrations(
              "V1__chat.sql", "V7__last_seen.sql", "V10__names.sql", "V18__names_in_any_case.sql")
          .write(
              SaveAgent.class,
              "INSERT INTO agents (id, name, pubkey, first_seen, last_seen) SELECT ?, ?, ?, ?, ?"
                  + " WHERE NOT EXISTS (SELECT 1 FROM keys WHERE id = ? AND agent <> ?)"
                  + " ON CONFLICT (id) DO UPDATE"
                  + " SET name = excluded.name, last_seen = excluded.last_seen",
              (row, write) -> {
                var agent = write.agent();
                row.setString(1, agent.id());
                row.setString(2, agent.name());
                row.setString(3, agent.pubkey());
                row.setLong(4, agent.firstSeen());
                row.setLong(5, agent.lastSeen());
                row.setString(6, agent.id());
                row.setString(7, agent.id());
              })
          .reads(AgentReads.class, Sql::new)
          .build();

  private AgentTable() {}

  private record Sql(TableReader reader) implements AgentReads {
    @Override
    public Optional<StoredAgent> agent(String id) {
      return reader.first(AGENT, AgentTable::agent, id);
    }

    @Override
    public long agentsWithKey() {
      return reader.first(AGENTS_WITH_KEY, row -> row.getLong(1)).orElse(0L);
    }

    @Override
    public List<StoredAgent> lastSeen(int limit) {
      return reader.list(LAST_SEEN, AgentTable::agent, Math.max(0, limit));
    }

    @Override
    public List<StoredAgent> lastSeenAs(String name, int limit) {
      return reader.list(LAST_SEEN_AS, AgentTable::agent, name, Math.max(0, limit));
    }

    @Override
    public List<StoredAgent> meantBy(Collection<String> words, int limit) {
      return reader.read(
          rows -> {
            var found = new ArrayList<StoredAgent>();
            for (var word : words) {
              found.addAll(
                  Names.isKeyId(word)
                      ? rows.list(WITH_KEY, AgentTable::agent, "@" + word)
                      : rows.list(LAST_SEEN_LIKE, AgentTable::agent, word, Math.max(0, limit)));
            }
            return found;
          });
    }
  }

  private static StoredAgent agent(ResultSet row) throws SQLException {
    return new StoredAgent(
        row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5));
  }
}
