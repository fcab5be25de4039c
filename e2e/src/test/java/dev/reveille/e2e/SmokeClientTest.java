package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client in JavaScript, of the library that existing clients use and nothing else, speaks the
 * protocol by the book. One test for each of its steps.
 */
class SmokeClientTest {
  /** Kept between runs, so that the library is fetched once. */
  private static final Path HOME =
      Path.of(System.getProperty("reveille.dist")).resolve("../../../e2e/target/smoke-client");

  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "agent.js", "smoke.js");

  @TestFactory
  Stream<DynamicTest> the_book(@TempDir Path folder) throws IOException {
    var client = install();
    try (var server = ServerProcess.start(folder.resolve("data"), ServerProcess.NO_LIMITS)) {
      var run = Machine.run("node", client.resolve("smoke.js").toString(), server.uri().toString());
      var steps = run.text().lines().map(SmokeClientTest::step).toList();
      assertThat(steps).as(run.text()).hasSizeGreaterThan(15);
      assertThat(run.ok()).isEqualTo(steps.stream().allMatch(Step::ok));
      assertThat(server.errors()).isEmpty();
      return steps.stream()
          .map(
              step ->
                  dynamicTest(step.name(), () -> assertThat(step.ok()).as(step.why()).isTrue()));
    }
  }

  private record Step(String name, boolean ok, String why) {}

  private static Step step(String line) {
    var json = Json.read(line).orElseThrow(() -> new AssertionError("the client said: " + line));
    return new Step(
        json.path("step").asString(""),
        json.path("ok").asBoolean(false),
        json.path("why").asString(""));
  }

  private static Path install() throws IOException {
    var home = Files.createDirectories(HOME).toRealPath();
    for (var name : FILES) {
      try (var in = SmokeClientTest.class.getResourceAsStream("/smoke-client/" + name)) {
        if (in == null) throw new AssertionError(name + " is not among the resources");
        Files.copy(in, home.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (isInstalled(home)) return home;
    var npm =
        Machine.run(
            "npm",
            "--prefix",
            home.toString(),
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefer-offline");
    if (!npm.ok()) {
      throw new AssertionError(
          "The smoke client needs Node, npm and the package ws from npm's registry; `npm ci` in "
              + home
              + " failed: "
              + npm.text());
    }
    return home;
  }

  /** Checks that the installed packages are those of the lock file. */
  private static boolean isInstalled(Path home) throws IOException {
    var there = home.resolve("node_modules/ws/package.json");
    if (!Files.exists(there)) return false;
    var wanted =
        Json.read(Files.readString(home.resolve("package-lock.json")))
            .orElseThrow()
            .path("packages")
            .path("node_modules/ws")
            .path("version")
            .asString("");
    return Json.read(Files.readString(there))
        .map(p -> p.path("version").asString("").equals(wanted))
        .orElse(false);
  }
}
