package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.observe.FeedPlaces;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.StoredEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the JSON of the feed's entries, and decides who may see which. */
final class FeedRows {
  static final String MESSAGE = "message";

  private static final long NO_END = -1;

  private final Store store;
  private final ChannelList channels;
  private final PublicDetails details;
  private final FeedPlaces places;

  FeedRows(Store store, ChannelList channels, PublicDetails details) {
    this.store = store;
    this.channels = channels;
    this.details = details;
    this.places = new FeedPlaces(store.identity());
  }

  /** A visible entry and its id in the feed. */
  record Row(long id, String json) {}

  /**
   * Rows of entries, as many as one page has room for.
   *
   * @param looked how many of the entries, from the first, were processed: all, or at least one
   */
  record Part(List<Row> rows, int looked) {}

  /** True if the event changes what is shown of earlier ones. */
  boolean changesEarlier(StoredEvent event) {
    return details.changesEarlier(event);
  }

  /**
   * Returns the entries that the role may see, in order.
   *
   * @param events by id, ascending or descending
   */
  Part of(List<StoredEvent> events, Role role) {
    var shown = events.stream().flatMap(event -> seen(event, role).stream()).toList();
    var ids =
        shown.stream()
            .filter(event -> event.kind().equals(MESSAGE) && event.channel() != null)
            .map(StoredEvent::id)
            .toList();
    var messages = store.reads(EntryReads.class).messages(ids);
    boolean full = messages.looked() < ids.size();
    long end = full ? ids.get(messages.looked()) : NO_END;
    var rows = new ArrayList<Row>(shown.size());
    for (var event : shown) {
      if (event.id() == end) break;
      rows.add(new Row(event.id(), json(event, messages.byId().get(event.id()))));
    }
    int looked = 0;
    while (looked < events.size() && events.get(looked).id() != end) looked++;
    return new Part(rows, looked);
  }

  /**
   * Returns the part of an entry that the role may see: nothing of private channels and hidden
   * kinds, and only the fact of a direct message.
   */
  Optional<StoredEvent> seen(StoredEvent event, Role role) {
    if (role.seesPrivate()) return Optional.of(event);
    var where = event.channel();
    if (details.hides(event) || (where != null && isHidden(where))) return Optional.empty();
    boolean inChannel = where != null && where.startsWith("#");
    if (event.kind().equals(MESSAGE)) {
      return Optional.of(inChannel ? event : known(event, null, null, null));
    }
    // What happens in a mailbox would tell who wrote to whom.
    if (where != null && !inChannel) return Optional.empty();
    var detail = details.of(event, inChannel);
    return Optional.of(known(event, event.agent(), inChannel ? where : null, detail));
  }

  private static StoredEvent known(
      StoredEvent event,
      @Nullable String agent,
      @Nullable String channel,
      @Nullable String detail) {
    return new StoredEvent(event.id(), event.at(), event.kind(), agent, channel, detail);
  }

  private boolean isHidden(String where) {
    return where.startsWith("#") && !channels.isPublic(where);
  }

  /**
   * @param message the entry's text; retention may have removed it
   */
  private String json(StoredEvent event, @Nullable StoredEntry message) {
    var where = event.channel();
    var json =
        new JsonText(256)
            .field("id", places.of(event.id()))
            .field("at", event.at())
            .field("kind", event.kind());
    if (!event.kind().equals(MESSAGE)) {
      return json.field("agent", event.agent())
          .field("channel", where)
          .raw("detail", PublicDetails.json(event.detail()))
          .text();
    }
    if (where == null) return json.field("direct", true).text();
    long seq = Long.parseLong(String.valueOf(event.detail()));
    json.field("agent", event.agent()).field("channel", where).field("seq", seq);
    if (where.startsWith("@")) json.field("direct", true);
    if (message != null) json.raw("message", text(message));
    return json.text();
  }

  static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  static String text(StoredEntry message) {
    return new JsonText(256)
        .field("seq", message.seq())
        .field("ts", message.ts())
        .field("msg_id", message.msgId())
        .field("kind", message.kind())
        .field("from", message.sender())
        .field("from_name", message.senderName())
        .field("content", message.content())
        .rawFields(message.extras())
        .text();
  }
}
