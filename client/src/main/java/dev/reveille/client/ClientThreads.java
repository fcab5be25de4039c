package dev.reveille.client;

import java.util.concurrent.ThreadFactory;

/** Starts the threads of a client. All are daemons. */
final class ClientThreads {
  /** Threads of the operating system, for programs that end after a moment. */
  static final ClientThreads PLATFORM = new ClientThreads(Thread.ofPlatform().daemon().factory());

  private final ThreadFactory factory;

  ClientThreads(ThreadFactory factory) {
    this.factory = factory;
  }

  void start(String name, Runnable task) {
    var thread = factory.newThread(task);
    thread.setName(name);
    thread.start();
  }
}
