package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The messages about what waits in an agent's inbox: UNREAD and PENDING. */
public final class InboxMessages {
  public static final int MAX_PENDING = 200;
  public static final int DEFAULT_PENDING = 50;
  public static final int MAX_CHANNELS = 32;
  public static final int MAX_WAIT_MS = 60_000;

  static final ClientType<AskUnread> UNREAD =
      ClientType.empty("UNREAD", Scope.OBSERVE, new AskUnread());

  static final ClientType<AskPending> PENDING =
      new ClientType<>(
          "PENDING", Scope.OBSERVE, AskPending.class, InboxMessages::pending, InboxMessages::write);

  static final ServerType<Unread> COUNTS =
      new ServerType<>("UNREAD", Unread.class, InboxMessages::unread, InboxMessages::write)
          .answering(AskUnread.class);

  static final ServerType<Pending> PAGE =
      new ServerType<>(
              "PENDING",
              Pending.class,
              f ->
                  new Pending(
                      f.objects("entries").stream().map(InboxMessages::entry).toList(),
                      f.text("cursor"),
                      f.number("passed_over"),
                      f.number("lost"),
                      f.flag("more")),
              (m, json) ->
                  json.rawList("entries", m.entries().stream().map(InboxMessages::json).toList())
                      .field("cursor", m.cursor())
                      .field("passed_over", m.passedOver())
                      .field("lost", m.lost())
                      .field("more", m.more()))
          .answering(AskPending.class);

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(List.of(UNREAD, PENDING), List.of(COUNTS, PAGE));

  private InboxMessages() {}

  /** Asks how much is unread. */
  public record AskUnread() implements ClientMessage {}

  /**
   * Asks for the next unconfirmed entries.
   *
   * @param channels the channels whose unread messages follow the entries of the inbox
   * @param waitMs how long the answer waits if there is nothing to return
   * @param senders with {@code keywords} and {@code priority}: which messages of the channels are
   *     entries; the others are only counted. None of the three: all messages
   * @param after the cursor of an earlier answer: this one goes on behind it, and nothing is
   *     confirmed; null = from the first unconfirmed entry on
   */
  public record AskPending(
      int limit,
      List<String> channels,
      int waitMs,
      List<String> senders,
      List<String> keywords,
      @Nullable Priority priority,
      @Nullable String after)
      implements ClientMessage.Naming {
    public AskPending {
      channels = List.copyOf(channels);
      senders = List.copyOf(senders);
      keywords = List.copyOf(keywords);
    }

    /** Returns a question that waits for nothing and leaves nothing out. */
    public static AskPending of(int limit, String... channels) {
      return new AskPending(limit, List.of(channels), 0, List.of(), List.of(), null);
    }

    /** A question that begins with the first unconfirmed entry. */
    public AskPending(
        int limit,
        List<String> channels,
        int waitMs,
        List<String> senders,
        List<String> keywords,
        @Nullable Priority priority) {
      this(limit, channels, waitMs, senders, keywords, priority, null);
    }

    /** Returns the same question with another time to wait. */
    public AskPending waiting(int millis) {
      return new AskPending(limit, channels, millis, senders, keywords, priority, after);
    }

    /** Returns the same question about other channels. */
    public AskPending about(List<String> others) {
      return new AskPending(limit, others, waitMs, senders, keywords, priority, after);
    }

    /** Returns the same question about what follows an earlier answer. */
    public AskPending after(String cursor) {
      return new AskPending(limit, channels, waitMs, senders, keywords, priority, cursor);
    }

    @Override
    public List<String> named() {
      return senders;
    }

    /** Returns the same question for messages of these senders, by their ids. */
    public AskPending from(List<String> ids) {
      return new AskPending(limit, channels, waitMs, ids, keywords, priority, after);
    }

    /** Returns the filter for messages of the channels; empty if all are entries. */
    public Optional<Filter> only() {
      if (senders.isEmpty() && keywords.isEmpty() && priority == null) return Optional.empty();
      return Optional.of(new Filter(false, keywords, List.of(), senders, priority));
    }
  }

  /** Numbers of unconfirmed entries of one kind, by their priority. */
  public record KindCounts(String kind, long low, long normal, long high) {}

  /**
   * Unread messages of a channel.
   *
   * @param more true if there are more than were counted
   * @param firstSeq the first unread one; 0 if there is none
   * @param lastSeq the last seq of the channel
   * @param read the mark
   */
  public record UnreadChannel(
      String channel, long unread, boolean more, long firstSeq, long lastSeq, long read) {}

  /**
   * The counts of unread entries.
   *
   * @param inbox unconfirmed entries of the inbox by their kind, such as dm and mention; in order
   *     of the kinds, each once
   * @param lost entries that were removed before they were confirmed
   */
  public record Unread(long total, List<KindCounts> inbox, long lost, List<UnreadChannel> channels)
      implements ServerMessage {
    public Unread {
      var kinds = new TreeMap<String, KindCounts>();
      for (var counts : inbox) kinds.putIfAbsent(counts.kind(), counts);
      inbox = List.copyOf(kinds.values());
      channels = List.copyOf(channels);
    }
  }

  /**
   * An entry that waits to be confirmed.
   *
   * @param because why it is here: its kind in the inbox, or {@code channel}
   */
  public record PendingEntry(ServerMessage.Msg message, String because) {}

  /**
   * The next unconfirmed entries.
   *
   * @param cursor confirms exactly what this answer contains
   * @param passedOver messages of the channels that the filter left out; the cursor confirms them
   * @param more true if more is unconfirmed than this answer contains
   */
  public record Pending(
      List<PendingEntry> entries, String cursor, long passedOver, long lost, boolean more)
      implements ServerMessage {
    public Pending {
      entries = List.copyOf(entries);
    }
  }

  private static AskPending pending(Fields f) throws InvalidMessage {
    return new AskPending(
        f.limit("limit", MAX_PENDING, DEFAULT_PENDING),
        f.channels("channels", MAX_CHANNELS),
        f.upTo("wait_ms", MAX_WAIT_MS),
        FilterMessages.agents(f.value("senders"), "senders"),
        FilterMessages.words(f.value("keywords"), "keywords"),
        f.priority("priority"),
        f.optional("after", ConfirmMessages.MAX_CURSOR));
  }

  private static void write(AskPending m, JsonText json) {
    json.field("limit", m.limit());
    if (!m.channels().isEmpty()) json.field("channels", m.channels());
    if (m.waitMs() > 0) json.field("wait_ms", m.waitMs());
    if (!m.senders().isEmpty()) json.field("senders", m.senders());
    if (!m.keywords().isEmpty()) json.field("keywords", m.keywords());
    if (m.priority() != null) json.field("priority", m.priority().word());
    if (m.after() != null) json.field("after", m.after());
  }

  private static PendingEntry entry(ServerFields f) {
    return new PendingEntry(ChatMessages.entry(f), f.text("because"));
  }

  private static byte[] json(PendingEntry entry) {
    var message = ServerMessages.write(entry.message(), entry.message().ts());
    return JsonText.with(message, "because", JsonText.quote(entry.because()));
  }

  private static Unread unread(ServerFields f) {
    var inbox = new ArrayList<KindCounts>();
    for (var kind : f.value("inbox").properties()) {
      var counts = new ServerFields(kind.getValue());
      inbox.add(
          new KindCounts(
              kind.getKey(), counts.number("low"), counts.number("normal"), counts.number("high")));
    }
    var channels = new ArrayList<UnreadChannel>();
    for (var c : f.objects("channels")) {
      channels.add(
          new UnreadChannel(
              c.text("channel"),
              c.number("unread"),
              c.flag("more"),
              c.number("first_seq"),
              c.number("last_seq"),
              c.number("read")));
    }
    return new Unread(f.number("total"), inbox, f.number("lost"), channels);
  }

  private static void write(Unread m, JsonText json) {
    var inbox = new JsonText(96);
    for (var counts : m.inbox()) {
      inbox.raw(
          counts.kind(),
          new JsonText(48)
              .field("low", counts.low())
              .field("normal", counts.normal())
              .field("high", counts.high())
              .text());
    }
    json.field("total", m.total())
        .raw("inbox", inbox.text())
        .field("lost", m.lost())
        .rawList("channels", m.channels().stream().map(InboxMessages::json).toList());
  }

  private static byte[] json(UnreadChannel c) {
    return new JsonText(128)
        .field("channel", c.channel())
        .field("unread", c.unread())
        .field("more", c.more())
        .field("first_seq", c.firstSeq())
        .field("last_seq", c.lastSeq())
        .field("read", c.read())
        .bytes();
  }
}
