package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.callback.CallbackReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a callback in a channel counts as if its agent had said it. */
class CallbackLimitsTest {
  private static final String FIRE = "@@cb-fire@@";
  private static final String RATE = "limits { rate-limit-ms = 1000, rate-limit-burst = 5 }";

  private static SimulatedAgent ada(SimulatedNode chat, boolean durable) {
    var ada = chat.connect("ada");
    if (durable) ada.identifyDurable(SeededIdentity.of(1));
    else ada.identify(SeededIdentity.of(1));
    chat.run();
    return ada;
  }

  private static void pass(SimulatedNode chat, int seconds) {
    for (int i = 0; i < seconds; i++) {
      chat.pass(Duration.ofSeconds(1));
      chat.run();
    }
  }

  /** The numbered callbacks of one moment. */
  private static String fifty(String channel) {
    var text = new StringBuilder();
    for (int i = 0; i < 50; i++) text.append("@@cb:1s").append(channel).append("@@p").append(i);
    return text.toString();
  }

  private static List<String> said(SimulatedNode chat, String channel) {
    return chat.store().reads(EntryReads.class).after(channel, 0, 10_000).stream()
        .map(StoredEntry::content)
        .filter(content -> content.startsWith(FIRE))
        .map(content -> content.substring(FIRE.length()))
        .toList();
  }

  private static List<StoredEvent> events(SimulatedNode chat, String kind) {
    return chat.store().reads(EventReads.class).events(0, 10_000).stream()
        .filter(e -> e.kind().equals(kind))
        .toList();
  }

  private static List<String> texts(int end) {
    return IntStream.range(0, end).mapToObj(i -> "p" + i).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fifty_of_one_moment_are_said_at_their_agents_pace_and_none_is_lost(boolean durable) {
    var chat = SimulatedNode.with(new Random(1), RATE);
    var ada = ada(chat, durable);
    ada.say("#general", fifty("#general"));
    chat.run();
    pass(chat, 1);
    for (int second = 0; second < 45; second++) {
      assertThat(said(chat, "#general")).isEqualTo(texts(5 + second));
      pass(chat, 1);
    }
    assertThat(said(chat, "#general")).isEqualTo(texts(50));
    assertThat(events(chat, "callback.fired")).hasSize(50);
    assertThat(chat.store().reads(CallbackReads.class).callbacks(requireNonNull(ada.id())))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_said_by_callbacks_uses_up_the_rate_of_the_agent(boolean durable) {
    var chat = SimulatedNode.with(new Random(1), RATE);
    var ada = ada(chat, durable);
    ada.say("#general", fifty("#general"));
    chat.run();
    pass(chat, 1);
    ada.say("#general", "and I");
    chat.run();
    assertThat(ada.known()).anyMatch(k -> k.message() instanceof ServerMessage.Failure);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void those_that_wait_for_the_rate_count_for_the_quota_and_lose_their_place_to_nobody(
      boolean durable) {
    var chat = SimulatedNode.with(new Random(1), RATE);
    var ada = ada(chat, durable);
    ada.say("#general", fifty("#general"));
    chat.run();
    pass(chat, 3);
    for (int i = 0; i < 40; i++) {
      // Said first, but handled when those that wait have left the queue of timers to fire.
      ada.say("#general", "@@cb:0s#agents@@more".repeat(50));
      chat.pass(Duration.ofSeconds(1));
      chat.run();
      int waiting = 50 - said(chat, "#general").size();
      int more = events(chat, "callback.scheduled").size() - 50 - said(chat, "#agents").size();
      assertThat(waiting + more).as("pending").isLessThanOrEqualTo(50);
    }
    pass(chat, 60);
    assertThat(said(chat, "#general")).isEqualTo(texts(50));
    assertThat(events(chat, "callback.dropped")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void private_ones_do_not_wait(boolean durable) {
    var chat = SimulatedNode.with(new Random(1), RATE);
    var ada = ada(chat, durable);
    ada.say("#general", fifty(""));
    chat.run();
    pass(chat, 1);
    assertThat(
            ada.known().stream()
                .filter(k -> k.json().path("content").asString("").startsWith(FIRE)))
        .hasSize(50);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_same_over_and_over_is_a_flood_wherever_it_goes(boolean durable) {
    var chat = SimulatedNode.with(new Random(1), "moderation.default.flood-repeats = 3");
    var ada = ada(chat, durable);
    var text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("@@cb:1s").append(i % 2 == 0 ? "#general" : "#agents").append("@@buy");
    }
    ada.say("#general", text.toString());
    chat.run();
    pass(chat, 1);
    assertThat(said(chat, "#general").size() + said(chat, "#agents").size()).isEqualTo(4);
    assertThat(events(chat, "moderation.warned")).hasSize(1);
    assertThat(events(chat, "moderation.muted")).hasSize(1);
    assertThat(events(chat, "callback.refused"))
        .hasSize(2)
        .allMatch(e -> String.valueOf(e.detail()).contains("\"reason\":\"FLOOD\""));
    assertThat(events(chat, "callback.dropped"))
        .hasSize(14)
        .allMatch(e -> String.valueOf(e.detail()).contains("\"reason\":\"MUTED\""));
    assertThat(ada.known())
        .as("nobody asked, so nothing is answered")
        .noneMatch(k -> k.message() instanceof ServerMessage.Failure)
        .anyMatch(k -> k.json().path("moderation").asString("").equals("warn"));
    assertThat(chat.store().reads(CallbackReads.class).callbacks(requireNonNull(ada.id())))
        .isEmpty();
  }

  @Test
  void one_that_fires_while_its_cancellation_is_refused_by_the_store_is_said() {
    SeededRuns.check(
        60,
        random -> {
          var chat = SimulatedNode.with(random, RATE);
          var ada = ada(chat, true);
          ada.say("#general", "@@cb:5s#general@@p0");
          chat.run();
          var id = requireNonNull(ada.id());
          ada.send(
              new ClientMessage.CancelCallback(
                  chat.store().reads(CallbackReads.class).callbacks(id).getFirst().id()));
          chat.store().failNext(1);
          for (int i = random.nextInt(4); i > 0; i--) chat.stumble();
          chat.pass(Duration.ofSeconds(5));
          chat.run();
          pass(chat, 10);
          assertThat(chat.store().reads(CallbackReads.class).callbacks(id)).isEmpty();
          boolean cancelled =
              ada.known().stream()
                  .anyMatch(k -> k.message() instanceof ServerMessage.CallbackCancelled);
          assertThat(said(chat, "#general")).hasSize(cancelled ? 0 : 1);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void slow_mode_makes_them_wait_for_their_turn(boolean durable) {
    var chat =
        SimulatedNode.with(new Random(1), RATE + "\nmoderation.default { slow-mode-seconds = 60 }");
    var ada = ada(chat, durable);
    ada.say("#general", "@@cb:1s#general@@p0@@cb:2s#general@@p1@@cb:3s#general@@p2");
    chat.run();
    for (int minute = 1; minute <= 3; minute++) {
      pass(chat, 30);
      assertThat(said(chat, "#general")).isEqualTo(texts(minute));
      pass(chat, 30);
    }
    assertThat(events(chat, "callback.dropped")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_disk_that_takes_nothing_delays_them_and_counts_them_once(boolean durable) {
    var chat = SimulatedNode.with(new Random(1), RATE + "\nmoderation.default.flood-repeats = 3");
    var ada = ada(chat, durable);
    ada.say("#general", "@@cb:1s#general@@p0@@cb:1s#general@@p1");
    chat.run();
    chat.store().breakDisk();
    pass(chat, 40);
    assertThat(said(chat, "#general")).isEmpty();
    chat.store().mendDisk();
    pass(chat, 70);
    assertThat(said(chat, "#general")).containsExactlyInAnyOrder("p0", "p1");
    assertThat(events(chat, "moderation.warned")).isEmpty();
    assertThat(chat.store().reads(CallbackReads.class).callbacks(requireNonNull(ada.id())))
        .isEmpty();
  }
}
