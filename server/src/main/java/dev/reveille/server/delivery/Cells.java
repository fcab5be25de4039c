package dev.reveille.server.delivery;

import dev.reveille.server.kernel.CellId;

/** The addresses of the cells that every feature may tell or call. */
public final class Cells {
  public static final String AGENT = "agent";
  public static final String CHANNEL = "channel";
  public static final String MAILBOX = "mailbox";
  public static final String KEYS = "keys";

  /** The address of the one cell of tokens. */
  public static final CellId TOKENS = new CellId("tokens", "tokens");

  private Cells() {}

  public static CellId agent(String id) {
    return new CellId(AGENT, id);
  }

  public static CellId channel(String name) {
    return new CellId(CHANNEL, name);
  }

  public static CellId keys(String agent) {
    return new CellId(KEYS, agent);
  }

  public static CellId mailbox(String agent) {
    return new CellId(MAILBOX, agent);
  }
}
