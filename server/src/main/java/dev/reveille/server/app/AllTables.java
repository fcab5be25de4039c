package dev.reveille.server.app;

import dev.reveille.server.admin.AdminTable;
import dev.reveille.server.callback.CallbackTable;
import dev.reveille.server.channel.ChannelTable;
import dev.reveille.server.channel.SlowModeTable;
import dev.reveille.server.channel.SubscriptionTable;
import dev.reveille.server.identity.AgentTable;
import dev.reveille.server.identity.KeyTable;
import dev.reveille.server.mail.MailTable;
import dev.reveille.server.moderation.GagTable;
import dev.reveille.server.skills.SkillTable;
import dev.reveille.server.store.EntryTable;
import dev.reveille.server.store.EventTable;
import dev.reveille.server.store.Table;
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
