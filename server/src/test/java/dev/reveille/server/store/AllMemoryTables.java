package dev.reveille.server.store;

import java.util.List;

/** The memory doubles of {@link AllTables}. */
public final class AllMemoryTables {
  private AllMemoryTables() {}

  /** Returns empty tables. */
  public static List<MemoryTable> make() {
    return List.of(
        new MemoryIdentities(),
        new MemoryChannels(),
        new MemorySubscriptions(),
        new MemoryMail(),
        new MemorySkills(),
        new MemorySlowModes(),
        new MemoryGags(),
        new MemoryAdmin(),
        new MemoryCallbacks());
  }
}
