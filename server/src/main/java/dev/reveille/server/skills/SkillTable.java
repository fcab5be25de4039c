package dev.reveille.server.skills;

import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.Reader;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The table of the skills that agents offer.
 *
 * <p>A search compares the terms of a bounded number of rows, and reads the whole row only for
 * skills that it shows.
 */
public final class SkillTable {
  private static final String TERMS =
      "SELECT id, agent, registered_at, capability, rate, currency FROM skills";
  static final String SKILLS = TERMS + " ORDER BY id DESC LIMIT ?";
  static final String SKILLS_OF = TERMS + " WHERE agent = ? ORDER BY id DESC";
  static final String HOLDERS =
      "SELECT DISTINCT agent FROM skills WHERE capability = ? AND agent > ? ORDER BY agent LIMIT ?";
  static final String SKILL_FIELDS = "SELECT fields FROM skills WHERE id = ?";

  public static final Table TABLE =
      Table.named("skills")
          .migrations("V2__skills.sql", "V55__skills_by_capability.sql")
          .ids("id")
          .write(ReplaceSkills.class, SkillTable::replace)
          .forgetAgent("DELETE FROM skills WHERE agent = ?")
          .reads(SkillReads.class, Sql::new)
          .build();

  private SkillTable() {}

  private static TableWrite.Application<ReplaceSkills> replace(TableWriter writer)
      throws SQLException {
    var none = writer.prepare("DELETE FROM skills WHERE agent = ?");
    var row =
        writer.prepare(
            "INSERT INTO skills (id, agent, registered_at, capability, rate, currency, fields)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)");
    return write -> {
      none.setString(1, write.agent());
      none.executeUpdate();
      // The last skill gets the lowest id, because results are read backwards.
      for (var skill : write.skills().reversed()) {
        row.setLong(1, writer.nextId());
        row.setString(2, write.agent());
        row.setLong(3, write.at());
        row.setString(4, skill.terms().capability());
        row.setObject(5, skill.terms().rate(), Types.DOUBLE);
        row.setString(6, skill.terms().currency());
        row.setString(7, skill.fields());
        row.executeUpdate();
      }
    };
  }

  private record Row(long id, String agent, long at, boolean fits) {}

  private record Sql(TableReader tables) implements SkillReads {
    @Override
    public SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit) {
      return tables.read(
          r -> among(r, r.list(SKILLS, row -> row(row, wanted), Math.max(0, scan)), limit));
    }

    @Override
    public List<String> holders(String capability, String after, int limit) {
      return tables.list(HOLDERS, row -> row.getString(1), capability, after, Math.max(0, limit));
    }

    @Override
    public SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit) {
      return tables.read(r -> among(r, r.list(SKILLS_OF, row -> row(row, wanted), agent), limit));
    }
  }

  private static Row row(ResultSet row, Predicate<StoredSkill.Terms> wanted) throws SQLException {
    return new Row(row.getLong(1), row.getString(2), row.getLong(3), wanted.test(terms(row)));
  }

  private static StoredSkill.Terms terms(ResultSet row) throws SQLException {
    double number = row.getDouble(5);
    var rate = row.wasNull() ? null : (Double) number;
    return new StoredSkill.Terms(row.getString(4), rate, row.getString(6));
  }

  private static SkillsFound among(Reader reader, List<Row> rows, int limit) throws SQLException {
    var first = new ArrayList<SkillsFound.Registered>();
    var room = new PageLimit<String>(String::length);
    int total = 0;
    for (var row : rows) {
      if (!row.fits()) continue;
      if (total++ >= limit || room.refused().isPresent()) continue;
      // Skip skills that were replaced after the terms were read. The next search finds the new
      // ones.
      reader
          .first(SKILL_FIELDS, r -> r.getString(1), row.id())
          .filter(room::takes)
          .ifPresent(f -> first.add(new SkillsFound.Registered(row.agent(), row.at(), f)));
    }
    return new SkillsFound(first, total);
  }
}
