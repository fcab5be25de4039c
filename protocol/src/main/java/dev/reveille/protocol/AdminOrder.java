package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * An order of an administrator, without the admin key. The key never leaves the connection. Agents
 * are named with {@code @}. A feature has its orders in a file of its own, as its messages.
 */
public interface AdminOrder {
  /** Returns the name of the order in results and in the audit log. */
  String action();

  /** Writes the fields of the order as a client sends them. */
  void write(JsonText json);

  /** Returns the agent that the order is about, if there is one. */
  default @Nullable String target() {
    return null;
  }

  /** Returns what the audit keeps of the order beside its target; null if there is nothing. */
  default @Nullable String subject() {
    return null;
  }

  /**
   * True if a token is not enough for the order. What is executed is said only by those who hold
   * the admin key itself.
   */
  default boolean needsKey() {
    return false;
  }

  /** An order that the cell of administrators carries out itself. */
  sealed interface ServerOrder extends AdminOrder {}

  /**
   * Approves a key, or marks its agent as verified. The text of the key must be exactly as agents
   * send it.
   */
  record Approve(String pubkey, @Nullable String note) implements ServerOrder {
    @Override
    public String action() {
      return "approve";
    }

    @Override
    public void write(JsonText json) {
      json.field("pubkey", pubkey);
      if (note != null) json.field("note", note);
    }
  }

  /**
   * Revokes the approval of a key.
   *
   * @param identifier the text of the key, or the id of its agent without {@code @}
   */
  record Revoke(String identifier) implements ServerOrder {
    @Override
    public String action() {
      return "revoke";
    }

    @Override
    public void write(JsonText json) {
      json.field(Names.isName(identifier) ? "agent_id" : "pubkey", identifier);
    }
  }

  /** Lists the approved keys. */
  record ListAllowed() implements ServerOrder {
    @Override
    public String action() {
      return "list";
    }

    @Override
    public void write(JsonText json) {}
  }

  record Kick(String agent, @Nullable String reason) implements ServerOrder {
    @Override
    public String action() {
      return "kick";
    }

    @Override
    public String target() {
      return agent;
    }

    @Override
    public void write(JsonText json) {
      AdminMessages.target(json, agent, reason);
    }
  }

  record Ban(String agent, @Nullable String reason) implements ServerOrder {
    @Override
    public String action() {
      return "ban";
    }

    @Override
    public String target() {
      return agent;
    }

    @Override
    public void write(JsonText json) {
      AdminMessages.target(json, agent, reason);
    }
  }

  record Unban(String agent) implements ServerOrder {
    @Override
    public String action() {
      return "unban";
    }

    @Override
    public String target() {
      return agent;
    }

    @Override
    public void write(JsonText json) {
      AdminMessages.target(json, agent, null);
    }
  }

  /**
   * Changes the message that everybody gets on connecting.
   *
   * @param motd null = no message
   * @param kick true if all other connections are closed afterwards
   */
  record Motd(@Nullable String motd, boolean kick) implements ServerOrder {
    @Override
    public String action() {
      return "motd";
    }

    @Override
    public void write(JsonText json) {
      json.field("motd", motd).field("kick", kick);
    }
  }

  record Verify(String agent, boolean verified) implements ServerOrder {
    @Override
    public String action() {
      return "verify";
    }

    @Override
    public String target() {
      return agent;
    }

    @Override
    public void write(JsonText json) {
      json.field("agent_id", agent).field("verified", verified);
    }
  }
}
