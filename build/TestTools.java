import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Programs that the black-box tests start, and how Debian calls their packages. */
final class TestTools {
  private static final Map<String, String> PACKAGES = new LinkedHashMap<>();

  static {
    PACKAGES.put("tmux", "tmux");
    PACKAGES.put("node", "nodejs");
    PACKAGES.put("npm", "npm");
    PACKAGES.put("chromium", "chromium");
  }

  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private TestTools() {}

  /** Installs what is missing on Debian as root; elsewhere says what is missing, and ends. */
  static void provide() throws IOException, InterruptedException {
    var missing = PACKAGES.keySet().stream().filter(tool -> !isThere(tool)).toList();
    if (missing.isEmpty()) return;
    var packages = missing.stream().map(PACKAGES::get).toList();
    var names = String.join(" ", packages);
    if (!isRootOnDebian()) {
      throw Home.fail(
          "the tests need these programs: %s. Install them with your package manager (Debian: %s)."
              .formatted(String.join(" ", missing), names));
    }
    System.err.println("Installing " + names);
    if (install(packages) == 0) return;
    if (apt(List.of("update")) == 0 && install(packages) == 0) return;
    throw Home.fail("could not install " + names + ", which the tests need.");
  }

  private static boolean isThere(String tool) {
    if (!tool.equals("chromium")) return Processes.isInstalled(tool);
    return !System.getenv().getOrDefault("REVEILLE_CHROMIUM", "").isEmpty()
        || BROWSERS.stream().anyMatch(Processes::isInstalled);
  }

  private static boolean isRootOnDebian() {
    return System.getProperty("user.name").equals("root")
        && Files.exists(Path.of("/etc/debian_version"))
        && Processes.isInstalled("apt-get");
  }

  private static int install(List<String> packages) throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("install", "-y", "--no-install-recommends"));
    arguments.addAll(packages);
    return apt(arguments);
  }

  /**
   * Installs packages. The output of apt goes to the error output, so that the tests' own stays
   * clean.
   */
  private static int apt(List<String> arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("sh", "-c", "exec apt-get \"$@\" >&2", "apt-get"));
    command.addAll(arguments);
    var apt = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    apt.environment().put("DEBIAN_FRONTEND", "noninteractive");
    return Processes.run(apt);
  }
}
