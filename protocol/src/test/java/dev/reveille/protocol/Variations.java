package dev.reveille.protocol;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes records that differ from a sample in some of their components. */
final class Variations {
  private Variations() {}

  /** Returns a record of the same class; the sample itself if its class refuses the new values. */
  static <T> T of(T sample, Gen gen) {
    var components = sample.getClass().getRecordComponents();
    try {
      var values = new ArrayList<@Nullable Object>();
      for (var component : components) {
        component.getAccessor().setAccessible(true);
        values.add(vary(component.getAccessor().invoke(sample), component, gen));
      }
      var types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      var constructor = sample.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      @SuppressWarnings("unchecked")
      var made = (T) constructor.newInstance(values.toArray());
      return made;
    } catch (InvocationTargetException _) {
      return sample;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object vary(@Nullable Object value, RecordComponent component, Gen gen) {
    if (value == null || gen.chance(0.4)) return value;
    boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    return optional && gen.chance(0.3) ? null : vary(value, gen);
  }

  private static Object vary(Object value, Gen gen) {
    return switch (value) {
      case String text -> text(text, gen);
      case Boolean _ -> gen.chance(0.5);
      case Integer _ -> gen.between(0, 1000);
      case Long _ -> gen.seq();
      case Double _ -> gen.seq() / 4.0;
      case Enum<?> constant -> gen.oneOf(constant.getDeclaringClass().getEnumConstants());
      case List<?> list -> list(list, gen);
      case Record record -> hasRules(record) ? record : of(record, gen);
      default -> value;
    };
  }

  /**
   * True if the record makes its own JSON, as filters and skills do: not all values are allowed.
   */
  private static boolean hasRules(Record record) {
    return Stream.of(record.getClass().getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("json"));
  }

  /** Types, keys and JSON stay. Other texts keep the first character, which often has a meaning. */
  private static String text(String text, Gen gen) {
    if (text.isEmpty() || text.matches("[A-Z_]+|(?s)-----BEGIN.*")) return text;
    if (Json.read("{" + text + "}").isPresent() || Json.read(text).isPresent()) {
      return text.matches("\\d+") ? Long.toString(1 + gen.seq() / 2) : text;
    }
    if (text.startsWith("#")) return gen.channel();
    return text.charAt(0) + (gen.chance(0.5) ? gen.word(20) : gen.text(20));
  }

  private static List<Object> list(List<?> list, Gen gen) {
    var all = new ArrayList<Object>();
    for (var item : list) {
      for (int n = gen.between(0, 2); n > 0; n--) all.add(vary(item, gen));
    }
    if (gen.chance(0.5)) Collections.reverse(all);
    return all;
  }
}
