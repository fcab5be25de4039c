import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * The part of compiled classes that other sources can see: everything but the code and what is
 * private. As long as it stays the same, they need not be compiled again.
 */
final class Signature {
  private Signature() {}

  /** Returns a digest of the classes in a folder of class files. */
  static String of(Path folder, Iterable<Path> files) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var file : files) {
        if (file.toString().matches(".*\\$[0-9].*")) continue; // local: nobody else sees it
        digest.update(folder.relativize(file).toString().getBytes());
        digest.update(visible(Files.readAllBytes(file)));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] visible(byte[] file) {
    var format = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);
    var parsed = format.parse(file);
    return format.transformClass(
        parsed,
        (builder, element) -> {
          switch (element) {
            case MethodModel method when isHidden(method.flags().flags()) -> {}
            case FieldModel field when isHidden(field.flags().flags()) -> {}
            case MethodModel method ->
                builder.transformMethod(
                    method, MethodTransform.dropping(part -> part instanceof CodeModel));
            case InnerClassesAttribute inner -> builder.with(members(parsed, inner));
            case NestMembersAttribute _, SourceFileAttribute _ -> {}
            default -> builder.with(element);
          }
        });
  }

  private static boolean isHidden(Set<AccessFlag> flags) {
    return flags.contains(AccessFlag.PRIVATE) || flags.contains(AccessFlag.SYNTHETIC);
  }

  /** Its own nested classes. The attribute also lists those of others that the code mentions. */
  private static InnerClassesAttribute members(ClassModel of, InnerClassesAttribute all) {
    return InnerClassesAttribute.of(
        all.classes().stream()
            .filter(c -> c.outerClass().filter(of.thisClass()::equals).isPresent())
            .toList());
  }
}
