package dev.reveille.server.wake;

/**
 * The memory of the team's wakes.
 *
 * @param cycle the idle state that it is about; see {@link TeamLook#cycle}
 * @param idleSince when the cycle was first seen
 * @param tries how many wakes the cycle had
 * @param triedAt when the last one was sent, of any cycle; 0 = never
 * @param alertedAt when a person was told of the cycle; 0 = not
 */
public record StoredTeam(long cycle, long idleSince, int tries, long triedAt, long alertedAt) {
  static final StoredTeam NONE = new StoredTeam(0, 0, 0, 0, 0);
}
