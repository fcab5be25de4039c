package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The limit of channels, and which channels go away again. */
class ChannelLimitTest {
  private static final int SEEDS = 50;

  private static ClientMessage create(String channel) {
    return new ClientMessage.CreateChannel(channel, false, false);
  }

  private static long created(SimulatedAgent agent) {
    return agent.known().stream().filter(k -> k.message() instanceof ServerMessage.Created).count();
  }

  @Test
  void no_more_channels_exist_than_may_however_many_are_made_at_once() {
    SeededRuns.check(
        SEEDS,
        random -> {
          int most = 3 + random.nextInt(6);
          var chat = cramped(random, most);
          var agents = new ArrayList<SimulatedAgent>();
          for (int i = 0; i < 10; i++) agents.add(chat.connect("a" + i).identify(null));
          chat.run();
          boolean troubled = random.nextBoolean();
          for (int round = 0; round < 3; round++) {
            for (int i = 0; i < agents.size(); i++) {
              if (troubled && random.nextInt(8) == 0) chat.store().failNext(1);
              agents.get(i).send(create("#c" + round + "-" + i));
              if (random.nextInt(3) == 0) chat.stumble();
              assertThat(chat.channels()).isLessThanOrEqualTo(most);
            }
          }
          chat.run();
          int exist = chat.channels();
          if (troubled) assertThat(exist).isLessThanOrEqualTo(most);
          else assertThat(exist).isEqualTo(most);
          assertThat(chat.store().reads(ChannelReads.class).channels()).hasSize(exist);
          assertThat(agents.stream().mapToLong(ChannelLimitTest::created).sum())
              .isEqualTo(exist - 2);
        });
  }

  @Test
  void a_channel_that_could_not_be_stored_takes_no_place() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = cramped(random, 3);
          var ann = chat.connect("ann").identify(null);
          chat.run();
          chat.store().breakDisk();
          for (int i = 0; i < 5; i++) ann.send(create("#c" + i));
          chat.run();
          chat.store().mendDisk();
          ann.send(create("#last"));
          chat.run();
          assertThat(created(ann)).isOne();
        });
  }

  private static void passAnHour(SimulatedNode chat) {
    chat.lookForEmptyChannels();
    chat.run();
    for (int i = 0; i < 60; i++) {
      chat.pass(Duration.ofMinutes(1));
      chat.lookForEmptyChannels();
      chat.run();
    }
  }

  private static SimulatedAgent come(SimulatedNode chat, String name, @Nullable Identity key) {
    var agent = chat.connect(name).identify(key);
    chat.run();
    return agent;
  }

  @Test
  void a_channel_that_nobody_keeps_is_removed_after_a_while_and_not_before() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = cramped(random, 3);
          var guest = come(chat, "guest", null);
          guest.send(new ClientMessage.CreateChannel("#left", random.nextBoolean(), false));
          chat.run();
          passAnHour(chat);
          assertThat(chat.store().reads(ChannelReads.class).channel("#left"))
              .as("somebody is in it")
              .isPresent();
          guest.vanish();
          chat.run();
          chat.lookForEmptyChannels();
          chat.pass(Duration.ofMinutes(59));
          chat.lookForEmptyChannels();
          chat.run();
          assertThat(chat.store().reads(ChannelReads.class).channel("#left")).isPresent();
          chat.pass(Duration.ofMinutes(1));
          chat.lookForEmptyChannels();
          chat.run();
          assertThat(chat.store().reads(ChannelReads.class).channel("#left")).isEmpty();
          assertThat(chat.store().reads(ChannelReads.class).invited("#left")).isEmpty();
          assertThat(chat.store().reads(EntryReads.class).after("#left", 0, 100)).isEmpty();
          var next = come(chat, "next", null);
          next.send(new ClientMessage.Join("#left", null));
          next.send(create("#left"));
          next.say("#left", "a new one");
          chat.run();
          assertThat(next.known())
              .anyMatch(
                  k ->
                      k.message() instanceof ServerMessage.Failure f
                          && f.code() == ErrorCode.CHANNEL_NOT_FOUND);
          assertThat(next.echoes().getFirst().json().path("seq").asLong()).isOne();
        });
  }

  @Test
  void channels_of_the_configuration_with_a_stored_member_or_with_history_stay() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var ann = come(chat, "ann", SeededIdentity.of(random));
          ann.send(create("#member"));
          var guest = come(chat, "guest", null);
          guest.send(create("#history"));
          guest.say("#history", "worth keeping");
          chat.run();
          ann.vanish();
          guest.vanish();
          chat.run();
          passAnHour(chat);
          passAnHour(chat);
          for (var channel : new String[] {"#general", "#agents", "#member", "#history"}) {
            assertThat(chat.store().reads(ChannelReads.class).channel(channel))
                .as(channel)
                .isPresent();
          }
        });
  }

  /** The look and the removal are apart: what happens between them counts. */
  @Test
  void who_comes_in_at_the_last_moment_keeps_the_channel() {
    SeededRuns.check(
        200,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var guest = come(chat, "guest", null);
          guest.send(create("#late"));
          chat.run();
          var ann = come(chat, "ann", key);
          guest.vanish();
          chat.run();
          chat.lookForEmptyChannels();
          chat.pass(Duration.ofMinutes(60));
          boolean first = random.nextBoolean();
          if (first) chat.lookForEmptyChannels();
          ann.send(new ClientMessage.Join("#late", null));
          if (!first) chat.lookForEmptyChannels();
          chat.stumble();
          if (random.nextBoolean()) ann.vanish();
          chat.run();
          boolean joined =
              ann.known().stream().anyMatch(k -> k.message() instanceof ServerMessage.Joined);
          if (joined) {
            assertThat(chat.store().reads(ChannelReads.class).channel("#late")).isPresent();
            assertThat(chat.store().reads(ChannelReads.class).memberships(requireNonNull(ann.id())))
                .contains("#late");
          }
        });
  }

  /** Returns a server on which few channels may exist. */
  private static SimulatedNode cramped(Random random, int channels) {
    return SimulatedNode.with(random, "limits.max-channels = " + channels);
  }
}
