package dev.reveille.server.worksource;

import java.util.List;

/** Reads what work sources said, and how often they were asked. */
public interface SourceReads {
  /** Returns the last answers of a source, in the order of seats. */
  List<StoredSource> answers(String source);

  /** Returns the counts of a day or later, in the order of days and seats. */
  List<StoredSourceDay> days(String source, long from);

  /** Returns the counts of all sources since the day of this time, in the order of days. */
  List<StoredSourceDay> since(long wallMillis);
}
