package dev.reveille.server.alert;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.observe.PersonPresence;
import dev.reveille.server.store.Store;
import java.util.List;

/** Alerts to people, and the memory of when a person was present. */
public final class AlertFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(AlertConfig.SETTINGS, AlertTable.TABLES, AlertFeature::make);

  /**
   * The things that a server gives its alerts.
   *
   * @param ways to people; empty = only the log
   * @param person when an administrator was present
   * @param troubles shows ways that fail
   */
  public record Setting(List<AlertWay> ways, PersonPresence person, Failures troubles) {
    public Setting {
      ways = List.copyOf(ways);
    }
  }

  private AlertFeature() {}

  private static Feature make(FeatureParts parts) {
    var setting = parts.given().get(Setting.class);
    var chat = parts.chat();
    var store = chat.store();
    var job = new AlertJob(setting.ways(), setting.troubles());
    var alarm = new StoreAlarm(store, job);
    var keeper = new PresenceKeeper(parts.host(), setting.person());
    return Feature.named("alerts")
        .with(
            new CellKind(
                AlertCell.KIND,
                _ ->
                    new AlertCell(
                        chat.clock(),
                        chat.config().of(AlertConfig.SETTINGS).perHour(),
                        store.reads(AlertReads.class),
                        store.reads(JobReads.class))))
        .with(new DurableCommand("alert.raise", RaiseAlert.class))
        .with(job.kind())
        .with(
            new Startup("alerts", () -> load(store, setting.person())),
            new Chore(
                "alerts",
                () -> {
                  keeper.keep();
                  parts.host().tell(AlertCell.ID, new AlertCell.TryDue());
                  alarm.look();
                }))
        .build();
  }

  private static void load(Store store, PersonPresence person) {
    person.load(store.reads(AlertReads.class).personSeen());
  }
}
