package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Priority;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.simulation.StoreFixture;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A channel tells the agents that a message mentions, and only those. */
class ChannelReferencesTest {
  private static final String AUTHOR = id(0);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(() -> {});
  private final MapPresence presence = new MapPresence();
  private ChannelCell cell = open("#room");
  private int number;

  private static String id(int n) {
    return "@%016x".formatted(0xABC_0000L + n);
  }

  private ChannelCell open(String name) {
    commit(
        Unit.required(
            List.of(new AddChannel(new StoredChannel(name, false, false, null, 1))),
            List.of(),
            List.of()));
    var opened = ChannelCell.load(name, StoreFixture.config(), clock, store, presence);
    cell = opened;
    enter(AUTHOR, true, null);
    return opened;
  }

  private void commit(Unit unit) {
    store.submit(new Committer.Submission(new CellId("test", "a"), 1, unit));
    store.commitAll();
  }

  private static Presence.Member member(String agent) {
    return new Presence.Member(agent, "x", new SessionId("n", agent.hashCode()), false);
  }

  private void enter(String agent, boolean keep, @Nullable Filter only) {
    var filter = new ChannelFilter(only, List.of(), true);
    cell.handle(
            new ChannelCommand.Enter(
                member(agent), ChannelCommand.Entry.ASKED, keep, null, filter, null, 0))
        .units()
        .forEach(this::commit);
  }

  private void exit(String agent, boolean gone) {
    cell.handle(new ChannelCommand.Exit(member(agent), gone)).units().forEach(this::commit);
  }

  private Unit post(String... mentions) {
    var post =
        new ChannelCommand.Post(
            clock.wallMillis() + "-" + ++number,
            member(AUTHOR),
            StoredEntry.MESSAGE,
            "text",
            Priority.HIGH.extra(),
            null,
            List.of(mentions),
            List.of(),
            null,
            null,
            Attached.NOTHING);
    var units = cell.handle(post).units();
    assertThat(units).hasSize(1);
    commit(units.getFirst());
    return units.getFirst();
  }

  private static List<String> told(Unit unit) {
    var told = new ArrayList<String>();
    for (Effect effect : unit.effects()) {
      if (effect instanceof Tell(var to, Refer _, var key, _)) {
        assertThat(key).as("durable").isNotNull();
        told.add(to.name());
      }
    }
    return told;
  }

  @Test
  void a_message_without_mentions_causes_one_write_and_one_effect() {
    enter(id(1), true, null);
    var unit = post();
    assertThat(unit.writes()).hasSize(1).hasOnlyElementsOfType(AppendEntry.class);
    assertThat(unit.effects()).hasSize(1).hasOnlyElementsOfType(DeliveryEffect.Fanout.class);
  }

  @Test
  void mentions_that_concern_nobody_cause_none_either() {
    var unit = post(AUTHOR, "@3v9x0qak", id(7));
    assertThat(unit.writes()).hasSize(1);
    assertThat(unit.effects()).hasSize(1);
  }

  @Test
  void a_present_member_is_told_and_so_is_a_stored_one_that_is_away() {
    enter(id(1), true, null);
    enter(id(2), true, null);
    enter(id(3), false, null);
    enter(id(4), true, null);
    exit(id(2), true);
    exit(id(3), true);
    exit(id(4), false);
    var unit = post(id(1), id(2), id(3), id(4));
    assertThat(told(unit)).containsExactly(id(1), id(2));
    assertThat(unit.effects().get(1))
        .isEqualTo(
            new ChannelEffect.Mentioned(
                "#room", 1, clock.wallMillis(), List.of(member(id(1)).session())));
    assertThat(unit.effects().get(2))
        .isEqualTo(
            Tell.durable(
                Cells.mailbox(id(1)),
                new Refer("#room", 1, clock.wallMillis(), AUTHOR, Priority.HIGH),
                clock.wallMillis() + "-1"));
  }

  @Test
  void stored_members_are_known_after_a_reload() {
    for (int i = 1; i <= 1500; i++) enter(id(i), true, null);
    cell = ChannelCell.load("#room", StoreFixture.config(), clock, store, presence);
    cell.handle(
        new ChannelCommand.Enter(
            member(AUTHOR), ChannelCommand.Entry.RETURN, false, null, ChannelFilter.FULL, null, 0));
    assertThat(told(post(id(1), id(1500), id(1501)))).containsExactly(id(1), id(1500));
  }

  @Test
  void in_a_channel_that_takes_everybody_every_agent_with_a_key_is_told() {
    open("#general");
    assertThat(told(post(id(77), "@3v9x0qak"))).containsExactly(id(77));
  }

  @Test
  void whom_a_filter_keeps_the_message_from_is_told_and_has_no_copy() {
    enter(id(1), true, Filter.keywords("other"));
    var unit = post(id(1));
    assertThat(told(unit)).containsExactly(id(1));
    assertThat(unit.effects()).noneMatch(ChannelEffect.Mentioned.class::isInstance);
  }

  @Test
  void the_first_thirty_two_mentions_count() {
    var all = new ArrayList<String>();
    for (int i = 1; i <= 40; i++) {
      enter(id(i), true, null);
      all.add(id(i));
    }
    assertThat(told(post(all.toArray(String[]::new)))).isEqualTo(all.subList(0, 32));
  }

  @Test
  void a_large_channel_keeps_its_stored_members_in_little_memory() {
    var members = new StoredMembers();
    var random = new Random(5);
    var all = new ArrayList<String>();
    for (int i = 0; i < 100_000; i++) all.add("@%016x".formatted(random.nextLong()));
    all.add("@0000000000000000");
    all.forEach(members::add);
    all.forEach(members::add);
    assertThat(members.size()).isEqualTo(100_001);
    assertThat(members.bytes()).isLessThan(2 << 20 | 1 << 16);
    for (int i = 0; i < all.size(); i += 3) members.remove(all.get(i));
    for (int i = 0; i < all.size(); i++) {
      assertThat(members.contains(all.get(i))).isEqualTo(i % 3 != 0);
    }
    assertThat(members.contains("@3v9x0qak")).isFalse();
    members.remove("@none");
    members.add("@none");
    assertThat(members.contains("@none")).isFalse();
  }
}
