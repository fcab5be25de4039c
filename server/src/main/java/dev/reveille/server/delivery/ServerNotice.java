package dev.reveille.server.delivery;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * A text of the server itself, for an agent or a channel.
 *
 * @param name the sender's name, which tells texts for people from markers for programs
 * @param extras further wire fields without braces
 */
public record ServerNotice(String name, String to, long ts, String content, String extras) {

  /** Makes a notice that people read. */
  public static ServerNotice text(String to, long ts, String text) {
    return new ServerNotice("Server", to, ts, text, "");
  }

  /** Makes a notice that programs read: it begins with a marker such as {@code @@wake@@}. */
  public static ServerNotice marker(String to, long ts, String content) {
    return new ServerNotice("server", to, ts, content, "");
  }

  public ServerNotice with(String fields) {
    return new ServerNotice(name, to, ts, content, fields);
  }

  /** Returns it as a message that is not stored and has no seq. */
  public ServerMessage.Msg message() {
    return new ServerMessage.Msg(ts, Names.SERVER, name, to, content, 0, null, null, extras);
  }

  /** Returns it as an entry of its stream. */
  public StoredEntry entry(long seq) {
    return entry(seq, null, StoredEntry.MESSAGE);
  }

  /**
   * Returns it as an entry that a command made.
   *
   * @param id the id of the command
   */
  public StoredEntry entry(long seq, @Nullable String id, String kind) {
    return new StoredEntry(to, seq, ts, id, Names.SERVER, name, null, content, null, extras, kind);
  }
}
