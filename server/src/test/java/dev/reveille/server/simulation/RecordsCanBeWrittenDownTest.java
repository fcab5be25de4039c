package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientType;
import dev.reveille.protocol.ClientTypes;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerType;
import dev.reveille.protocol.ServerTypes;
import dev.reveille.server.admin.AdminCommand;
import dev.reveille.server.admin.AdminEffect;
import dev.reveille.server.callback.CallbackCommand;
import dev.reveille.server.callback.CallbackDue;
import dev.reveille.server.callback.CallbackEffect;
import dev.reveille.server.callback.DurableCallbackDue;
import dev.reveille.server.callback.FiringEffect;
import dev.reveille.server.channel.AgentsQuery;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.ChannelEffect;
import dev.reveille.server.channel.ChannelsQuery;
import dev.reveille.server.channel.HistoryQuery;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.DoorEffect;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.identity.KeyCommand;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.mail.MailEffect;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.moderation.Silence;
import dev.reveille.server.skills.SkillsCommand;
import dev.reveille.server.skills.SkillsQuery;
import dev.reveille.server.sleep.SleepEffect;
import dev.reveille.server.sleep.SleepOver;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.verification.VerificationCommand;
import dev.reveille.server.verification.VerificationEffect;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

  private static final List<Class<?>> QUERIES =
      List.of(HistoryQuery.class, AgentsQuery.class, ChannelsQuery.class, SkillsQuery.class);

  static Stream<Class<?>> records() {
    var ofAgents =
        Stream.concat(
            Stream.of(AgentCommand.class.getDeclaredClasses()).filter(Class::isRecord),
            Stream.of(CallbackDue.class, DurableCallbackDue.class, SleepOver.class, Silence.class));
    var others =
        Stream.of(
                ChannelCommand.class,
                MailboxCommand.class,
                SkillsCommand.class,
                VerificationCommand.class,
                KeyCommand.class,
                CallbackCommand.class,
                CallbackEffect.class,
                ChatAnswer.class,
                DeliveryEffect.class,
                ChannelEffect.class,
                MailEffect.class,
                PresenceEffect.class,
                DoorEffect.class,
                SleepEffect.class,
                VerificationEffect.class,
                FiringEffect.class,
                AdminCommand.class,
                AdminEffect.class,
                AppendEntry.class)
            .flatMap(
                kind ->
                    Stream.of(kind.isSealed() ? kind.getPermittedSubclasses() : kind.getClasses()));
    return Stream.concat(ofAgents, others);
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
    if (type == int.class) return random.nextInt();
    if (type == boolean.class || type == Boolean.class) return random.nextBoolean();
    if (type.isEnum())
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    if (type == List.class) return list(generic, random);
    if (type == Query.class) {
      var query = QUERIES.get(random.nextInt(QUERIES.size()));
      return make(query, query, random);
    }
    if (type.isSealed()) {
      var kinds = type.getPermittedSubclasses();
      var kind = kinds[random.nextInt(kinds.length)];
      return make(kind, kind, random);
    }
    if (type == ClientMessage.class) return any(ClientTypes.ALL, ClientType::message, random);
    if (type == ServerMessage.class) return any(ServerTypes.ALL, ServerType::message, random);
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

  private static Object record(Class<?> type, Random random) throws Exception {
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
