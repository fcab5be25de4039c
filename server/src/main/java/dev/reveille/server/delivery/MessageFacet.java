package dev.reveille.server.delivery;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Series;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;

/** The events of messages. */
public final class MessageFacet {
  private MessageFacet() {}

  public static Facet of(Store store) {
    return Facet.of("messages", EventKind.of(StoredEntry.MESSAGE, "{content}").in("messages"))
        .withSeries(
            new Series.Rate(
                "messages", "Messages per second", "messages", store.numbers()::messages));
  }
}
