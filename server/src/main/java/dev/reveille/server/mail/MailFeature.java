package dev.reveille.server.mail;

import dev.reveille.server.channel.Invited;
import dev.reveille.server.channel.Refer;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.store.Store;

/** Mailboxes: direct messages, stored for agents that are away. */
public final class MailFeature {
  private MailFeature() {}

  public static Feature make(
      ChatConfig config, Clock clock, Store store, Presence presence, MailDelivery delivery) {
    return Feature.named("mail")
        .with(
            new CellKind(
                Cells.MAILBOX, agent -> MailboxCell.load(agent, config, clock, store, presence)))
        .with(
            new DurableCommand("mail.refer", Refer.class),
            new DurableCommand("mail.place", MailboxCommand.Place.class),
            new DurableCommand("mail.invited", Invited.class),
            MarksQuery.lookup(store))
        .with(
            Facet.of(
                "mail",
                EventKind.of("mail.not_placed", "was not told something[: {reason}]")
                    .hidden()
                    .in(EventKind.LIMITS)))
        .with(delivery.effects())
        .with(delivery.departure())
        .build();
  }
}
