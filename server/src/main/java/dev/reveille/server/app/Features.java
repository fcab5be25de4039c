package dev.reveille.server.app;

import dev.reveille.server.admin.AdminTable;
import dev.reveille.server.alert.AlertFeature;
import dev.reveille.server.callback.CallbackFeature;
import dev.reveille.server.channel.ChannelTable;
import dev.reveille.server.channel.MarkTable;
import dev.reveille.server.channel.SlowModeTable;
import dev.reveille.server.channel.SubscriptionTable;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.decision.DecisionFeature;
import dev.reveille.server.identity.AgentTable;
import dev.reveille.server.identity.KeyTable;
import dev.reveille.server.identity.TokenTable;
import dev.reveille.server.inbox.InboxFeature;
import dev.reveille.server.job.JobTable;
import dev.reveille.server.limits.FeatureSettings;
import dev.reveille.server.mail.MailTable;
import dev.reveille.server.moderation.ModerationFeature;
import dev.reveille.server.observe.NumbersTable;
import dev.reveille.server.outbox.OutboxTable;
import dev.reveille.server.report.ReportFeature;
import dev.reveille.server.retraction.RetractionFeature;
import dev.reveille.server.route.RouteFeature;
import dev.reveille.server.seat.SeatFeature;
import dev.reveille.server.skills.SkillsFeature;
import dev.reveille.server.sleep.SleepFeature;
import dev.reveille.server.store.EntryTable;
import dev.reveille.server.store.EventTable;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TimerTable;
import dev.reveille.server.task.TaskFeature;
import dev.reveille.server.verification.VerificationFeature;
import dev.reveille.server.wake.WakeFeature;
import dev.reveille.server.worksource.SourceFeature;
import java.util.List;
import java.util.stream.Stream;

/** The features of this server. A new feature is one line in {@link #PLANS}. */
public final class Features {
  /**
   * The features in the order in which their agent parts are called. Those before sleep can refuse
   * a message before it wakes its sender. Sleep comes before callbacks: a message wakes its sender
   * before its callbacks are set. Delivery, channels, mail, sessions and administration use each
   * other; {@link Node} connects those.
   */
  static final List<FeaturePlan> PLANS =
      List.of(
          InboxFeature.PLAN,
          SkillsFeature.PLAN,
          VerificationFeature.PLAN,
          ModerationFeature.PLAN,
          SleepFeature.PLAN,
          CallbackFeature.PLAN,
          TaskFeature.PLAN,
          RetractionFeature.PLAN,
          SeatFeature.PLAN,
          AlertFeature.PLAN,
          RouteFeature.PLAN,
          SourceFeature.PLAN,
          DecisionFeature.PLAN,
          WakeFeature.PLAN,
          ReportFeature.PLAN);

  /** The tables of all features. The store is opened with these. */
  public static final List<Table> TABLES =
      Stream.of(
              EntryTable.TABLES,
              OutboxTable.TABLES,
              List.of(EventTable.TABLE, TimerTable.TABLE, AgentTable.TABLE, KeyTable.TABLE),
              TokenTable.TABLES,
              ChannelTable.TABLES,
              SubscriptionTable.TABLES,
              List.of(SlowModeTable.TABLE, MarkTable.TABLE),
              MailTable.TABLES,
              AdminTable.TABLES,
              List.of(JobTable.TABLE),
              NumbersTable.TABLES,
              PLANS.stream().flatMap(plan -> plan.tables().stream()).toList())
          .flatMap(List::stream)
          .toList();

  /** The settings of all features. */
  static final List<FeatureSettings<?>> SETTINGS =
      PLANS.stream().<FeatureSettings<?>>flatMap(plan -> plan.settings().stream()).toList();

  private Features() {}
}
