import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other programs. What was started is ended with this process. */
final class Processes {
  private Processes() {}

  /** Starts a program that reads nothing. */
  static Process start(ProcessBuilder command) throws IOException {
    var process = command.redirectInput(Redirect.from(new File("/dev/null"))).start();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  process.descendants().forEach(ProcessHandle::destroy);
                  process.destroy();
                }));
    return process;
  }

  /** Runs a program to its end and returns its exit code. */
  static int run(ProcessBuilder command) throws IOException, InterruptedException {
    return start(command).waitFor();
  }

  /** The same, and shows the text with the seconds that pass, if a person looks on. */
  static int run(String text, ProcessBuilder command) throws IOException, InterruptedException {
    try (var _ = Progress.show(text)) {
      return run(command);
    }
  }

  /** Maven in the folder of the sources, on the Java that runs this: an installed one, or ours. */
  static ProcessBuilder maven(List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(isInstalled("mvn") ? "mvn" : Home.FOLDER.resolve("mvnw").toString());
    command.addAll(List.of("-B", "-ntp"));
    command.addAll(arguments);
    var maven = new ProcessBuilder(command).directory(Home.FOLDER.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return maven;
  }

  /** True if the command can be found in the PATH. */
  static boolean isInstalled(String command) {
    var path = System.getenv().getOrDefault("PATH", "");
    return List.of(path.split(File.pathSeparator)).stream()
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }
}
