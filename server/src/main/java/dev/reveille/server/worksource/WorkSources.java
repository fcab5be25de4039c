package dev.reveille.server.worksource;

import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.SensorCount;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.Step;
import java.util.List;

/** The sources of work outside the chat: asks them, and says what they have for each seat. */
public final class WorkSources {
  private final ChatParts chat;
  private final List<WorkSource> sources;
  private final SourceView view;
  private final SourceWatch watch;

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

  public WorkSources(
      ChatParts chat, Host host, SeatBook seats, List<WorkSource> sources, Failures troubles) {
    this.chat = chat;
    this.sources = List.copyOf(sources);
    view = new SourceView(chat.clock(), sources);
    watch =
        new SourceWatch(
            new SourceWatch.Parts(chat.clock(), host, chat.store(), seats, troubles),
            view,
            sources);
  }

  /** Returns what work sources have for a seat. */
  public List<SensorCount> counted(String seat) {
    return view.counted(seat);
  }

  public List<Contribution> contributions() {
    return List.of(
        new CellKind(SourceCell.KIND, this::cell),
        SourceRound.kind(sources),
        new EffectPart<>(SourceEffect.class, effect -> view.set(effect.source())),
        new Startup("work sources", watch::load),
        new Chore("work sources", watch::watch));
  }

  private Cell cell(String name) {
    var store = chat.store();
    return sources.stream()
        .map(WorkSource::config)
        .filter(config -> config.name().equals(name))
        .findFirst()
        .<Cell>map(
            config ->
                new SourceCell(
                    config,
                    chat.clock(),
                    store.reads(SourceReads.class),
                    store.reads(JobReads.class)))
        .orElseGet(RemovedSource::new);
  }
}
