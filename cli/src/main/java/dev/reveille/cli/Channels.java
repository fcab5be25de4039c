package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import java.util.function.Supplier;

/** How commands enter channels. */
final class Channels {
  /** As {@code since} of a JOIN: no message is that new, so nothing is replayed. */
  static final long NOTHING_OLD = (1L << 53) - 1;

  private Channels() {}

  /** Asks something that only members may ask; enters the channel if that is what is missing. */
  static <T> T asMember(ReveilleClient client, String channel, Supplier<T> question) {
    try {
      return question.get();
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.NOT_INVITED)) throw e;
      client.join(channel, NOTHING_OLD);
      return question.get();
    }
  }
}
