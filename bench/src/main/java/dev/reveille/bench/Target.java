package dev.reveille.bench;

import java.net.InetSocketAddress;

/**
 * A running server that a scenario measures.
 *
 * @param bare true if it is the bare server, which knows no agents and has one room
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
   * Returns the bytes of its live objects, after a full collection.
   *
   * @throws BenchException if it cannot be asked
   */
  long liveHeap() {
    return meter
        .liveHeapBytes()
        .orElseThrow(() -> new BenchException("jcmd cannot ask for the heap"));
  }

  /**
   * Checks that the server and this process may open that many sockets.
   *
   * @throws BenchException if not, with what to do
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
