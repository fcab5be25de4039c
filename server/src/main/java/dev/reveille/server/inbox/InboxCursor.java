package dev.reveille.server.inbox;

import dev.reveille.protocol.ConfirmMessages.ChannelMark;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Names;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The end of an answer to PENDING: what a READ with it confirms. On the wire it is an opaque text.
 * It is not signed: an agent can only confirm what is its own, and the receiver of a cursor limits
 * it to what exists.
 *
 * @param agent whose inbox it is
 * @param seq direct messages up to here; 0 = none
 * @param reference references up to this number; 0 = none
 * @param lost how many references were ever lost when the answer was made
 * @param channels messages of channels, up to these seqs
 */
record InboxCursor(String agent, long seq, long reference, long lost, List<ChannelMark> channels) {
  private static final String VERSION = "1";

  /** The number of words before those of the channels. */
  private static final int FIXED = 5;

  InboxCursor {
    channels = List.copyOf(channels);
  }

  String text() {
    var text = new StringBuilder(VERSION);
    text.append(' ').append(agent).append(' ').append(seq).append(' ').append(reference);
    text.append(' ').append(lost);
    for (var mark : channels) {
      text.append(' ').append(mark.channel()).append(' ').append(mark.seq());
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a cursor from untrusted text; empty if it is none. */
  static Optional<InboxCursor> of(String text) {
    try {
      var bytes = Base64.getUrlDecoder().decode(text);
      var words = new String(bytes, StandardCharsets.UTF_8).split(" ", -1);
      int marks = (words.length - FIXED) / 2;
      if (words.length < FIXED || words.length % 2 == 0 || !words[0].equals(VERSION)) {
        return Optional.empty();
      }
      if (marks > InboxMessages.MAX_CHANNELS) return Optional.empty();
      var channels = new ArrayList<ChannelMark>();
      for (int i = FIXED; i < words.length; i += 2) {
        if (!Names.isChannel(words[i])) return Optional.empty();
        channels.add(new ChannelMark(words[i], number(words[i + 1])));
      }
      return Optional.of(
          new InboxCursor(
              words[1], number(words[2]), number(words[3]), number(words[4]), channels));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static long number(String word) {
    long number = Long.parseLong(word);
    if (number < 0) throw new IllegalArgumentException("negative");
    return number;
  }
}
