package dev.reveille.server.chat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Attached;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a feature, before it has its place in a channel.
 *
 * @param kind in capitals: it is the entry's type on the wire
 * @param content its text, which filters look at; may be empty
 * @param extras further wire fields without braces; none has a name of {@link
 *     ServerMessage.Msg#FIELDS}
 * @param clientMsgId the sender's own key: a repeat gets the first echo again and has no effect
 * @param attached what is stored with it, and what follows
 */
public record EntryDraft(
    String kind, String content, String extras, @Nullable String clientMsgId, Attached attached) {
  public EntryDraft {
    if (!kind.equals(kind.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException("a kind is written in capitals, not " + kind);
    }
    if (!extras.isEmpty()) check(kind, extras);
  }

  private static void check(String kind, String extras) {
    var fields =
        Json.read("{" + extras + "}")
            .orElseThrow(
                () ->
                    new IllegalArgumentException("the extras of " + kind + " are no JSON fields"));
    for (var field : fields.properties()) {
      if (ServerMessage.Msg.FIELDS.contains(field.getKey())) {
        throw new IllegalArgumentException(
            "every entry has a field "
                + field.getKey()
                + ": choose another name for this field of "
                + kind);
      }
    }
  }
}
