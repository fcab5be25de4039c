package dev.reveille.server.chat;

import dev.reveille.server.kernel.CellId;

/** The addresses of chat's cells. */
public final class Cells {
  public static final String AGENT = "agent";
  public static final String CHANNEL = "channel";
  public static final String MAILBOX = "mailbox";
  public static final String SKILLS = "skills";
  public static final String VERIFICATION = "verification";
  public static final String KEYS = "keys";
  public static final String GAG = "gag";
  public static final String ADMIN = "admin";
  public static final String CALLBACKS = "callbacks";

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

  /** What an operator's mute of an agent is stored by. */
  public static CellId gag(String agent) {
    return new CellId(GAG, agent);
  }

  /** An agent's durable callbacks. */
  public static CellId callbacks(String agent) {
    return new CellId(CALLBACKS, agent);
  }

  /** The one that carries out what administrators ask. */
  public static CellId admin() {
    return new CellId(ADMIN, ADMIN);
  }

  public static CellId mailbox(String agent) {
    return new CellId(MAILBOX, agent);
  }

  public static CellId skills(String agent) {
    return new CellId(SKILLS, agent);
  }

  public static CellId verification(String requestId) {
    return new CellId(VERIFICATION, requestId);
  }
}
