package dev.reveille.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the order of the packages, and what only some of them may touch. */
class PackageOrderTest {
  /**
   * Each may use those before it. A new package gets its place here before its first class. Some
   * names have no code yet: the design has decided their place.
   */
  private static final List<String> ORDER =
      List.of(
          "kernel",
          "store",
          "observe",
          "outbox",
          "job",
          "limits",
          "outgoing",
          "delivery",
          "identity",
          "channel",
          "mail",
          "chat",
          "session",
          "inbox",
          "skills",
          "verification",
          "moderation",
          "admin",
          "callback",
          "sleep",
          "task",
          "retraction",
          "agent",
          "alert",
          "seat",
          "decision",
          "route",
          "worksource",
          "wake",
          "report",
          "harness",
          "edge.http",
          "edge.ws",
          "edge.api",
          "edge.mcp",
          "edge.dashboard",
          "app");

  private static final String SERVER = "dev.reveille.server";
  private static final String PROTOCOL = "dev.reveille.protocol";

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(SERVER, PROTOCOL);

  @Test
  void the_rules_look_at_real_classes() {
    assertThat(CODE.that(resideInAPackage(SERVER + ".kernel..")).size()).isGreaterThan(5);
    assertThat(CODE.that(resideInAPackage(PROTOCOL + "..")).size()).isGreaterThan(5);
  }

  @Test
  void a_package_uses_only_those_above_it() {
    classes().that(resideInAPackage(SERVER + "..")).should(useOnlyWhatIsAbove()).check(CODE);
  }

  @Test
  void the_maps_show_the_packages_in_this_order() throws IOException {
    var places = new TreeSet<Integer>();
    for (var type : CODE) if (place(type) >= 0) places.add(place(type));
    var expected = places.stream().map(ORDER::get).toList();
    var architecture = Files.readString(Path.of("..", "ARCHITECTURE.md"));
    assertThat(names(architecture, "## Packages of the server", "\\| ((?:`[a-z.]+` ?)+)\\|"))
        .isEqualTo(expected);
    var agents = Files.readString(Path.of("..", "AGENTS.md"));
    assertThat(names(agents, "Packages of `server`, in order", "\\| ([a-z., ]+) \\|"))
        .isEqualTo(expected);
  }

  /** Returns the names in the first column of the table that follows a text. */
  private static List<String> names(String page, String from, String row) {
    int start = page.indexOf("|---", page.indexOf(from));
    var table = page.substring(start, page.indexOf("\n\n", start));
    return Pattern.compile("(?m)^" + row)
        .matcher(table)
        .results()
        .flatMap(found -> Stream.of(found.group(1).split("[`, ]+", -1)))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.reveille.(**)").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void only_the_wiring_knows_the_edge() {
    noClasses()
        .that(resideInAPackage(SERVER + ".."))
        .and(DescribedPredicate.not(resideInAnyPackage(SERVER + ".edge..", SERVER + ".app..")))
        .should()
        .dependOnClassesThat(resideInAPackage(SERVER + ".edge.."))
        .check(CODE);
  }

  @Test
  void time_and_chance_come_only_from_the_kernel() {
    noClasses()
        .that(DescribedPredicate.not(resideInAPackage(SERVER + ".kernel..")))
        .should()
        .accessTargetWhere(readsTimeOrChance())
        .check(CODE);
  }

  @Test
  void the_protocol_does_no_input_or_output() {
    var forbidden =
        resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
            .or(assignableTo(InputStream.class))
            .or(assignableTo(OutputStream.class))
            .or(assignableTo(Reader.class))
            .or(assignableTo(Writer.class))
            .or(assignableTo(File.class))
            .as("sockets, files and streams");
    noClasses()
        .that(resideInAPackage(PROTOCOL + ".."))
        .should()
        .dependOnClassesThat(forbidden)
        .check(CODE);
  }

  private static DescribedPredicate<JavaAccess<?>> readsTimeOrChance() {
    return new DescribedPredicate<>("reads time or chance") {
      @Override
      public boolean test(JavaAccess<?> access) {
        var owner = access.getTargetOwner().getFullName();
        var name = access.getTarget().getName();
        return switch (owner) {
          case "java.lang.System" -> Set.of("currentTimeMillis", "nanoTime").contains(name);
          case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
          case "java.util.UUID" -> name.equals("randomUUID");
          case "java.util.Date" ->
              access.getTarget().getFullName().equals("java.util.Date.<init>()");
          case "java.util.Random",
              "java.util.SplittableRandom",
              "java.util.concurrent.ThreadLocalRandom",
              "java.util.random.RandomGenerator",
              "java.security.SecureRandom",
              "java.time.Clock" ->
              true;
          default -> owner.startsWith("java.time.") && name.equals("now");
        };
      }
    };
  }

  private static ArchCondition<JavaClass> useOnlyWhatIsAbove() {
    return new ArchCondition<>("use only the packages above their own") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        int own = place(type);
        if (own < 0) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getFullName() + " is in a package that has no place in the order"));
          return;
        }
        for (var dependency : type.getDirectDependenciesFromSelf()) {
          var target = dependency.getTargetClass();
          if (target.getPackageName().startsWith(SERVER) && place(target) > own) {
            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
          }
        }
      }
    };
  }

  /**
   * The place of a class's package, or of the one it is inside, in the order; -1 if it has none.
   */
  private static int place(JavaClass type) {
    var name = type.getPackageName();
    if (!name.startsWith(SERVER + ".")) return -1;
    var feature = name.substring(SERVER.length() + 1);
    while (!ORDER.contains(feature) && feature.contains(".")) {
      feature = feature.substring(0, feature.lastIndexOf('.'));
    }
    return ORDER.indexOf(feature);
  }
}
