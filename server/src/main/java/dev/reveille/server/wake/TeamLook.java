package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The seats of a team at one moment. It says if all are idle, which idle state this is, and who
 * should coordinate. It remembers nothing.
 *
 * @param members in the order of their ids
 */
public record TeamLook(long at, List<Member> members) {
  /**
   * One seat of a team.
   *
   * @param lastActivity when it last did something; 0 = never
   * @param inFlight true if it is being woken already
   * @param wakeable true if it could be woken now
   */
  public record Member(
      String seat, SeatState state, long lastActivity, boolean inFlight, boolean wakeable) {}

  public TeamLook {
    members = members.stream().sorted(Comparator.comparing(Member::seat)).toList();
  }

  /** True if there is a team and nobody of it did anything for so long or is being woken. */
  boolean allIdle(long idleMillis) {
    return !members.isEmpty()
        && members.stream()
            .allMatch(
                member ->
                    !member.inFlight()
                        && member.state() != SeatState.BOOTING
                        && member.state() != SeatState.ACTIVE
                        && at - member.lastActivity() >= idleMillis);
  }

  /**
   * Returns a number for this idle state. It is the same until somebody of the team does something,
   * however often it is asked for.
   */
  long cycle() {
    long hash = 0x5EA7;
    for (var member : members) {
      for (int i = 0; i < member.seat().length(); i++) hash = mix(hash, member.seat().charAt(i));
      hash = mix(hash, member.lastActivity());
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 31);
  }

  /** Returns the seat that is idle longest among those that can be woken. */
  Optional<String> coordinator() {
    return members.stream()
        .filter(Member::wakeable)
        .min(Comparator.comparingLong(Member::lastActivity).thenComparing(Member::seat))
        .map(Member::seat);
  }
}
