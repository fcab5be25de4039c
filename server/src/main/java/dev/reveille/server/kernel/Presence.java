package dev.reveille.server.kernel;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who is where: the connected agents and the channels they are in.
 *
 * <p>Changes are effects, so it holds exactly what was committed. It outlives a cell's reload, and
 * a cell that is loaded takes its volatile part from here.
 */
public interface Presence {

  /**
   * A connected agent.
   *
   * @param id with {@code @}
   * @param pubkey the key it came with, as PEM text; absent = it has none
   * @param durable whether its callbacks outlive its connection
   * @param status the word shown to others
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
      long connectedAt) {
    public boolean hasKey() {
      return pubkey != null;
    }
  }

  /** A connected member of a channel. */
  record Member(String agent, String name, SessionId session, boolean verified) {}

  /** Adds an agent or replaces what was known of it. */
  void put(Agent agent);

  /** Removes the agent if this session is still the one known. */
  void remove(String agent, SessionId session);

  Optional<Agent> agent(String id);

  /** All connected agents of that name, whatever its case. */
  List<Agent> named(String name);

  Collection<Agent> agents();

  /** Adds a member or replaces what was known of it. */
  void enter(String channel, Member member);

  /** Removes the member if this session is still the one known. */
  void exit(String channel, String agent, SessionId session);

  /** The members in order of entry. */
  List<Member> roster(String channel);

  int count(String channel);

  /** Whether this session is in the channel. */
  boolean isIn(String channel, String agent, SessionId session);
}
