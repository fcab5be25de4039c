package dev.reveille.server.alert;

import java.util.List;
import java.util.Set;

/** Reads alerts and when a person was last present. */
public interface AlertReads {
  /** Returns alerts, newest first. */
  List<StoredAlert> alerts(int limit);

  /** Returns when an administrator was last present; 0 = never. */
  long personSeen();

  /** Returns the keys of the needs that are set aside at this time. */
  Set<String> aside(long wallMillis);
}
