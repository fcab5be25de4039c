package dev.reveille.server.app;

import dev.reveille.server.admin.MemoryAdmin;
import dev.reveille.server.alert.MemoryAlerts;
import dev.reveille.server.callback.MemoryCallbacks;
import dev.reveille.server.channel.MemoryChannels;
import dev.reveille.server.channel.MemoryMarks;
import dev.reveille.server.channel.MemorySlowModes;
import dev.reveille.server.channel.MemorySubscriptions;
import dev.reveille.server.decision.MemoryWakes;
import dev.reveille.server.identity.MemoryIdentities;
import dev.reveille.server.identity.MemoryTokens;
import dev.reveille.server.job.MemoryJobs;
import dev.reveille.server.mail.MemoryMail;
import dev.reveille.server.moderation.MemoryMutes;
import dev.reveille.server.observe.MemoryNumbers;
import dev.reveille.server.outbox.MemoryOutbox;
import dev.reveille.server.route.MemoryRoutes;
import dev.reveille.server.seat.MemoryHandoffs;
import dev.reveille.server.seat.MemorySeats;
import dev.reveille.server.skills.MemorySkills;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.MemoryTimers;
import dev.reveille.server.task.MemoryTaskFindings;
import dev.reveille.server.task.MemoryTasks;
import dev.reveille.server.wake.MemoryTeams;
import dev.reveille.server.worksource.MemorySources;
import java.util.List;

/** The memory doubles of {@link Features}. */
public final class AllMemoryTables {
  private AllMemoryTables() {}

  /** Returns empty tables. */
  public static List<MemoryTable> make() {
    var marks = new MemoryMarks();
    return List.of(
        new MemoryOutbox(),
        new MemoryIdentities(),
        new MemoryTokens(),
        new MemoryChannels(),
        new MemorySubscriptions(),
        marks,
        new MemoryMail(marks),
        new MemorySkills(),
        new MemorySlowModes(),
        new MemoryMutes(),
        new MemoryAdmin(),
        new MemoryCallbacks(),
        new MemoryTasks(),
        new MemoryTaskFindings(),
        new MemorySeats(),
        new MemoryHandoffs(),
        new MemoryJobs(),
        new MemoryNumbers(),
        new MemoryWakes(),
        new MemoryRoutes(),
        new MemoryTeams(),
        new MemorySources(),
        new MemoryAlerts(),
        new MemoryTimers());
  }
}
