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

  /** Parts of the server that run in this process. */
  static Target inProcess() {
    return new Target(new InetSocketAddress(0), ProcessMeter.self(), false);
  }

  /**
   * Its live objects, after a full collection.
   *
   * @throws BenchException if it cannot be asked
   */
  long liveHeap() {
    return meter
        .liveHeapBytes()
        .orElseThrow(() -> new BenchException("jcmd cannot ask for the heap"));
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
