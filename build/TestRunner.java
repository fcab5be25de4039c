import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs tests of a list that several processes share: each takes the next one until none is left.
 * Arguments: the list, the file with the next one's number, the files for results and failures, and
 * the tags to leave out.
 */
public class TestRunner {
  private static final int STACK_LINES = 40;

  public static void main(String[] args) throws IOException {
    var tests = Files.readAllLines(Path.of(args[0]));
    var tags = Arrays.asList(args).subList(4, args.length);
    try (var next =
        FileChannel.open(
            Path.of(args[1]),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      for (int i = take(next); i < tests.size(); i = take(next)) {
        var failures = new StringWriter();
        var result = run(tests.get(i), tags, new PrintWriter(failures)) + "\n";
        Files.writeString(Path.of(args[2]), result, StandardOpenOption.APPEND);
        Files.writeString(Path.of(args[3]), failures.toString(), StandardOpenOption.APPEND);
      }
    }
    System.exit(0);
  }

  private static int take(FileChannel next) throws IOException {
    try (var _ = next.lock()) {
      var number = ByteBuffer.allocate(Integer.BYTES);
      next.read(number, 0);
      int taken = number.getInt(0);
      next.write(number.putInt(0, taken + 1).rewind(), 0);
      return taken;
    }
  }

  private static String run(String test, List<String> tagsLeftOut, PrintWriter failures) {
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(test.contains("#") ? selectMethod(test) : selectClass(test));
    if (!tagsLeftOut.isEmpty()) request.filters(TagFilter.excludeTags(tagsLeftOut));
    var summary = new SummaryGeneratingListener();
    long began = System.nanoTime();
    LauncherFactory.create().execute(request.build(), summary);
    long millis = (System.nanoTime() - began) / 1_000_000;
    var counts = summary.getSummary();
    if (!counts.getFailures().isEmpty()) counts.printFailuresTo(failures, STACK_LINES);
    var broken =
        counts.getFailures().stream()
            .filter(failure -> !failure.getTestIdentifier().isTest())
            .count();
    return "%s %d %d %d %d"
        .formatted(
            test,
            counts.getTestsSucceededCount(),
            counts.getTestsFailedCount() + broken,
            counts.getTestsSkippedCount() + counts.getTestsAbortedCount(),
            millis);
  }
}
