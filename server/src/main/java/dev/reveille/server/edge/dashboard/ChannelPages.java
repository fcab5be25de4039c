package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Pages about channels: the list, their messages and members, and a search. */
final class ChannelPages {
  /** The most messages that one search reads. */
  private static final int SCAN = 5_000;

  /** The most characters that one search reads. */
  private static final long SCAN_CHARS = 8 * Store.PAGE_CHARS;

  private static final int PAGE = 500;

  private final Store store;
  private final Presence presence;
  private final ChannelList channels;

  ChannelPages(Dashboard.Parts parts) {
    this.store = parts.store();
    this.presence = parts.presence();
    this.channels = parts.channels();
  }

  Page all(Role role) {
    var all = new ArrayList<byte[]>();
    for (var name : channels.names()) {
      if (!role.seesPrivate() && !channels.isPublic(name)) continue;
      var head = store.reads(EntryReads.class).head(name);
      all.add(
          new JsonText(128)
              .field("name", name)
              .field("members", presence.count(name))
              .field("private", !channels.isPublic(name))
              .field("first_seq", head.firstSeq())
              .field("last_seq", head.lastSeq())
              .bytes());
    }
    return Dashboard.json(new JsonText().rawList("channels", all).text());
  }

  /** Returns the channel if the role may see it. Its name may come with or without #. */
  private Optional<String> channel(Ask ask, Role role) {
    var given = ask.part("name");
    var name = given.startsWith("#") ? given : "#" + given;
    boolean seen = role.seesPrivate() ? channels.contains(name) : channels.isPublic(name);
    return seen ? Optional.of(name) : Optional.empty();
  }

  private static Page unknown() {
    return Dashboard.refused(404, "No such channel");
  }

  Page messages(Ask ask, Role role) {
    return channel(ask, role)
        .map(
            name -> {
              var after = Paging.number(ask, "after");
              int limit = Paging.limit(ask);
              var entries = store.reads(EntryReads.class);
              var page =
                  after.isPresent()
                      ? entries.after(name, after.get(), limit)
                      : entries.before(name, before(ask, name), limit);
              return Dashboard.json(
                  new JsonText().field("channel", name).rawList("messages", json(page)).text());
            })
        .orElseGet(ChannelPages::unknown);
  }

  /** Returns the seq before which a page ends: as asked, or the first that came after a moment. */
  private long before(Ask ask, String name) {
    var until = Paging.number(ask, "until");
    return until.isPresent()
        ? firstAfter(name, until.get())
        : Paging.number(ask, "before").orElse(Long.MAX_VALUE);
  }

  /** Times never go back within a channel, so halves of it are looked at. */
  private long firstAfter(String name, long moment) {
    var entries = store.reads(EntryReads.class);
    var head = entries.head(name);
    long low = head.firstSeq();
    long high = head.lastSeq() + 1;
    while (low < high) {
      long middle = low + (high - low) / 2;
      var found = entries.after(name, middle - 1, 1);
      if (!found.isEmpty() && found.getFirst().ts() <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  Page members(Ask ask, Role role) {
    return channel(ask, role)
        .map(
            name ->
                Dashboard.json(
                    new JsonText()
                        .field("channel", name)
                        .rawList(
                            "members",
                            presence.roster(name).stream()
                                .map(
                                    m ->
                                        new JsonText(96)
                                            .field("id", m.agent())
                                            .field("name", m.name())
                                            .field("verified", m.verified())
                                            .bytes())
                                .toList())
                        .text()))
        .orElseGet(ChannelPages::unknown);
  }

  /**
   * Searches messages, newest first. The answer says how far the search got, so that the next one
   * can continue there.
   */
  Page search(Ask ask, Role role) {
    var wanted = ask.parameter("q").orElse("").toLowerCase(Locale.ROOT);
    if (wanted.isBlank()) return Dashboard.refused(400, "Say what to search for: q");
    return channel(ask, role)
        .map(
            name ->
                found(
                    name,
                    wanted,
                    Paging.number(ask, "before").orElse(Long.MAX_VALUE),
                    Paging.limit(ask)))
        .orElseGet(ChannelPages::unknown);
  }

  private Page found(String name, String wanted, long before, int limit) {
    var found = new ArrayList<StoredEntry>();
    long at = before;
    int looked = 0;
    long read = 0;
    long kept = 0;
    boolean full = false;
    while (!full && looked < SCAN && read < SCAN_CHARS) {
      var page = store.reads(EntryReads.class).before(name, at, PAGE);
      if (page.isEmpty()) {
        at = 0;
        break;
      }
      for (var message : page.reversed()) {
        read += message.chars();
        boolean fits = message.content().toLowerCase(Locale.ROOT).contains(wanted);
        full = fits && !found.isEmpty() && kept + message.chars() > Store.PAGE_CHARS;
        if (full) break;
        at = message.seq();
        looked++;
        if (!fits) continue;
        kept += message.chars();
        found.add(message);
        full = found.size() == limit;
        if (full) break;
      }
    }
    return Dashboard.json(
        new JsonText()
            .field("channel", name)
            .rawList("messages", json(found))
            .field("looked_at", looked)
            .field("more_before", at)
            .text());
  }

  private static List<byte[]> json(List<StoredEntry> messages) {
    return messages.stream().map(FeedRows::text).map(FeedRows::utf8).toList();
  }
}
