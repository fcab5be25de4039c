package dev.reveille.server.mail;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.channel.ReadMark;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the marks of an agent after a READ.
 *
 * @param to the inbox or a channel
 * @param seq the mark of the inbox
 * @param channels the channels whose marks were moved
 * @param side true if it is for the agent's body, and a side session confirmed
 */
public record MarksQuery(
    String agent, @Nullable String cursor, String to, long seq, List<String> channels, boolean side)
    implements Query {
  public MarksQuery {
    channels = List.copyOf(channels);
  }

  static Lookup<MarksQuery> lookup(Store store) {
    return new Lookup<>(MarksQuery.class, asked -> asked.answer(store));
  }

  private ConfirmMessages.Confirmed answer(Store store) {
    var marks = channels.isEmpty() ? null : store.reads(MarkReads.class).marks(agent);
    var moved =
        channels.stream()
            .map(
                channel -> {
                  ReadMark mark = marks == null ? null : marks.get(channel);
                  return new ConfirmMessages.ChannelMark(channel, mark == null ? 0 : mark.seq());
                })
            .toList();
    return to.startsWith("#")
        ? new ConfirmMessages.Confirmed(null, to, moved.getFirst().seq(), List.of(), side)
        : new ConfirmMessages.Confirmed(cursor, to, seq, moved, side);
  }
}
