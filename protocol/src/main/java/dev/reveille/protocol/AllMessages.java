package dev.reveille.protocol;

import java.util.List;

/** All messages on the wire, in both directions. A feature's messages are one line here. */
final class AllMessages {
  static final List<MessageTypes> ALL =
      List.of(
          IdentityMessages.TYPES,
          CommonMessages.TYPES,
          ChannelMessages.TYPES,
          ChatMessages.TYPES,
          PresenceMessages.TYPES,
          RelayMessages.TYPES,
          VerifyMessages.TYPES,
          FindMessages.TYPES,
          SkillMessages.TYPES,
          FilterMessages.TYPES,
          CallbackMessages.TYPES,
          ConfirmMessages.TYPES,
          InboxMessages.TYPES,
          ReceiptMessages.TYPES,
          TaskMessages.TYPES,
          RetractionMessages.TYPES,
          SeatMessages.TYPES,
          WakeMessages.TYPES,
          RouteMessages.TYPES,
          AdminMessages.TYPES,
          ModerationOrders.TYPES,
          TokenMessages.TYPES,
          SeatOrders.TYPES,
          RouteOrders.TYPES,
          WakeOrders.TYPES);

  private AllMessages() {}
}
