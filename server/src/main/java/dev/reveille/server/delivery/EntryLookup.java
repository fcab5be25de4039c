package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.EntryPlace;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.Optional;

/**
 * Says where the entry with an id is. It is a question to the store, so it is loaded for each
 * command. A cell calls it, because a cell cannot read the store itself.
 */
final class EntryLookup implements Cell {
  private static final String KIND = "entry";

  /** Asks for the place of the entry whose id is the name of the cell. */
  record FindEntry() implements Command {}

  /** The entry is here. */
  record EntryFound(String stream, long seq) implements Answer {}

  /** No entry has the id. */
  record NoEntry() implements Answer {}

  private final Optional<EntryPlace> place;

  private EntryLookup(Optional<EntryPlace> place) {
    this.place = place;
  }

  static CellKind kind(Store store) {
    return new CellKind(KIND, id -> new EntryLookup(store.reads(EntryReads.class).place(id)));
  }

  static CellId at(String msgId) {
    return new CellId(KIND, msgId);
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(
        place.<Answer>map(p -> new EntryFound(p.stream(), p.seq())).orElseGet(NoEntry::new));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }
}
