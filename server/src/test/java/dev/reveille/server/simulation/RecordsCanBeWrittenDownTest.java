package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientType;
import dev.reveille.protocol.ClientTypes;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerType;
import dev.reveille.protocol.ServerTypes;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.Write;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** Commands, answers, effects and writes are records that survive being written down and read. */
class RecordsCanBeWrittenDownTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .activateDefaultTyping(
              BasicPolymorphicTypeValidator.builder()
                  .allowIfSubType("dev.reveille.")
                  .allowIfSubType("java.util.")
                  .build(),
              DefaultTyping.NON_FINAL)
          .build();

  /** Everything in the program that must be possible to write down. */
  private static final List<Class<?>> ALL =
      Stream.of(Command.class, Answer.class, Effect.class, Write.class, Query.class)
          .flatMap(sort -> ServerClasses.records(sort).stream())
          .distinct()
          .toList();

  static Stream<Class<?>> records() {
    return ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("records")
  void it_is_the_same_after_being_written_and_read(Class<?> type) {
    assertThat(type.isRecord()).isTrue();
    SeededRuns.check(
        20,
        random -> {
          var value = make(type, type, random);
          var text = MAPPER.writeValueAsString(value);
          assertThat(MAPPER.readValue(text, type)).isEqualTo(value);
        });
  }

  private static Object make(Class<?> type, Type generic, Random random) throws Exception {
    if (type == String.class) return "t" + random.nextInt(1000) + "\u00e9\"\n";
    if (type == long.class || type == Long.class) return random.nextLong();
    if (type == double.class || type == Double.class) return random.nextInt() / 8.0;
    if (type == int.class || type == Integer.class) return random.nextInt();
    if (type == boolean.class || type == Boolean.class) return random.nextBoolean();
    if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    }
    if (type == List.class) return list(generic, random);
    if (type == Set.class) return Set.copyOf(list(generic, random));
    if (type.isSealed()) {
      var kinds = type.getPermittedSubclasses();
      var kind = kinds[random.nextInt(kinds.length)];
      return make(kind, kind, random);
    }
    if (type == ClientMessage.class) return any(ClientTypes.ALL, ClientType::message, random);
    if (type == ServerMessage.class) return any(ServerTypes.ALL, ServerType::message, random);
    if (type == JobRequest.class) return new ErrandFeature.Errand(random.nextInt());
    if (type == JobResult.class) return new ErrandFeature.Word("w" + random.nextInt());
    if (type.isInterface()) return any(ServerClasses.records(type), kind -> kind, random);
    if (!type.isRecord()) throw new AssertionError(type + " cannot be written down");
    return record(type, random);
  }

  private static <T> Object any(List<T> types, Function<T, Class<?>> record, Random random)
      throws Exception {
    var kind = record.apply(types.get(random.nextInt(types.size())));
    return make(kind, kind, random);
  }

  private static List<Object> list(Type generic, Random random) throws Exception {
    var item = ((ParameterizedType) generic).getActualTypeArguments()[0];
    var items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) items.add(make((Class<?>) item, item, random));
    return List.copyOf(items);
  }

  /** Makes a record. Tries other values if its class refuses some together. */
  private static Object record(Class<?> type, Random random) throws Exception {
    for (int i = 0; i < 100; i++) {
      try {
        return once(type, random);
      } catch (InvocationTargetException refused) {
        if (!(refused.getCause() instanceof IllegalArgumentException)) throw refused;
      }
    }
    throw new AssertionError(type + " refuses all values");
  }

  private static Object once(Class<?> type, Random random) throws Exception {
    var components = type.getRecordComponents();
    var values = new @Nullable Object[components.length];
    for (int i = 0; i < values.length; i++) {
      boolean mayBeAbsent = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
      values[i] =
          mayBeAbsent && random.nextBoolean()
              ? null
              : make(components[i].getType(), components[i].getGenericType(), random);
    }
    var types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }
}
