package dev.reveille.server.chat;

import dev.reveille.server.kernel.CellId;

/** The addresses of chat's cells. */
public final class Cells {
  public static final String AGENT = "agent";
  public static final String CHANNEL = "channel";
  public static final String MAILBOX = "mailbox";

  private Cells() {}

  public static CellId agent(String id) {
    return new CellId(AGENT, id);
  }

  public static CellId channel(String name) {
    return new CellId(CHANNEL, name);
  }

  public static CellId mailbox(String agent) {
    return new CellId(MAILBOX, agent);
  }
}
