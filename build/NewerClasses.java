import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Copies jars whose classes have the format of Java 5 or older, and gives the copies the format of
 * Java 8, with the frames that its verifier needs. The instructions stay the same.
 *
 * <p>The JVM does not take older classes into a start-up cache. Picocli's are such. Reading and
 * verifying them anew took a fifth of a short command.
 */
final class NewerClasses {
  private static final int JAVA_6 = 50;
  private static final int JAVA_8 = 52;

  private NewerClasses() {}

  /** Returns a copy in the folder, or the jar itself if its classes are new enough. */
  static Path of(Path jar, Path folder) throws IOException {
    if (!isOld(jar)) return jar;
    Files.createDirectories(folder);
    var copy = folder.resolve(jar.getFileName());
    var draft = folder.resolve(jar.getFileName() + ".new");
    copy(jar, draft);
    // A program may run from an earlier copy, which must not change under it.
    return Files.move(draft, copy, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The first class tells: the classes of a jar are compiled together. */
  private static boolean isOld(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      for (var entries = file.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        if (!isClass(entry)) continue;
        try (var in = file.getInputStream(entry)) {
          return isOld(in.readNBytes(8));
        }
      }
      return false;
    }
  }

  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(".class") && !entry.getName().endsWith("module-info.class");
  }

  private static boolean isOld(byte[] head) {
    return ((head[6] & 0xFF) << 8 | head[7] & 0xFF) < JAVA_6;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var jar = new JarFile(from.toFile());
        var out = new JarOutputStream(Files.newOutputStream(to))) {
      var classes =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(hierarchy(jar)),
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ConstantPoolSharingOption.NEW_POOL);
      for (var entries = jar.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        byte[] bytes;
        try (var in = jar.getInputStream(entry)) {
          bytes = in.readAllBytes();
        }
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(isClass(entry) && isOld(bytes) ? newer(classes, bytes) : bytes);
        out.closeEntry();
      }
    }
  }

  /** Every method is written anew: code that is copied as it is gets no frames. */
  private static byte[] newer(ClassFile classes, byte[] bytes) {
    var old = classes.parse(bytes);
    return classes.build(
        old.thisClass().asSymbol(),
        builder -> {
          builder.withVersion(JAVA_8, 0);
          for (var element : old) {
            switch (element) {
              case ClassFileVersion _ -> {}
              case MethodModel method ->
                  builder.transformMethod(
                      method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
              default -> builder.with(element);
            }
          }
        });
  }

  /** A class that is neither in the jar nor in the JDK is optional there; any answer does. */
  private static ClassHierarchyResolver hierarchy(JarFile jar) {
    return ClassHierarchyResolver.ofResourceParsing(name -> stream(jar, name))
        .orElse(ClassHierarchyResolver.defaultResolver())
        .orElse(_ -> ClassHierarchyResolver.ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object))
        .cached();
  }

  /** Returns the class, or null if the jar does not have it, as the resolver wants it. */
  private static InputStream stream(JarFile jar, ClassDesc name) {
    var path = name.descriptorString().replaceAll("^L|;$", "") + ".class";
    var entry = jar.getJarEntry(path);
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
