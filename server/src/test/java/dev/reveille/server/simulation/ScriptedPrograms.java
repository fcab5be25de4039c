package dev.reveille.server.simulation;

import dev.reveille.server.kernel.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Programs that run nowhere: each answers what the test says. */
final class ScriptedPrograms implements Programs {
  private final List<String> inputs = new ArrayList<>();
  private String answer = "{}";

  void answer(String text) {
    answer = text;
  }

  /** Returns what the programs got, in order. */
  List<String> inputs() {
    return List.copyOf(inputs);
  }

  @Override
  public Ended run(List<String> command, String input, int most, Duration limit)
      throws IOException {
    inputs.add(input);
    if (answer.equals("break")) throw new IOException("no such program");
    return new Ended(0, answer, "");
  }
}
