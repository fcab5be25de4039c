package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import java.util.function.Supplier;

/** Joins channels for commands that only members may run. */
final class ChannelAccess {
  /** Use it as {@code since} of a JOIN to get no replay: it is greater than every seq. */
  static final long NO_REPLAY = (1L << 53) - 1;

  private ChannelAccess() {}

  /**
   * Asks a question that only members may ask. Joins the channel first if that is needed.
   *
   * @param guest true if the agent has no key: then it leaves no trace, and joins nothing
   */
  static <T> T asMember(
      ReveilleClient client, boolean guest, String channel, Supplier<T> question) {
    try {
      return question.get();
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.NOT_INVITED)) throw e;
      if (guest) throw notForGuests(channel, e);
      client.join(channel, NO_REPLAY);
      return question.get();
    }
  }

  private static Problem notForGuests(String channel, ClientException.Refused e) {
    return new Problem(
        Exit.REFUSED,
        "A guest reads only the channels that every agent joins. Read "
            + channel
            + " as one of its members with --identity. To make one a member: reveille channel join '"
            + channel
            + "' --identity NAME",
        e);
  }
}
