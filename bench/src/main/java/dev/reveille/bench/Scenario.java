package dev.reveille.bench;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** A scenario that can be measured. */
enum Scenario {
  START("start", "start"),
  COMMANDS("commands", "commands"),
  FAN_OUT_200("fan-out-1x200", "fan-out"),
  FAN_OUT_1000("fan-out-1x1000", "fan-out"),
  FAN_OUT_20_1000("fan-out-20x1000", "fan-out"),
  ROOMS_1("rooms-1", "rooms"),
  ROOMS_8("rooms-8", "rooms"),
  DM("dm", "dm"),
  CONNECT("connect", "connect"),
  IDLE_1000("idle-1000", "idle"),
  IDLE_10000("idle-10000", "idle"),
  RESTART("restart", "restart"),
  CALLBACKS_PENDING("callbacks-pending", "callbacks"),
  CALLBACKS_LATE("callbacks-late", "callbacks"),
  CALLBACKS_BURST("callbacks-burst", "callbacks"),
  SLEEPERS("sleepers", "sleepers"),
  TASKS_1("tasks-1", "tasks"),
  TASKS_8("tasks-8", "tasks"),
  PENDING_WAITS("pending-waits", "inbox");

  private final String label;
  private final String group;

  Scenario(String label, String group) {
    this.label = label;
    this.group = group;
  }

  /** Returns its name on the command line and in reports. */
  String label() {
    return label;
  }

  /** True if it starts and stops the server itself. */
  boolean ownsProcess() {
    return this == START || this == COMMANDS || this == RESTART;
  }

  /** True if it measures the server's parts in this process. */
  boolean inProcess() {
    return this == CALLBACKS_PENDING || this == SLEEPERS;
  }

  /** True if the bare server can run it too. */
  boolean fanOut() {
    return group.equals("fan-out");
  }

  /** Returns the scenario, or the group of scenarios, with this name; empty if there is none. */
  static Set<Scenario> named(String name) {
    if (name.equals("all")) return EnumSet.allOf(Scenario.class);
    var found = EnumSet.noneOf(Scenario.class);
    Arrays.stream(values())
        .filter(s -> s.label.equals(name) || s.group.equals(name))
        .forEach(found::add);
    return found;
  }
}
