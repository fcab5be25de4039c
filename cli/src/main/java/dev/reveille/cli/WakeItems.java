package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.WakeMessages;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Hands wakes over in a batch, beside messages, and tells the server that their turn began. */
final class WakeItems {
  private static final String WAKE = "WAKE";

  private WakeItems() {}

  /** Returns a wake as a part of a batch: its line for people, its own JSON for programs. */
  static PendingBatch.Item of(String agent, WakeMessages.Wake wake) {
    long now = System.currentTimeMillis();
    var shown =
        new ServerMessage.Msg(
            WAKE, now, Names.SERVER, "server", agent, wake.line(), 0, wake.nonce(), null, "");
    var json = new String(ServerMessages.write(wake, now), StandardCharsets.UTF_8);
    return new PendingBatch.Item(shown, json);
  }

  /** Tells the server that a turn began with the wakes among these. */
  static void started(ReveilleClient client, List<PendingBatch.Item> items) {
    for (var item : items) {
      var nonce = item.message().type().equals(WAKE) ? item.message().msgId() : null;
      if (nonce == null) continue;
      try {
        client.seat().wakeStarted(nonce);
      } catch (ClientException e) {
        // What the agent does next proves it too. The work is worth more than its proof.
      }
    }
  }
}
