package dev.reveille.server.inbox;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.mail.HeldReads;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.store.EntryPlace;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.List;

/** Asks what became of a message that the agent sent. */
record ReceiptQuery(String agent, String msgId) implements Query {
  static Lookup<ReceiptQuery> lookup(Store store) {
    return new Lookup<>(ReceiptQuery.class, asked -> asked.answer(store));
  }

  private ServerMessage answer(Store store) {
    var place = store.reads(EntryReads.class).place(msgId);
    if (place.isEmpty() || !isOwn(place.get(), store)) {
      return refusal("No message " + msgId + " of yours is stored");
    }
    var stream = place.get().stream();
    long seq = place.get().seq();
    if (stream.startsWith("#")) {
      long retrieved = store.reads(MarkReads.class).reached(stream, seq, agent);
      return new ReceiptMessages.Receipt(msgId, stream, null, 0, retrieved);
    }
    return store
        .reads(MailReads.class)
        .receipt(stream, seq)
        .<ServerMessage>map(
            receipt ->
                new ReceiptMessages.Receipt(
                    msgId,
                    stream,
                    receipt.level().word(),
                    receipt.at(),
                    null,
                    receipt.level().isRetrieved()
                        ? List.of()
                        : store.reads(HeldReads.class).held(stream)))
        .orElseGet(() -> refusal("This message was sent without receipt"));
  }

  /** Somebody else's message and one that does not exist get the same answer. */
  private boolean isOwn(EntryPlace place, Store store) {
    return store.reads(EntryReads.class).outlines(place.stream(), place.seq() - 1, 1).stream()
        .anyMatch(entry -> entry.seq() == place.seq() && entry.sender().equals(agent));
  }

  private static ServerMessage refusal(String reason) {
    return new ServerMessage.Failure(ErrorCode.INVALID_MSG, reason);
  }
}
