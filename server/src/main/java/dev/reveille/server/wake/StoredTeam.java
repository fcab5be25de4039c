package dev.reveille.server.wake;

/**
 * The memory of the team's wakes.
 *
 * @param cycle the idle state that it is about; see {@link TeamLook#cycle}
 * @param idleSince when the cycle was first seen
 * @param tries how many wakes the cycle had
 * @param triedAt when the last one was sent, of any cycle; 0 = never
 * @param alertedAt when a person was told of the cycle; 0 = not
 * @param progressAt when a member last made progress, or when the team was first seen; 0 = the team
 *     was never seen
 */
public record StoredTeam(
    long cycle, long idleSince, int tries, long triedAt, long alertedAt, long progressAt) {
  static final StoredTeam NONE = new StoredTeam(0, 0, 0, 0, 0, 0);

  StoredTeam progressed(long at) {
    return new StoredTeam(cycle, idleSince, tries, triedAt, alertedAt, at);
  }

  StoredTeam begun(long next, long at) {
    return new StoredTeam(next, at, 0, triedAt, 0, progressAt);
  }

  StoredTeam tried(long at) {
    return new StoredTeam(cycle, idleSince, tries + 1, at, alertedAt, progressAt);
  }

  StoredTeam alerted(long at) {
    return new StoredTeam(cycle, idleSince, tries, triedAt, at, progressAt);
  }
}
