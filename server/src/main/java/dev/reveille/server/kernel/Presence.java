package dev.reveille.server.kernel;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory of connected agents, of the channels that they are in, and of side sessions.
 *
 * <p>It is changed by effects, so it holds exactly what was committed. It survives the reload of a
 * cell: a newly loaded cell takes its volatile state from here.
 */
public interface Presence {

  /**
   * A connected agent.
   *
   * @param id with {@code @}
   * @param pubkey the key of its IDENTIFY as PEM text; null if it has none
   * @param durable true if its callbacks outlive its connection
   * @param status the status text that others see
   * @param token the id of the token that it came by; null if it came by none
   * @param confirm true if it confirms what concerns it, and does not do so by taking it
   * @param kinds the kinds of mailbox entries that it knows, besides messages
   * @param takesWakes true if its session is told of wakes
   */
  record Agent(
      String id,
      String name,
      SessionId session,
      boolean verified,
      @Nullable String pubkey,
      boolean durable,
      String status,
      @Nullable String statusText,
      long connectedAt,
      @Nullable String token,
      boolean confirm,
      List<String> kinds,
      boolean takesWakes) {
    /**
     * Creates an agent that came by no token, confirms by taking, knows only messages and takes
     * wakes.
     */
    public Agent(
        String id,
        String name,
        SessionId session,
        boolean verified,
        @Nullable String pubkey,
        boolean durable,
        String status,
        @Nullable String statusText,
        long connectedAt) {
      this(
          id,
          name,
          session,
          verified,
          pubkey,
          durable,
          status,
          statusText,
          connectedAt,
          null,
          false,
          List.of(),
          true);
    }

    public boolean hasKey() {
      return pubkey != null;
    }
  }

  /**
   * A side session: it speaks for an agent and is not present.
   *
   * @param name the name under which it speaks while the agent has no body
   * @param pubkey the agent's key as PEM text; null if it has none and only reads
   * @param token the id of the token that it came by; null if it came by none
   * @param kinds the kinds of mailbox entries that it knows, besides messages
   */
  record Side(
      String agent,
      SessionId session,
      String name,
      @Nullable String pubkey,
      @Nullable String token,
      long connectedAt,
      List<String> kinds) {
    public boolean hasKey() {
      return pubkey != null;
    }
  }

  /** A connected member of a channel. */
  record Member(String agent, String name, SessionId session, boolean verified) {}

  /** Adds an agent or replaces its entry. */
  void put(Agent agent);

  /** Removes the agent if its entry still has this session. */
  void remove(String agent, SessionId session);

  Optional<Agent> agent(String id);

  /** Returns all connected agents of this name, ignoring case. */
  List<Agent> named(String name);

  Collection<Agent> agents();

  /** Adds a side session or replaces its entry. */
  void open(Side side);

  void close(String agent, SessionId session);

  /** Returns the agent's side sessions in the order in which they were opened. */
  List<Side> sides(String agent);

  /** Returns the number of side sessions of all agents. */
  int sides();

  /** True if the agent is connected or has a side session. */
  default boolean hasSession(String agent) {
    return agent(agent).isPresent() || !sides(agent).isEmpty();
  }

  /** Adds a member or replaces its entry. */
  void enter(String channel, Member member);

  /** Removes the member if its entry still has this session. */
  void exit(String channel, String agent, SessionId session);

  /** Returns the members in order of entry. */
  List<Member> roster(String channel);

  int count(String channel);

  /** True if this session is in the channel. */
  boolean isIn(String channel, String agent, SessionId session);
}
