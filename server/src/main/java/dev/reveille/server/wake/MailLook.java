package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.server.route.RouteLook;
import java.util.List;

/**
 * The unread inbox of an agent, without texts.
 *
 * @param known false if it could not be read; then nothing else is said
 * @param senders who sent what may make a turn
 * @param head the last seq of the mailbox
 * @param first the seq of the first unread entry that may make a turn; 0 if there is none
 * @param newest the seq of the newest of those; 0 if there is none
 * @param newestReference the number of the newest mention that is unread
 * @param older how many are too old to wake anybody, or were there before the routes
 * @param more true if there are more than were counted
 * @param routes the agent's routes, and what they say about all this
 */
public record MailLook(
    boolean known,
    List<FromSender> senders,
    long head,
    long first,
    long newest,
    long newestReference,
    long older,
    boolean more,
    RouteLook routes) {
  public static final MailLook UNKNOWN =
      new MailLook(false, List.of(), 0, 0, 0, 0, 0, false, RouteLook.NONE);

  public MailLook {
    senders = List.copyOf(senders);
  }

  /** The unread messages of one sender. */
  public record FromSender(String sender, long high, long normal, long low) {
    FromSender plus(Priority priority) {
      return switch (priority) {
        case HIGH -> new FromSender(sender, high + 1, normal, low);
        case NORMAL -> new FromSender(sender, high, normal + 1, low);
        case LOW -> new FromSender(sender, high, normal, low + 1);
      };
    }

    public long all() {
      return high + normal + low;
    }
  }
}
