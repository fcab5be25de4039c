package dev.reveille.server.simulation;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The classes of the server and of the protocol, without their tests. */
public final class ServerClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.reveille.server", "dev.reveille.protocol");

  private static final Map<Class<?>, List<Class<?>>> RECORDS = new ConcurrentHashMap<>();

  private ServerClasses() {}

  /** Returns the records that implement an interface, in the order of their names. */
  public static List<Class<?>> records(Class<?> sort) {
    return RECORDS.computeIfAbsent(sort, ServerClasses::find);
  }

  private static List<Class<?>> find(Class<?> sort) {
    return ALL.stream()
        .filter(JavaClass::isRecord)
        .filter(type -> type.isAssignableTo(sort))
        .filter(type -> !type.getModifiers().contains(JavaModifier.PRIVATE))
        .map(JavaClass::reflect)
        .sorted(java.util.Comparator.comparing(Class::getName))
        .<Class<?>>map(type -> type)
        .toList();
  }
}
