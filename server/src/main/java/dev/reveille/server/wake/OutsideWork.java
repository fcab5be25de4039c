package dev.reveille.server.wake;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.Step;
import java.util.List;

/** Connects wakes with what lies outside: work sources, and people who are needed. */
final class OutsideWork {
  private final FeatureParts parts;
  private final List<WorkSource> sources;
  private final SourceView view;
  private final SourceWatch watch;
  private final OpenNeeds needs;
  private final NeedsWatch people;

  /** A source that the settings do not name any more. Its last job may still end. */
  private record RemovedSource() implements Cell {
    @Override
    public Step handle(Command command) {
      return Step.none();
    }

    @Override
    public boolean mayUnload() {
      return true;
    }
  }

  OutsideWork(FeatureParts parts, SeatBook seats, WakeFeature.Setting setting) {
    this.parts = parts;
    var chat = parts.chat();
    sources = List.copyOf(setting.sources());
    view = new SourceView(chat.clock(), sources);
    watch =
        new SourceWatch(
            new SourceWatch.Parts(
                chat.clock(), parts.host(), chat.store(), seats, setting.troubles()),
            view,
            sources);
    needs = new OpenNeeds(chat.store(), chat.clock());
    people =
        new NeedsWatch(
            chat.clock(),
            parts.host(),
            needs,
            setting.person(),
            chat.config().alerts().escalateAfter());
  }

  /** Returns what work sources have for a seat. */
  List<Sensed.Counted> counted(String seat) {
    return view.counted(seat);
  }

  List<Contribution> contributions() {
    return List.of(
        new CellKind(SourceCell.KIND, this::cell),
        SourceRound.kind(sources),
        new EffectPart<>(SourceEffect.class, effect -> view.set(effect.source())),
        new Startup("work sources", watch::load),
        new Chore("work sources", watch::watch),
        new Chore("needs", people::look),
        NeedsPages.facet(needs));
  }

  private Cell cell(String name) {
    var store = parts.chat().store();
    return sources.stream()
        .map(WorkSource::config)
        .filter(config -> config.name().equals(name))
        .findFirst()
        .<Cell>map(
            config ->
                new SourceCell(
                    config,
                    parts.chat().clock(),
                    store.reads(SourceReads.class),
                    store.reads(JobReads.class)))
        .orElseGet(RemovedSource::new);
  }
}
