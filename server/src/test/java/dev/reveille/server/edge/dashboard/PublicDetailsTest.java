package dev.reveille.server.edge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.admin.AdminFacet;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.callback.CallbackFacet;
import dev.reveille.server.callback.DurableCallbackTimers;
import dev.reveille.server.callback.VolatileCallbacks;
import dev.reveille.server.channel.ChannelFacet;
import dev.reveille.server.delivery.MessageFacet;
import dev.reveille.server.delivery.PresenceFacet;
import dev.reveille.server.identity.KeyFacet;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.WallTimers;
import dev.reveille.server.moderation.ModerationFacet;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.skills.SkillsFacet;
import dev.reveille.server.sleep.SleepFacet;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEvent;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicDetailsTest {
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final DurableCallbackTimers kept =
      new DurableCallbackTimers(new WallTimers(clock, timers, Runnable::run));
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final PublicDetails details =
      new PublicDetails(
          new EventKinds(
              List.of(
                  MessageFacet.of(store),
                  PresenceFacet.of(new MapPresence()),
                  SleepFacet.of(new Sleepers(1, timers)),
                  CallbackFacet.of(new VolatileCallbacks(1, clock, timers), kept, store, clock),
                  ChannelFacet.facet(),
                  AdminFacet.facet(),
                  ModerationFacet.facet(),
                  KeyFacet.facet(),
                  SkillsFacet.facet())));

  private static StoredEvent event(String kind, String detail) {
    return new StoredEvent(1, 2, kind, "@ann", null, detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "agent.slept|{\"sleep\":7,\"wake_at\":5,\"mode\":\"deep\",\"replaced\":true,\"x\":1}"
            + "|{\"wake_at\":5,\"mode\":\"deep\",\"replaced\":true}",
        "callback.scheduled|{\"cb_id\":\"c\",\"fire_at\":9,\"durable\":false}"
            + "|{\"fire_at\":9,\"durable\":false}",
        "callback.refused|{\"reason\":\"quota\",\"count\":2}|{\"reason\":\"quota\",\"count\":2}",
        "callback.fired|{\"cb_id\":\"c\",\"payload\":\"p\"}|{}",
        "floor.claimed|{\"msg_id\":\"m\",\"until\":3}|{\"msg_id\":\"m\",\"until\":3}",
        "agent.online|{\"name\":\"ann\",\"address\":\"10.0.0.1\"}|{\"name\":\"ann\"}",
        "agent.online|{\"name\":{\"deep\":\"words\"}}|{}",
        "skills.registered|3|{\"reason\":\"3\"}",
        "key.revoked|k1|{\"reason\":\"k1\"}"
      })
  void of_a_known_kind_only_the_named_fields_are_shown(String kind, String detail, String shown) {
    assertThat(details.of(event(kind, detail), false)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "agent.refused",
    "key.refused",
    "admin.ban",
    "moderation.unmuted",
    "something.new",
    "message"
  })
  void of_others_nothing_is_shown_wherever_they_happened(String kind) {
    for (var detail : new String[] {"words", "{\"reason\":\"words\",\"name\":\"n\"}"}) {
      assertThat(details.of(event(kind, detail), false)).isNull();
      assertThat(details.of(event(kind, detail), true)).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"loop.slowed", "limit.hit", "moderation.muted", "moderation.warned"})
  void conduct_is_explained_only_where_everybody_saw_it(String kind) {
    assertThat(details.of(event(kind, "@a @b wait 2 s"), false)).isNull();
    assertThat(details.of(event(kind, "@a @b wait 2 s"), true))
        .isEqualTo("{\"reason\":\"@a @b wait 2 s\"}");
  }

  @ParameterizedTest
  @CsvSource({"admin.kick,true", "admin.refused,true", "agent.kicked,false", "message,false"})
  void only_orders_of_administrators_are_hidden(String kind, boolean hidden) {
    assertThat(details.hides(event(kind, "words"))).isEqualTo(hidden);
  }
}
