package dev.reveille.server.worksource;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Programs;
import java.io.IOException;

/**
 * A program that says how much work waits: exit code 0 and a number on its standard output. It gets
 * the seat and its login as JSON on its standard input, and no secrets of the server.
 */
public final class CommandSource implements WorkSource {
  private static final int MOST_OUTPUT = 4_096;

  private final SourceConfig config;
  private final Programs programs;

  public CommandSource(SourceConfig config, Programs programs) {
    this.config = config;
    this.programs = programs;
  }

  @Override
  public SourceConfig config() {
    return config;
  }

  @Override
  public String words() {
    return "at work source " + config.name();
  }

  @Override
  public SourceFinding ask(SourceRound.Question question) throws InterruptedException {
    var input =
        new JsonText(96).field("seat", question.seat()).field("login", question.login()).text();
    try {
      var ended = programs.run(config.command(), input, MOST_OUTPUT, config.limit());
      if (ended.exit() != 0) {
        return SourceFinding.failed(question, "its program ended with " + ended.exit());
      }
      var output = ended.output().strip();
      return output.matches("[0-9]{1,9}")
          ? SourceFinding.counted(question, Long.parseLong(output), 0, "")
          : SourceFinding.failed(question, "its program printed no number");
    } catch (IOException e) {
      return SourceFinding.failed(question, "its program failed or took too long");
    }
  }
}
