package dev.reveille.server.alert;

import dev.reveille.server.store.Store;

/**
 * Tells a person that nothing can be stored. An alert about it cannot be stored either, so it is
 * told directly, once for each time that the store fails.
 */
final class StoreAlarm {
  /** So many looks in a row must find the store in trouble. */
  private static final int LOOKS = 2;

  private final Store store;
  private final AlertJob job;
  private int bad;

  StoreAlarm(Store store, AlertJob job) {
    this.store = store;
    this.job = job;
  }

  /** Looks at the store. Called about once a minute, by one thread; it may wait for the ways. */
  void look() {
    if (store.trouble().isEmpty()) {
      bad = 0;
      return;
    }
    if (++bad != LOOKS) return;
    try {
      var text = "Nothing can be stored. Look at /readyz and at the disk of the data folder.";
      if (job.tell(new AlertJob.Alert("store", text)).told().isEmpty()) bad = 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
