package dev.reveille.bench;

/** Processor time in seconds. */
record CpuTime(double user, double system) {
  static final CpuTime ZERO = new CpuTime(0, 0);

  double total() {
    return user + system;
  }

  CpuTime plus(CpuTime other) {
    return new CpuTime(user + other.user, system + other.system);
  }

  CpuTime minus(CpuTime other) {
    return new CpuTime(user - other.user, system - other.system);
  }
}
