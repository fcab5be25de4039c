package dev.reveille.server.worksource;

/** A place outside the chat that says how much work waits for a seat. */
public interface WorkSource {
  SourceConfig config();

  /** Returns what is counted, for the line that an agent gets. */
  String words();

  /**
   * Asks for one seat. It blocks, so only a job calls it. A failure is a finding: it does not
   * throw.
   */
  SourceFinding ask(SourceRound.Question question) throws InterruptedException;
}
