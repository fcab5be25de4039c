package dev.reveille.server.channel;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The table of marks: how far each agent has read in each channel. */
public final class MarkTable {
  /** The most readers of one entry that are counted. */
  public static final int MOST_COUNTED = 100_000;

  static final String MARKS = "SELECT channel, seq, since, refs FROM read_marks WHERE agent = ?";
  static final String REACHED =
      "SELECT count(*) FROM (SELECT 1 FROM read_marks WHERE channel = ? AND seq >= ?"
          + " AND since < ? AND agent <> ? LIMIT "
          + MOST_COUNTED
          + ") AS counted";

  private static final String BEGIN =
      "INSERT INTO read_marks (agent, channel, seq, since) VALUES (?, ?, ?, ?)"
          + " ON CONFLICT (agent, channel) DO NOTHING";
  private static final String MOVE =
      "INSERT INTO read_marks (agent, channel, seq, since, refs) VALUES (?, ?, ?, 0, ?)"
          + " ON CONFLICT (agent, channel) DO UPDATE SET"
          + " seq = CASE WHEN excluded.seq > read_marks.seq THEN excluded.seq"
          + " ELSE read_marks.seq END,"
          + " refs = CASE WHEN excluded.refs > read_marks.refs THEN excluded.refs"
          + " ELSE read_marks.refs END";

  public static final Table TABLE =
      Table.named("read_marks")
          .migrations("V17__inbox.sql")
          .write(BeginMark.class, MarkTable::begin)
          .write(MoveMark.class, MarkTable::move)
          .write(
              RemoveMark.class,
              "DELETE FROM read_marks WHERE agent = ? AND channel = ?",
              (row, write) -> {
                row.setString(1, write.agent());
                row.setString(2, write.channel());
              })
          .forgetAgent("DELETE FROM read_marks WHERE agent = ?")
          .forgetChannel("DELETE FROM read_marks WHERE channel = ?")
          .reads(MarkReads.class, Sql::new)
          .build();

  private MarkTable() {}

  private static TableWrite.Application<BeginMark> begin(TableWriter writer) throws SQLException {
    var row = writer.prepare(BEGIN);
    return write -> {
      long last = writer.lastSeq(write.channel());
      row.setString(1, write.agent());
      row.setString(2, write.channel());
      row.setLong(3, last);
      row.setLong(4, last);
      row.executeUpdate();
    };
  }

  private static TableWrite.Application<MoveMark> move(TableWriter writer) throws SQLException {
    var row = writer.prepare(MOVE);
    return write -> {
      row.setString(1, write.agent());
      row.setString(2, write.channel());
      long seq = Math.min(write.seq(), writer.lastSeq(write.channel()));
      row.setLong(3, seq);
      row.setLong(4, write.withReferences() ? seq : 0);
      row.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements MarkReads {
    private record Row(String channel, ReadMark mark) {}

    @Override
    public Map<String, ReadMark> marks(String agent) {
      List<Row> rows =
          reader.list(
              MARKS,
              row ->
                  new Row(
                      row.getString(1),
                      new ReadMark(row.getLong(2), row.getLong(3), row.getLong(4))),
              agent);
      var marks = new TreeMap<String, ReadMark>();
      for (var row : rows) marks.put(row.channel(), row.mark());
      return marks;
    }

    @Override
    public long reached(String channel, long seq, String author) {
      return reader.first(REACHED, row -> row.getLong(1), channel, seq, seq, author).orElse(0L);
    }
  }
}
