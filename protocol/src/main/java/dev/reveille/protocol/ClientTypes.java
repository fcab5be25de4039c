package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All types of messages that clients send. */
public final class ClientTypes {
  /** Every type once. A new type gets a line here. */
  public static final List<ClientType<?>> ALL = all();

  private static final Map<Class<?>, ClientType<?>> BY_CLASS =
      ALL.stream()
          .collect(Collectors.toUnmodifiableMap(ClientType::message, t -> t, (first, _) -> first));

  private ClientTypes() {}

  private static List<ClientType<?>> all() {
    var types =
        new ArrayList<ClientType<?>>(
            List.of(
                IdentityMessages.IDENTIFY,
                IdentityMessages.VERIFY_IDENTITY,
                IdentityMessages.ROTATE_KEY,
                IdentityMessages.REVOKE_KEY,
                CommonMessages.PING,
                ChannelMessages.LIST_CHANNELS,
                ChannelMessages.LIST_AGENTS,
                ChannelMessages.JOIN,
                ChannelMessages.LEAVE,
                ChannelMessages.CREATE_CHANNEL,
                ChannelMessages.INVITE,
                ChatMessages.MSG,
                ChatMessages.HISTORY,
                PresenceMessages.TYPING,
                PresenceMessages.SET_PRESENCE,
                PresenceMessages.SET_NICK,
                RelayMessages.FILE_CHUNK,
                RelayMessages.RESPONDING_TO,
                VerifyMessages.VERIFY_REQUEST,
                VerifyMessages.VERIFY_RESPONSE,
                SkillMessages.REGISTER_SKILLS,
                SkillMessages.SEARCH_SKILLS,
                FilterMessages.SUBSCRIBE,
                FilterMessages.MUTE,
                FilterMessages.LIST_SUBSCRIPTIONS,
                CallbackMessages.CALLBACKS,
                CallbackMessages.CANCEL_CALLBACK,
                ConfirmMessages.READ,
                InboxMessages.UNREAD,
                InboxMessages.PENDING,
                ReceiptMessages.RECEIPT,
                WakeMessages.STARTED));
    types.addAll(TaskMessages.ALL);
    types.addAll(SeatMessages.ALL);
    types.addAll(AdminMessages.ORDERS);
    types.addAll(TokenMessages.ORDERS);
    types.addAll(SeatOrders.ORDERS);
    return List.copyOf(types);
  }

  /** Returns the type for messages of a class; the first if the class has several. */
  public static ClientType<?> of(Class<? extends ClientMessage> message) {
    var type = BY_CLASS.get(message);
    if (type == null) {
      throw new IllegalArgumentException(message.getName() + " has no line in ClientTypes.ALL");
    }
    return type;
  }

  static ClientType<?> of(ClientMessage message) {
    return of(message.getClass());
  }
}
