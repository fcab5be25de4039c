package dev.reveille.server.mail;

import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.Undo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The progress of each mailbox, its references and its receipts, in memory. */
public final class MemoryMail extends MemoryTable implements MailReads {
  /** A reference by its number, or a receipt by its seq. */
  private record Place(String agent, long number) {}

  private final Map<String, MailboxState> mailboxes = new HashMap<>();
  private final Map<Place, StoredReference> references = new HashMap<>();
  private final Map<Place, StoredReceipt> receipts = new HashMap<>();

  private final MarkReads marks;

  /**
   * @param marks the marks of the same store
   */
  public MemoryMail(MarkReads marks) {
    this.marks = marks;
    write(
        MailOffered.class,
        (write, undo) ->
            change(
                write.agent(),
                s -> with(s, Math.max(s.offered(), write.upTo()), s.delivered()),
                undo));
    write(
        MailDelivered.class,
        (write, undo) ->
            change(
                write.agent(),
                s -> with(s, s.offered(), Math.max(s.delivered(), write.upTo())),
                undo));
    write(
        MailRanges.class,
        (write, undo) ->
            change(
                write.agent(),
                s ->
                    new MailboxState(
                        s.offered(),
                        s.delivered(),
                        write.ahead(),
                        write.unshown(),
                        s.lastReference(),
                        s.lost(),
                        s.lostRead()),
                undo));
    write(
        InboxCounts.class,
        (write, undo) ->
            change(
                write.agent(),
                s ->
                    new MailboxState(
                        s.offered(),
                        s.delivered(),
                        s.ahead(),
                        s.unshown(),
                        write.lastReference(),
                        write.lost(),
                        write.lostRead()),
                undo));
    write(AddReference.class, this::add);
    write(
        RemoveReferences.class,
        (write, undo) -> {
          for (long n : write.numbers()) undo.set(references, new Place(write.agent(), n), null);
        });
    write(
        SaveReceipt.class,
        (write, undo) ->
            undo.set(receipts, new Place(write.agent(), write.receipt().seq()), write.receipt()));
    reads(MailReads.class, this);
  }

  private static MailboxState with(MailboxState s, long offered, long delivered) {
    return new MailboxState(
        offered, delivered, s.ahead(), s.unshown(), s.lastReference(), s.lost(), s.lostRead());
  }

  private void add(AddReference write, Undo undo) throws Contradiction {
    var place = new Place(write.agent(), write.reference().n());
    if (references.containsKey(place)) throw new Contradiction("reference " + place + " exists");
    undo.set(references, place, write.reference());
  }

  private void change(String agent, UnaryOperator<MailboxState> next, Undo undo) {
    undo.change(mailboxes, agent, next.apply(MailboxState.NEW), next);
  }

  @Override
  public MailboxState mailbox(String agent) {
    read();
    return mailboxes.getOrDefault(agent, MailboxState.NEW);
  }

  @Override
  public StoredInbox inbox(String agent) {
    var state = mailbox(agent);
    return new StoredInbox(
        state,
        referencesOf(agent).toList(),
        receipts.entrySet().stream()
            .filter(e -> e.getKey().agent().equals(agent))
            .map(Map.Entry::getValue)
            .filter(r -> isOpen(r, state.delivered()))
            .sorted(Comparator.comparingLong(StoredReceipt::seq))
            .toList(),
        confirmed(agent));
  }

  private static boolean isOpen(StoredReceipt receipt, long delivered) {
    if (!receipt.level().isRetrieved()) return receipt.seq() > delivered;
    return receipt.level() != ReceiptLevel.ACTED
        && receipt.seq() > delivered - OpenReceipts.MOST_SETTLED;
  }

  private Map<String, Long> confirmed(String agent) {
    var confirmed = new HashMap<String, Long>();
    marks
        .marks(agent)
        .forEach(
            (channel, mark) -> {
              if (mark.references() > 0) confirmed.put(channel, mark.references());
            });
    return confirmed;
  }

  private Stream<StoredReference> referencesOf(String agent) {
    return referencesOf(agent, 0);
  }

  private Stream<StoredReference> referencesOf(String agent, long after) {
    return references.entrySet().stream()
        .filter(e -> e.getKey().agent().equals(agent))
        .map(Map.Entry::getValue)
        .filter(r -> r.n() > after)
        .sorted(Comparator.comparingLong(StoredReference::n));
  }

  @Override
  public List<StoredReference> references(String agent, long after, int limit) {
    read();
    return referencesOf(agent, after).limit(limit).toList();
  }

  @Override
  public List<ReferredEntry> referred(String agent, long after, int limit) {
    read();
    var room = new PageLimit<>(ReferredEntry::chars);
    return referencesOf(agent, after)
        .limit(limit)
        .map(r -> ReferredEntry.of(r, entry(r)))
        .takeWhile(room::takes)
        .toList();
  }

  private @Nullable StoredEntry entry(StoredReference reference) {
    return entries().all(reference.channel()).stream()
        .filter(m -> m.seq() == reference.seq())
        .findFirst()
        .orElse(null);
  }

  @Override
  public Optional<StoredReceipt> receipt(String agent, long seq) {
    read();
    return Optional.ofNullable(receipts.get(new Place(agent, seq)));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "mailboxes",
        (long) mailboxes.size(),
        "inbox_refs",
        (long) references.size(),
        "receipts",
        (long) receipts.size());
  }

  @Override
  protected long delivered(String agent) {
    return mailboxes.getOrDefault(agent, MailboxState.NEW).delivered();
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    long delivered = delivered(agent);
    return entries().all(agent).stream().anyMatch(m -> m.seq() > delivered)
        || referencesOf(agent).anyMatch(r -> entries().isAfterRemoved(r.channel(), r.seq()));
  }

  @Override
  protected void forgetAgent(String agent) {
    if (!entries().has(agent)) mailboxes.remove(agent);
    references.keySet().removeIf(place -> place.agent().equals(agent));
  }

  @Override
  protected void forgetStream(String stream) {
    mailboxes.remove(stream);
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    undo.keep(references);
    references.values().removeIf(reference -> reference.channel().equals(channel));
  }

  @Override
  protected void forgetEntries(String stream, long upTo, Undo undo) {
    undo.keep(receipts);
    receipts.keySet().removeIf(place -> place.agent().equals(stream) && place.number() <= upTo);
  }
}
