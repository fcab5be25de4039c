package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All tables of a store together.
 *
 * <p>The store's own tables are always among them, whether they are given or not.
 */
final class Tables {
  private final List<Table> all;

  /**
   * @throws IllegalStateException if two tables have the same name, write, reads, or migration
   *     number
   */
  Tables(List<Table> given) {
    all =
        Stream.of(EntryTable.TABLES.stream(), Stream.of(EventTable.TABLE), given.stream())
            .flatMap(tables -> tables)
            .distinct()
            .toList();
    var owners = new HashMap<Object, Table>();
    for (var table : all) {
      own(owners, table.owns(), table);
      for (var write : table.parts()) own(owners, write.type(), table);
      for (var reads : table.reads()) own(owners, reads.type(), table);
    }
    var _ = migrations();
  }

  private static void own(Map<Object, Table> owners, Object what, Table table) {
    var other = owners.put(what, table);
    if (other != null) {
      throw new IllegalStateException(
          what + " belongs to two tables: " + other.name() + " and " + table.name());
    }
  }

  List<Table> all() {
    return all;
  }

  /** Returns the names in the database, in their order. */
  List<String> names() {
    return all.stream().map(Table::name).sorted().toList();
  }

  /** Returns the files that make and change the tables, by their numbers. */
  NavigableMap<Integer, String> migrations() {
    var files = new TreeMap<Integer, String>();
    for (var table : all) {
      for (var file : table.migrations()) {
        var other = files.put(number(file), file);
        if (other != null && !other.equals(file)) {
          throw new IllegalStateException(file + " and " + other + " have the same number");
        }
      }
    }
    return files;
  }

  private static int number(String file) {
    var name = file.substring(file.lastIndexOf('/') + 1);
    return Integer.parseInt(name.substring(1, name.indexOf("__")));
  }

  /** Returns the reads of all tables, by the interfaces of their features. */
  Map<Class<?>, Object> open(TableReader reader) {
    var opened = new HashMap<Class<?>, Object>();
    for (var table : all) {
      for (var reads : table.reads()) opened.put(reads.type(), reads.open().apply(reader));
    }
    return opened;
  }

  /**
   * Returns the columns with ids of the shared series, as the ends of queries for the highest id.
   */
  List<String> idColumns() {
    var columns = new ArrayList<String>();
    for (var table : all) {
      if (table.idColumn() != null) columns.add(table.idColumn() + ") FROM " + table.name());
    }
    return columns;
  }

  /** Returns the statements that remove the rows of an agent. */
  List<String> forgetAgent() {
    return all.stream().flatMap(table -> table.forgetAgent().stream()).toList();
  }

  List<String> forgetChannel() {
    return all.stream().flatMap(table -> table.forgetChannel().stream()).toList();
  }

  /** Returns the statements that remove the rows of a stream's entries up to a seq. */
  List<String> forgetEntries() {
    return all.stream().flatMap(table -> table.forgetEntries().stream()).toList();
  }

  /** Returns the queries that must all have no row before an agent is removed. */
  List<String> keepsAgent() {
    var questions = new ArrayList<String>();
    for (var table : all) if (table.keepsAgent() != null) questions.add(table.keepsAgent());
    return questions;
  }

  /** Returns the writes of all tables. */
  List<TableWrite<? extends Write>> writes() {
    var writes = new ArrayList<TableWrite<? extends Write>>();
    for (var table : all) writes.addAll(table.parts());
    return writes;
  }
}
