package dev.reveille.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A search among skills: the terms of a bounded number of rows are compared, and only what is shown
 * is read whole.
 */
final class SkillSearch {
  private record Row(long id, String agent, long at, boolean fits) {}

  private SkillSearch() {}

  static SkillsFound on(Reader reader, Predicate<StoredSkill.Terms> wanted, int scan, int limit)
      throws SQLException {
    return among(
        reader, reader.list(Queries.SKILLS, row -> row(row, wanted), Math.max(0, scan)), limit);
  }

  static SkillsFound of(Reader reader, String agent, Predicate<StoredSkill.Terms> wanted, int limit)
      throws SQLException {
    return among(reader, reader.list(Queries.SKILLS_OF, row -> row(row, wanted), agent), limit);
  }

  private static Row row(ResultSet row, Predicate<StoredSkill.Terms> wanted) throws SQLException {
    return new Row(
        row.getLong(1), row.getString(2), row.getLong(3), wanted.test(Queries.skillTerms(row)));
  }

  private static SkillsFound among(Reader reader, List<Row> rows, int limit) throws SQLException {
    var first = new ArrayList<SkillsFound.Registered>();
    var room = new PageRoom<String>(String::length);
    int total = 0;
    for (var row : rows) {
      if (!row.fits()) continue;
      if (total++ >= limit || room.refused().isPresent()) continue;
      // Replaced since the rows were read: whoever asks a moment later sees what is new.
      reader
          .first(Queries.SKILL_FIELDS, r -> r.getString(1), row.id())
          .filter(room::takes)
          .ifPresent(f -> first.add(new SkillsFound.Registered(row.agent(), row.at(), f)));
    }
    return new SkillsFound(first, total);
  }
}
