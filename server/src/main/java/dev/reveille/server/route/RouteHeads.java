package dev.reveille.server.route;

import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;

/**
 * Says where an inbox ends, and if its agent has a seat. It is a question to the store, so it is
 * loaded for each command.
 */
public record RouteHeads(Heads heads) implements Cell {
  public static final String KIND = "wake-heads";

  /** Asks for the end of the inbox. */
  record FindHeads() implements Command {}

  /**
   * The end of an inbox.
   *
   * @param seq the last entry
   * @param reference the number of the last mention
   */
  record Heads(boolean hasSeat, long seq, long reference) implements ChatAnswer {}

  public static RouteHeads load(String identity, Store store) {
    return new RouteHeads(
        new Heads(
            store.reads(SeatReads.class).seat(identity).isPresent(),
            store.reads(EntryReads.class).head(identity).lastSeq(),
            store.reads(MailReads.class).mailbox(identity).lastReference()));
  }

  static CellId at(String identity) {
    return new CellId(KIND, identity);
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(heads);
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
