package dev.reveille.bench;

import java.net.InetSocketAddress;

/**
 * A running server to be measured.
 *
 * @param bare whether it is the bare one, which knows no agents and has one room
 */
record Target(InetSocketAddress address, ProcessMeter meter, boolean bare) {
  String name() {
    return bare ? "bare" : "reveille";
  }

  /**
   * Says what to do if it, or this process, may not open that many sockets.
   *
   * @throws BenchException if so
   */
  void needsOpenFiles(int connections) {
    long needed = connections + 500L;
    requireOpenFiles("the server", meter, needed);
    requireOpenFiles("the load generator", ProcessMeter.self(), needed);
  }

  private static void requireOpenFiles(String who, ProcessMeter meter, long needed) {
    var limit = meter.openFilesLimit();
    if (limit.isPresent() && limit.getAsLong() < needed) {
      throw new BenchException(
          who
              + " may open "
              + limit.getAsLong()
              + " files: run `ulimit -n "
              + needed
              + "` before (now: `ulimit -Hn`)");
    }
  }
}
