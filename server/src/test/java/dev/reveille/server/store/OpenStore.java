package dev.reveille.server.store;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test with an empty store, which is opened before and closed after it. */
public abstract class OpenStore {
  protected Store store;

  protected Settlements units;

  /** A store with nothing in it. */
  protected abstract Store open();

  /** Closes it and opens it again. */
  protected abstract Store reopen();

  /** Opens it a second time, as another process would. */
  protected abstract Store takeOver();

  /** From now on no write succeeds. */
  protected abstract void breakDisk();

  protected abstract void mendDisk();

  @BeforeEach
  void openStore() {
    store = open();
    units = new Settlements(store);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  protected void reopenStore() {
    store = reopen();
    units = new Settlements(store);
  }

  protected static List<Long> seqs(List<StoredEntry> messages) {
    return messages.stream().map(StoredEntry::seq).toList();
  }

  protected static List<Long> range(long from, long to) {
    var range = new ArrayList<Long>();
    for (long i = from; i <= to; i++) range.add(i);
    return range;
  }
}
