package dev.reveille.server.chat;

import dev.reveille.server.delivery.Attached;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a feature, before it has its place in a channel.
 *
 * @param kind in capitals: it is the entry's type on the wire
 * @param content its text, which filters look at; may be empty
 * @param extras further wire fields without braces; their names must differ from those that every
 *     entry has ({@code msg_id}, {@code seq}, {@code from}, {@code to}, {@code ts})
 * @param clientMsgId the sender's own key: a repeat gets the first echo again and has no effect
 * @param attached what is stored with it, and what follows
 */
public record EntryDraft(
    String kind, String content, String extras, @Nullable String clientMsgId, Attached attached) {
  public EntryDraft {
    if (!kind.equals(kind.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException("a kind is written in capitals, not " + kind);
    }
  }
}
