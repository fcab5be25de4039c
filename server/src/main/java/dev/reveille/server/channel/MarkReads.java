package dev.reveille.server.channel;

import java.util.Map;

/** Reads how far agents have read in channels. */
public interface MarkReads {
  /** Returns the marks of an agent, by channel. */
  Map<String, ReadMark> marks(String agent);

  /**
   * Returns how many agents have read an entry of a channel: their mark began before it and has
   * reached it. Counts to {@link MarkTable#MOST_COUNTED}.
   *
   * @param author is not counted
   */
  long reached(String channel, long seq, String author);
}
