package dev.reveille.client.file;

import dev.reveille.client.ClientException;
import dev.reveille.client.Incoming;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A sender {@code @ada} and a receiver {@code @bob} whose words reach each other at once. */
final class TwoEnds {
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  final QuickTime senderTime = new QuickTime();
  final QuickTime receiverTime = new QuickTime();
  final List<String> said = new CopyOnWriteArrayList<>();
  FileSender sender;
  final FileReceiver receiver;

  /** Changes a part on its way; an empty text gets lost. */
  UnaryOperator<String> way = UnaryOperator.identity();

  /** True if nothing can be said. */
  boolean speechless;

  /** So many parts are refused as too fast before one passes. */
  int refusals;

  TwoEnds() {
    sender = new FileSender(link("@ada"), senderTime, new Random(1));
    receiver = new FileReceiver(link("@bob"), receiverTime, InstantSource.fixed(NOW));
  }

  /** Puts another sender in the place of the first. */
  FileSender sender(Duration patience) {
    sender = new FileSender(link("@ada"), senderTime, new Random(2), patience);
    return sender;
  }

  private FileLink link(String self) {
    return new FileLink() {
      @Override
      public String agentId() {
        return self;
      }

      @Override
      public String say(String to, String content) {
        var other = self.equals("@ada") ? "@bob" : "@ada";
        if (speechless) throw new ClientException.TimedOut("no answer");
        said.add(content);
        var incoming = incoming(self, other, content, NOW);
        // The server shows both of them what was said.
        sender.hear(incoming);
        receiver.hear(incoming);
        return other;
      }

      @Override
      public void part(String to, String content) {
        if (refusals > 0) {
          refusals--;
          throw new ClientException.Refused("RATE_LIMITED", "Too fast");
        }
        var arrived = way.apply(content);
        if (!arrived.isEmpty()) receiver.hear(new ServerMessage.FileChunk(self, to, arrived));
      }
    };
  }

  static Incoming incoming(String from, String to, String content, Instant when) {
    var message =
        new ServerMessage.Msg(
            when.toEpochMilli(), from, from.substring(1), to, content, 1, "m", true, "");
    return new Incoming(message, false, "", 0);
  }
}
