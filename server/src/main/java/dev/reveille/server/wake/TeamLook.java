package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The seats of a team at one moment. It says if all are idle, which idle state this is, and who
 * could coordinate. It remembers nothing.
 *
 * @param members in the order of their ids
 * @param mayWake false if pulses are off or rest: then the team is only watched
 */
public record TeamLook(long at, List<Member> members, boolean mayWake) {
  /**
   * One seat of a team.
   *
   * @param session the id of its session; null if it had none
   * @param lastActivity when its state last changed; 0 = never. That alone is no progress
   * @param inFlight true if it is being woken already
   * @param wakeable true if it could be woken now
   */
  public record Member(
      String seat,
      SeatState state,
      @Nullable String session,
      long lastActivity,
      boolean inFlight,
      boolean wakeable) {
    boolean isWorking() {
      return state == SeatState.BOOTING || state == SeatState.ACTIVE;
    }
  }

  public TeamLook {
    members = members.stream().sorted(Comparator.comparing(Member::seat)).toList();
  }

  /** True if nobody of the team is in a turn or starts one. */
  boolean isStill() {
    return members.stream().noneMatch(Member::isWorking);
  }

  /** True if there is a team and nobody of it did anything for so long or is being woken. */
  boolean allIdle(long idleMillis) {
    return !members.isEmpty()
        && isStill()
        && members.stream()
            .allMatch(member -> !member.inFlight() && at - member.lastActivity() >= idleMillis);
  }

  /**
   * Returns a number for this idle state. It is the same until somebody of the team makes progress,
   * however often it is asked for. Sessions that begin and end without progress do not change it.
   */
  long cycle(long progressAt) {
    long hash = 0x5EA7;
    for (var member : members) {
      for (int i = 0; i < member.seat().length(); i++) hash = mix(hash, member.seat().charAt(i));
    }
    return mix(hash, progressAt);
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 31);
  }

  /** Returns the seats that could be woken, the one that is idle longest first. */
  List<String> candidates() {
    return members.stream()
        .filter(Member::wakeable)
        .sorted(Comparator.comparingLong(Member::lastActivity).thenComparing(Member::seat))
        .map(Member::seat)
        .toList();
  }
}
