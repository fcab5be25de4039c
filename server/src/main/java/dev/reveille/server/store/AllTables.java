package dev.reveille.server.store;

import java.util.List;
import java.util.stream.Stream;

/** The tables of all features. Stands here until each feature brings its own. */
public final class AllTables {
  public static final List<Table> LIST =
      Stream.of(
              EntryTable.TABLES,
              List.of(EventTable.TABLE, AgentTable.TABLE, KeyTable.TABLE),
              ChannelTable.TABLES,
              SubscriptionTable.TABLES,
              List.of(SlowModeTable.TABLE, MailTable.TABLE, SkillTable.TABLE, GagTable.TABLE),
              AdminTable.TABLES,
              List.of(CallbackTable.TABLE))
          .flatMap(List::stream)
          .toList();

  private AllTables() {}
}
