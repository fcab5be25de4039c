package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages by which an agent confirms what it has dealt with: READ. */
public final class ConfirmMessages {
  /** The name by which an agent speaks of its own inbox. */
  public static final String ME = "@me";

  public static final int MAX_CURSOR = 4096;

  static final ClientType<Confirm> READ =
      new ClientType<>(
          "READ",
          Scope.OBSERVE,
          Confirm.class,
          ConfirmMessages::confirm,
          (m, json) -> {
            if (m.cursor() != null) json.field("cursor", m.cursor());
            else json.field("to", m.to()).field("seq", m.seq());
          });

  static final ServerType<Confirmed> MARKS =
      new ServerType<>(
              "READ",
              Confirmed.class,
              f ->
                  new Confirmed(
                      f.optional("cursor"),
                      f.text("to"),
                      f.number("seq"),
                      f.objects("channels").stream()
                          .map(c -> new ChannelMark(c.text("channel"), c.number("seq")))
                          .toList(),
                      f.flag("side")),
              ConfirmMessages::write)
          .answering(Confirm.class, ConfirmMessages::confirms);

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(List.of(READ), List.of(MARKS));

  private ConfirmMessages() {}

  /**
   * Confirms what the agent has dealt with: a READ with the cursor of a {@link
   * InboxMessages.Pending}, or with a place in the inbox or in a channel.
   *
   * @param to {@link #ME}, the agent's own id or a channel; null if there is a cursor
   */
  public record Confirm(@Nullable String to, long seq, @Nullable String cursor)
      implements ClientMessage {
    /** A cursor says everything; without one it is a place in a stream. */
    public Confirm {
      if (cursor != null) {
        to = null;
        seq = 0;
      } else if (to == null) {
        to = ME;
      }
    }

    public static Confirm upTo(String to, long seq) {
      return new Confirm(to, seq, null);
    }

    public static Confirm all(String cursor) {
      return new Confirm(null, 0, cursor);
    }
  }

  /** A channel and the last seq that is confirmed in it. */
  public record ChannelMark(String channel, long seq) {}

  /**
   * The marks after a {@link Confirm}.
   *
   * @param to {@link #ME} or a channel
   * @param seq the mark as it is now
   * @param side true if a side session of the agent confirmed it, and this tells the body
   */
  public record Confirmed(
      @Nullable String cursor, String to, long seq, List<ChannelMark> channels, boolean side)
      implements ServerMessage {
    public Confirmed {
      channels = List.copyOf(channels);
    }
  }

  private static Confirm confirm(Fields f) throws InvalidMessage {
    if (f.has("cursor")) {
      if (f.has("to") || f.has("seq")) {
        throw new InvalidMessage("READ takes a cursor, or to and seq, not both");
      }
      var cursor = f.optional("cursor", MAX_CURSOR);
      if (cursor == null) throw new InvalidMessage("Invalid cursor: as PENDING gave it");
      return Confirm.all(cursor);
    }
    var to = f.value("to").isString() ? f.value("to").stringValue() : "";
    if (!Names.isChannel(to) && !(to.startsWith("@") && Names.isName(to.substring(1)))) {
      throw new InvalidMessage("Invalid to: @me, your own id, or a channel");
    }
    var seq = f.seq("seq");
    if (seq == null) throw new InvalidMessage("Missing seq");
    return Confirm.upTo(to, seq);
  }

  private static boolean confirms(Confirm asked, Confirmed answer) {
    if (answer.side()) return false;
    if (asked.cursor() != null) return asked.cursor().equals(answer.cursor());
    return answer.cursor() == null
        && asked.to() != null
        && asked.to().startsWith("@") == answer.to().startsWith("@")
        && (asked.to().startsWith("@") || asked.to().equals(answer.to()));
  }

  private static void write(Confirmed m, JsonText json) {
    if (m.cursor() != null) json.field("cursor", m.cursor());
    json.field("to", m.to()).field("seq", m.seq());
    if (!m.channels().isEmpty()) {
      json.rawList("channels", m.channels().stream().map(ConfirmMessages::json).toList());
    }
    if (m.side()) json.field("side", true);
  }

  private static byte[] json(ChannelMark mark) {
    return new JsonText(64).field("channel", mark.channel()).field("seq", mark.seq()).bytes();
  }
}
