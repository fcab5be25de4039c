package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;

/**
 * Says where a stream ends. It is a question to the store, so it is loaded for each command and
 * remembers no answer. A cell calls it if it must not count on an entry that is not durable yet.
 */
public final class StreamLookup implements Cell {
  private static final String KIND = "stream";

  /** Asks for the last entry of the stream that is the name of the cell. */
  public record FindEnd() implements Command {}

  /** The seq of the last durable entry; 0 if there is none. */
  public record StreamEnd(long seq) implements ChatAnswer {}

  private final long last;

  private StreamLookup(long last) {
    this.last = last;
  }

  public static CellKind kind(Store store) {
    return new CellKind(
        KIND, name -> new StreamLookup(store.reads(EntryReads.class).head(name).lastSeq()));
  }

  /** Returns the address of the cell that knows where this stream ends. */
  public static CellId at(String stream) {
    return new CellId(KIND, stream);
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(new StreamEnd(last));
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
