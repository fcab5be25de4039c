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
 * @param content its text; may be empty. Secrets in it are redacted, and filters look at it
 * @param extras further fields of the entry on the wire, as JSON text without the outer braces:
 *     {@code "emoji":"+1","reacts_to":"m1"}. None has a name of {@link ServerMessage.Msg#FIELDS}.
 *     They are sent as they are: nothing in them is redacted, so text that an agent wrote freely
 *     belongs in {@code content}
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

  /** Returns the same draft with these writes and effects in place of the attached ones. */
  public EntryDraft with(Attached other) {
    return new EntryDraft(kind, content, extras, clientMsgId, other);
  }

  /** Returns the same draft with this text. */
  EntryDraft withContent(String other) {
    return new EntryDraft(kind, other, extras, clientMsgId, attached);
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
