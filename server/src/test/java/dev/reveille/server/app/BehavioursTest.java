package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each row of docs/behaviours.md names at least one test, and the tests exist. */
class BehavioursTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| .* \\| (.*) \\|$");

  @Test
  void every_behaviour_of_tasks_and_mail_has_a_test_that_exists() throws IOException {
    var rows = ROW.matcher(Files.readString(Path.of("..", "docs", "behaviours.md"))).results();
    var numbers = new ArrayList<Integer>();
    for (var row : rows.toList()) {
      numbers.add(Integer.valueOf(row.group(1)));
      var tests = SeedSentencesTest.named(row.group(2));
      assertThat(tests).as(row.group()).isNotEmpty().allMatch(SeedSentencesTest::exists);
    }
    List<Integer> expected = IntStream.rangeClosed(28, 45).boxed().toList();
    assertThat(numbers).doesNotHaveDuplicates().isSorted().containsAll(expected);
  }
}
