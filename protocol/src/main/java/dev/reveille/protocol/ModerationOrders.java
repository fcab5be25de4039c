package dev.reveille.protocol;

import java.util.List;

/** Administrators' orders that slow or silence agents. */
public final class ModerationOrders {
  /** The longest mute. To silence an agent for longer, ban it. */
  static final long MAX_MUTE_SECONDS = 366L * 86_400;

  static final long MAX_SLOW_SECONDS = 86_400;

  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(
              AdminMessages.order("ADMIN_MUTE", ModerationOrders::mute),
              AdminMessages.order(
                  "ADMIN_SLOW_MODE", f -> new SlowMode(f.channel(), seconds(f, MAX_SLOW_SECONDS)))),
          List.of());

  private ModerationOrders() {}

  /**
   * Mutes an agent: the server refuses its messages for a while.
   *
   * @param seconds 0 = the agent may speak again from now on
   */
  public record Mute(String agent, long seconds, String reason) implements AdminOrder {
    @Override
    public String action() {
      return "mute";
    }

    @Override
    public String target() {
      return agent;
    }

    @Override
    public String subject() {
      return reason;
    }

    @Override
    public void write(JsonText json) {
      AdminMessages.target(json, agent, reason);
      json.field("seconds", seconds);
    }
  }

  /**
   * Sets the least time between two messages of one agent in a channel.
   *
   * @param seconds 0 = none
   */
  public record SlowMode(String channel, long seconds) implements AdminOrder {
    @Override
    public String action() {
      return "slow_mode";
    }

    @Override
    public String subject() {
      return channel + ": " + seconds + " s";
    }

    @Override
    public void write(JsonText json) {
      json.field("channel", channel).field("seconds", seconds);
    }
  }

  private static AdminOrder mute(Fields f) throws InvalidMessage {
    var agent = AdminMessages.agent(f);
    var reason = f.optional("reason", AdminMessages.MAX_TEXT);
    long seconds = seconds(f, MAX_MUTE_SECONDS);
    // A mute needs a reason, because the muted agent is told the reason.
    if (seconds > 0 && (reason == null || reason.isBlank())) {
      throw new InvalidMessage("Missing reason");
    }
    return new Mute(agent, seconds, reason == null ? "" : reason);
  }

  private static long seconds(Fields f, long most) throws InvalidMessage {
    var seconds = f.value("seconds");
    double value = seconds.isNumber() ? Json.number(seconds) : -1;
    if (value < 0 || value > most || value != Math.rint(value)) {
      throw new InvalidMessage("Invalid seconds: a whole number from 0 to " + most);
    }
    return (long) value;
  }
}
