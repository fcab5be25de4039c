package dev.reveille.server.seat;

import dev.reveille.protocol.SeatOrders;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.observe.Meter;
import java.util.List;
import java.util.stream.Stream;

/** Seats: the supervised places of agents that a harness runs, their sessions and handoffs. */
public final class SeatFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(
          SeatConfig.SETTINGS,
          Stream.of(SeatTable.TABLES, HandoffTable.TABLES).flatMap(List::stream).toList(),
          SeatFeature::make);

  private SeatFeature() {}

  /**
   * The things that a server gives its seats.
   *
   * @param harnesses the adapters that it has
   * @param gate asked before a harness is touched
   * @param news who is told what happens to seats
   * @param programs runs the worker of the dream layer
   */
  public record Setting(Harnesses harnesses, SeatGate gate, NewsDesk news, Programs programs) {}

  private static Feature make(FeatureParts parts) {
    var setting = parts.given().get(Setting.class);
    var chat = parts.chat();
    var store = chat.store();
    var harnesses = setting.harnesses();
    var prompts = BootPrompts.of(chat);
    harnesses.reportTo(
        finding ->
            parts.host().tell(SeatCell.at(finding.identity()), new SeatCommand.Found(finding)));
    var cell =
        new SeatCell.Parts(
            chat.config().of(SeatConfig.SETTINGS),
            chat.clock(),
            chat.ids(),
            store,
            harnesses,
            setting.news());
    return Feature.named("seat")
        .with(
            new CellKind(SeatCell.KIND, identity -> SeatCell.load(identity, cell)),
            new CellKind(
                SeatOrdered.DESK, word -> SeatDesk.load(word, store, harnesses, setting.gate())))
        .with(
            SeatOrdered.part(SeatOrders.AddSeat.class, SeatOrders.AddSeat::identity),
            SeatOrdered.part(SeatOrders.ListSeats.class, SeatOrders.ListSeats::identity),
            SeatOrdered.part(SeatOrders.ShowSeat.class, SeatOrders.ShowSeat::identity),
            SeatOrdered.part(SeatOrders.BenchSeat.class, SeatOrders.BenchSeat::identity),
            SeatOrdered.part(SeatOrders.ResumeSeat.class, SeatOrders.ResumeSeat::identity),
            SeatOrdered.part(SeatOrders.RemoveSeat.class, SeatOrders.RemoveSeat::identity),
            SeatOrdered.part(SeatOrders.ShowMemory.class, SeatOrders.ShowMemory::identity))
        .with(
            new DurableCommand("seat.happened", SeatNews.Happened.class),
            new DurableCommand("seat.acted", SeatNews.Acted.class),
            new DurableCommand("seat.successor-due", SeatNews.SuccessorDue.class))
        .with(new SeatPart(chat), SeatCell.timerKind(), SeatFacet.facet())
        .with(new HarnessJobs(harnesses, setting.gate(), prompts).kind())
        .with(MemoryQuery.lookup(store))
        .with(
            new CellKind(
                Dreams.KIND,
                _ ->
                    new DreamCell(
                        chat.config().of(SeatConfig.SETTINGS),
                        chat.clock(),
                        store.reads(JobReads.class))),
            DreamCell.timerKind(),
            new Dreams(
                    chat.config().of(SeatConfig.SETTINGS),
                    store,
                    setting.programs(),
                    chat::redacted)
                .kind(),
            new DurableCommand("seat.dreamt", SeatCommand.Dreamt.class),
            new Startup(
                "seats",
                () ->
                    new SeatStart(
                            chat.config().of(SeatConfig.SETTINGS), store, parts.host(), harnesses)
                        .run()),
            new Startup("dreams", () -> parts.host().tell(DreamCell.CELL, new DreamCell.Begin())))
        .with(Meter.gauge("reveille.seats", "Seats", () -> store.reads(SeatReads.class).count()))
        .build();
  }
}
