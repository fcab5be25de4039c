package dev.reveille.server.outbox;

import dev.reveille.server.kernel.CellId;

/** A cell that tells and the cell that is told. Their tells are handled in order. */
public record CellPair(CellId sender, CellId receiver) {
  static CellPair of(String sender, String receiver) {
    return new CellPair(cell(sender), cell(receiver));
  }

  /** Reads an address as {@link CellId#toString} writes it. A kind has no slash. */
  private static CellId cell(String text) {
    int slash = text.indexOf('/');
    return new CellId(text.substring(0, slash), text.substring(slash + 1));
  }
}
