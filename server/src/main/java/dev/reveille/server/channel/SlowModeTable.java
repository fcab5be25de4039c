package dev.reveille.server.channel;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.util.Optional;

/**
 * The table of slow modes: the least time between two messages of one agent, by channel, as
 * operators set it.
 */
public final class SlowModeTable {
  static final String SLOW_MODE = "SELECT seconds FROM slow_modes WHERE channel = ?";

  public static final Table TABLE =
      Table.named("slow_modes")
          .migrations("V4__filters.sql")
          .write(
              SetSlowMode.class,
              "INSERT INTO slow_modes (channel, seconds) VALUES (?, ?) ON CONFLICT (channel)"
                  + " DO UPDATE SET seconds = excluded.seconds",
              (row, write) -> {
                row.setString(1, write.channel());
                row.setLong(2, write.seconds());
              })
          .forgetChannel("DELETE FROM slow_modes WHERE channel = ?")
          .reads(SlowModeReads.class, Sql::new)
          .build();

  private SlowModeTable() {}

  private record Sql(TableReader reader) implements SlowModeReads {
    @Override
    public Optional<Long> slowMode(String channel) {
      return reader.first(SLOW_MODE, row -> row.getLong(1), channel);
    }
  }
}
