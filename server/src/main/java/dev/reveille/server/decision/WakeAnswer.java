package dev.reveille.server.decision;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to a decision.
 *
 * @param action {@link WakeAction#NONE} if the answer is no
 * @param reasons every cause, obstacle and warning that was found, in the order of the enum
 */
public record WakeAnswer(WakeAction action, List<WakeReason> reasons) {
  public WakeAnswer {
    reasons = List.copyOf(reasons);
  }

  static WakeAnswer of(WakeAction action, EnumSet<WakeReason> reasons) {
    return new WakeAnswer(action, List.copyOf(reasons));
  }

  public boolean isYes() {
    return action != WakeAction.NONE;
  }

  public boolean has(WakeReason reason) {
    return reasons.contains(reason);
  }

  /** Returns the reasons of one kind. */
  public List<WakeReason> of(WakeReason.Kind kind) {
    return reasons.stream().filter(reason -> reason.kind() == kind).toList();
  }

  /** Returns the names of the reasons, as they are stored. */
  public String names() {
    return reasons.stream().map(WakeReason::name).collect(Collectors.joining(","));
  }

  /** Reads what {@link #names} wrote; leaves out reasons that this version does not know. */
  public static List<WakeReason> reasons(String names) {
    var stored = Set.of(names.split(",", -1));
    return Stream.of(WakeReason.values()).filter(known -> stored.contains(known.name())).toList();
  }
}
