package dev.reveille.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All types of messages that the server sends. */
public final class ServerTypes {
  /**
   * All types. A new type gets a line here. If several types have the same name, the first one that
   * can read a message reads it.
   */
  public static final List<ServerType<?>> ALL =
      List.of(
          IdentityMessages.CHALLENGE,
          IdentityMessages.WELCOME,
          IdentityMessages.SESSION_DISPLACED,
          IdentityMessages.KEY_ROTATED,
          IdentityMessages.KEY_REVOKED,
          CommonMessages.ERROR,
          CommonMessages.PONG,
          ChatMessages.ENTRY,
          ChatMessages.HISTORY_PAGE,
          ChannelMessages.CREATED,
          ChannelMessages.JOINED,
          ChannelMessages.AGENT_JOINED,
          ChannelMessages.AGENT_LEFT,
          ChannelMessages.LEFT,
          ChannelMessages.CHANNELS,
          ChannelMessages.AGENTS,
          PresenceMessages.PRESENCE_CHANGED,
          PresenceMessages.PRESENCE,
          PresenceMessages.NICK_CHANGED,
          PresenceMessages.IS_TYPING,
          RelayMessages.FILE_CHUNK_SENT,
          RelayMessages.FLOOR_CLAIMED,
          RelayMessages.YIELD,
          VerifyMessages.PENDING,
          VerifyMessages.WANTED,
          VerifyMessages.PROVEN,
          VerifyMessages.NOT_PROVEN,
          VerifyMessages.CHECKED_SUCCESS,
          VerifyMessages.CHECKED_FAILED,
          SkillMessages.SKILLS_REGISTERED,
          SkillMessages.SEARCH_RESULTS,
          FilterMessages.SUBSCRIBED,
          FilterMessages.MUTED,
          FilterMessages.SUBSCRIPTIONS,
          CallbackMessages.PENDING,
          CallbackMessages.CALLBACK_CANCELLED,
          ConfirmMessages.MARKS,
          InboxMessages.COUNTS,
          InboxMessages.PAGE,
          ReceiptMessages.LEVEL,
          WakeMessages.WAKE,
          WakeMessages.NOTED,
          TaskAnswers.TASK,
          TaskAnswers.LIST,
          TaskAnswers.ENTRY,
          TaskAnswers.EVENT,
          SeatAnswers.SEAT,
          SeatAnswers.MEMORY,
          AdminMessages.ADMIN_RESULT,
          AdminMessages.KICKED,
          AdminMessages.BANNED,
          AdminMessages.MOTD_UPDATE);

  private static final Map<Class<?>, ServerType<?>> BY_CLASS =
      ALL.stream()
          .collect(Collectors.toUnmodifiableMap(ServerType::message, t -> t, (first, _) -> first));
  private static final Map<String, List<ServerType<?>>> BY_NAME =
      ALL.stream().collect(Collectors.groupingBy(ServerType::name));

  private ServerTypes() {}

  /** Returns the type for messages of a class; the first if the class has several. */
  @SuppressWarnings("unchecked")
  public static <M extends ServerMessage> ServerType<M> of(Class<M> message) {
    var type = BY_CLASS.get(message);
    if (type == null) {
      throw new IllegalArgumentException(message.getName() + " has no line in ServerTypes.ALL");
    }
    return (ServerType<M>) type;
  }

  static ServerType<?> of(ServerMessage message) {
    return of(message.getClass());
  }

  /** Returns the types of this name; empty if it is unknown. */
  static List<ServerType<?>> named(String name) {
    return BY_NAME.getOrDefault(name, List.of());
  }
}
