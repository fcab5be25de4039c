package dev.reveille.server.store;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A database that notes which questions it was asked, and can say how it answers them. */
public final class RecordedStore implements AutoCloseable {
  private final JdbcStore store;
  private final Set<String> asked = Collections.synchronizedSet(new LinkedHashSet<>());

  /** Opens the database of this file, and makes its tables if it has none. */
  public RecordedStore(Path file) {
    store = JdbcStore.open(file, Features.TABLES, new Failures());
  }

  @Override
  public void close() {
    store.close();
  }

  /** Returns the store. Its reads are noted. */
  public Store store() {
    var reads = new Tables(Features.TABLES).open(new Noting());
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (_, method, arguments) ->
                method.getName().equals("reads")
                    ? reads.get((Class<?>) arguments[0])
                    : method.invoke(store, arguments));
  }

  /** Returns the questions so far. */
  public Set<String> asked() {
    return Set.copyOf(asked);
  }

  /** Forgets the questions so far. */
  public void forget() {
    asked.clear();
  }

  /** Returns the steps in which the database answers a question. */
  public List<String> plan(String question) {
    var values = Collections.nCopies((int) question.chars().filter(c -> c == '?').count(), 1);
    return store.read(
        r ->
            r.list(
                "EXPLAIN QUERY PLAN " + question,
                row -> row.getString("detail"),
                values.toArray()));
  }

  private final class Noting implements TableReader {
    @Override
    public <T> T read(Query<T> query) {
      return store.read(query);
    }

    @Override
    public <T> List<T> list(String sql, Reader.Row<T> row, Object... values) {
      asked.add(sql);
      return store.read(r -> r.list(sql, row, values));
    }

    @Override
    public <T> List<T> page(String sql, Reader.Row<T> row, PageLimit<T> room, Object... values) {
      asked.add(sql);
      return store.read(r -> r.list(sql, row, room, values));
    }

    @Override
    public <T> Optional<T> first(String sql, Reader.Row<T> row, Object... values) {
      asked.add(sql);
      return store.read(r -> r.first(sql, row, values));
    }
  }
}
