package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.SkillQuery;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredChannel;
import dev.reveille.server.store.StoredGag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What chat does once something is durable. {@link Delivery} carries most of it out. */
public sealed interface ChatEffect extends Effect {

  record ToSession(SessionId session, ServerMessage message) implements ChatEffect {}

  /** Nothing more leaves for the session before {@link Welcome}: it is about to come in. */
  record Hold(SessionId session) implements ChatEffect {}

  /** The session is in: what it was meant to hear meanwhile follows. */
  record Welcome(SessionId session, ServerMessage.Welcome message) implements ChatEffect {}

  /** To whatever session the agent has when this runs, if any. */
  record ToAgent(String agent, ServerMessage message) implements ChatEffect {}

  /** The same to many, but for one. */
  record ToMany(List<SessionId> sessions, ServerMessage message, @Nullable SessionId except)
      implements ChatEffect {}

  /**
   * A channel's message to the members it had when it got its seq.
   *
   * @param members shared between messages until the membership or somebody's filter changes
   * @param also those whose filter let it pass
   * @param mentions the ids of those whom it names
   * @param sender gets the echo, which alone carries {@code clientMsgId}
   */
  record Fanout(
      String channel,
      List<SessionId> members,
      List<SessionId> also,
      ServerMessage.Msg message,
      List<String> mentions,
      @Nullable SessionId sender,
      @Nullable String clientMsgId)
      implements ChatEffect {}

  /** The acknowledgement of a direct message. */
  record Echo(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements ChatEffect {}

  /** The first acknowledgement once more, read from the store. */
  record EchoAgain(SessionId session, String stream, long seq, String clientMsgId)
      implements ChatEffect {}

  /**
   * Start handing over a mailbox: first what waits, then what comes.
   *
   * @param from the first entry not known to be delivered
   * @param to the last entry stored so far
   * @param offered entries up to here may have been shown before and are marked as replay
   * @param ahead entries from there on that are delivered all the same: ranges of seq as text
   * @param unshown entries up to {@code offered} that were never shown: ranges of seq as text
   * @param muted entries of these are passed over
   */
  record OpenMail(
      SessionId session,
      String agent,
      long from,
      long to,
      long offered,
      String ahead,
      String unshown,
      List<String> muted)
      implements ChatEffect {}

  /** The session hears nothing more of these, and of all others again. */
  record MuteMail(SessionId session, List<String> muted) implements ChatEffect {}

  /** An entry of an open mailbox that its agent does not hear: it counts as handed over. */
  record PassOver(SessionId session, long seq) implements ChatEffect {}

  /** A direct message for an open mailbox; {@code clientMsgId} if the agent wrote to itself. */
  record Mail(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements ChatEffect {}

  /** JOINED, then history from one seq to another, without what these said. */
  record Replay(
      SessionId session,
      String channel,
      List<ServerMessage.Member> members,
      long from,
      long to,
      List<String> muted)
      implements ChatEffect {}

  record SendHistory(
      SessionId session, String channel, @Nullable Long after, @Nullable Long before, int limit)
      implements ChatEffect {}

  record SendAgents(SessionId session, String channel, List<String> agents) implements ChatEffect {}

  record SendChannels(SessionId session) implements ChatEffect {}

  /** The answer to SEARCH_SKILLS; {@code queryId} is JSON text. */
  record SendSkills(SessionId session, SkillQuery query, @Nullable String queryId)
      implements ChatEffect {}

  /** The server says something in a channel, which is not stored. */
  record Announce(String channel, String text) implements ChatEffect {}

  /** A request for verification waits for its answer from now on. */
  record AwaitProof(String requestId) implements ChatEffect {}

  /** It is over; {@code asker}, whose {@code session} had asked, is absent if it is gone itself. */
  record ProofOver(String requestId, @Nullable String asker, SessionId session)
      implements ChatEffect {}

  /**
   * A callback for the agent alone.
   *
   * @param kept its id if it is durable: it stays so until the agent has it
   */
  record Fire(SessionId session, String agent, ServerMessage.Msg message, @Nullable String kept)
      implements ChatEffect {}

  /** A durable callback was said in its channel, and its row is gone. */
  record CallbackSaid(String agent, String id) implements ChatEffect {}

  /**
   * A durable callback has to wait: its agent may not speak yet.
   *
   * @param counted whether it was counted against its agent's limits
   */
  record CallbackLater(String agent, String id, long millis, boolean counted)
      implements ChatEffect {}

  /**
   * What was to become of a durable callback came to nothing: it is tried again.
   *
   * @param counted whether it was counted against its agent's limits
   */
  record CallbackUndone(String agent, String id, boolean counted) implements ChatEffect {}

  /**
   * The session falls asleep, or goes on sleeping under other terms.
   *
   * @param channels where it is
   */
  record FallAsleep(SessionId session, Gate.Sleep sleep, long nanos, List<String> channels)
      implements ChatEffect {}

  /** Nothing that waits for the session may be of those whom it does not hear any more. */
  record Unhear(SessionId session) implements ChatEffect {}

  /**
   * Takes these away from what waits for the session: they are of agents that it no longer hears.
   *
   * @param number which look at what waits this comes of
   */
  record Discard(SessionId session, long number, List<Gate.Held.Stored> places)
      implements ChatEffect {
    public Discard {
      places = List.copyOf(places);
    }
  }

  /** The session is awake, and gets what waited for it. */
  record WakeUp(SessionId session, String agent, long sleep, boolean early, List<String> channels)
      implements ChatEffect {}

  /** The agent's row is durable. */
  record Recorded(String agent) implements ChatEffect {}

  record Came(Presence.Agent agent) implements ChatEffect {}

  record Went(String agent, SessionId session) implements ChatEffect {}

  record Entered(String channel, Presence.Member member) implements ChatEffect {}

  record Exited(String channel, String agent, SessionId session) implements ChatEffect {}

  /** What a member of a channel hears. */
  record Attends(String channel, String agent, SessionId session, Attention attention)
      implements ChatEffect {}

  record ChannelOpened(StoredChannel channel) implements ChatEffect {}

  /** A channel could not be stored: its place is free again. */
  record ChannelNotOpened(String channel) implements ChatEffect {}

  record ChannelClosed(String channel) implements ChatEffect {}

  /** From one agent to another's session, unless that does not hear the sender. */
  record FromAgent(String sender, SessionId session, ServerMessage message) implements ChatEffect {}

  /** To every connection, identified or not. */
  record ToEverybody(ServerMessage message) implements ChatEffect {}

  /** Closes every connection there is now but for one, after a moment to read in. */
  record CloseOthers(SessionId session, long millis, int code, String reason)
      implements ChatEffect {}

  /** The agent has another body: wait, then ask again. */
  record MustWait(SessionId session, long millis) implements ChatEffect {}

  /**
   * An agent has other keys now: its cell is told.
   *
   * @param session who asked for it
   */
  record KeysChanged(SessionId session, AgentKeys keys) implements ChatEffect {}

  /** One message of the session is dealt with, whatever came of it. */
  record Handled(SessionId session) implements ChatEffect {}

  /** The answer to an administrator's order; its session goes on with the next message. */
  record OrderAnswered(SessionId session, ServerMessage message) implements ChatEffect {}

  /** An administrator's order came to nothing: its session is told, and the audit. */
  record OrderRefused(AdminRequest request, ErrorCode code, String reason) implements ChatEffect {}

  /** An operator muted the agent, or let it speak again, durably: its cell is told. */
  record Gagged(String agent, StoredGag gag) implements ChatEffect {}

  /**
   * Says why a session that wanted to come in cannot, and hangs up, also if it waited for {@link
   * Welcome}.
   */
  record TurnAway(SessionId session, ErrorCode code, String reason) implements ChatEffect {}

  record Hangup(SessionId session, int code, String reason) implements ChatEffect {}
}
