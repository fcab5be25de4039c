package dev.reveille.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.chat.DoorEffect;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.ReplyTo;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The admin cell on a host whose disk obeys the test. */
class AdminCellTest {
  private static final SessionId ADMIN = new SessionId("t", 1);

  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});

  /** Effects that ran and commands that agents were told, in order. */
  private final List<Object> ran = new ArrayList<>();

  private final ManualClock clock = new ManualClock();
  private final LaneHost host =
      new LaneHost(
          id -> id.equals(AdminRequest.CELL) ? admin() : agent(),
          store,
          new Effects() {
            @Override
            public void run(Effect effect) {
              ran.add(effect);
            }

            @Override
            public void flush() {}
          },
          clock,
          Runnable::run,
          Runnable::run);

  private Cell admin() {
    return AdminCell.load(
        new AdminRules(true, false, true), new AdminOrders(), clock, new MapPresence(), store);
  }

  /** A cell that only notes what it is told. */
  private Cell agent() {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        ran.add(command);
        return Step.none();
      }

      @Override
      public boolean mayUnload() {
        return true;
      }
    };
  }

  private void order(AdminOrder order) {
    host.tell(
        AdminRequest.CELL,
        new AdminRequest(new ReplyTo.OfSession(ADMIN), null, "127.0.0.1", order));
  }

  private void commit() {
    while (store.pending() > 0) store.commitSome(1);
  }

  private List<ServerMessage> said() {
    return ran.stream()
        .flatMap(
            effect ->
                effect instanceof DeliveryEffect.Reply(_, var message)
                    ? Stream.of(message)
                    : Stream.<ServerMessage>of())
        .toList();
  }

  @Test
  void nothing_happens_to_anybody_before_a_ban_is_durable() {
    order(new AdminOrder.Ban("@bob", "spam"));
    assertThat(ran).isEmpty();
    commit();
    assertThat(store.reads(AdminReads.class).bans())
        .extracting(StoredBan::agent)
        .containsExactly("@bob");
    // First the list at the door, then the agent: nobody slips in between. The answer waits for
    // the file.
    assertThat(ran)
        .extracting(e -> e.getClass().getSimpleName())
        .containsExactly("AnswerWhenWritten", "Banned", "WriteFile", "Kick");
  }

  @Test
  void a_ban_that_cannot_be_stored_has_no_effect_and_says_so() {
    store.breakDisk();
    order(new AdminOrder.Ban("@bob", null));
    commit();
    assertThat(ran).hasSize(1);
    assertThat(said())
        .first()
        .isInstanceOfSatisfying(
            ServerMessage.Failure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
    store.mendDisk();
    ran.clear();
    order(new AdminOrder.Unban("@bob"));
    commit();
    assertThat(said())
        .first()
        .isInstanceOfSatisfying(
            ServerMessage.Failure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND));
  }

  @Test
  void a_message_of_the_day_needs_no_disk() {
    store.breakDisk();
    order(new AdminOrder.Motd("no space left", false));
    commit();
    assertThat(ran)
        .contains(new AdminEffect.MotdSet("no space left"))
        .contains(new DoorEffect.ToEverybody(new ServerMessage.MotdUpdate("no space left")));
    assertThat(said()).hasSize(1).allMatch(ServerMessage.AdminResult.class::isInstance);
  }

  @Test
  void the_cell_may_be_forgotten_when_its_file_is_written_and_knows_its_lists_again() {
    order(new AdminOrder.Ban("@bob", null));
    commit();
    assertThat(host.sweep(0)).isOne();
    var written =
        ran.stream()
            .filter(AdminEffect.WriteFile.class::isInstance)
            .map(AdminEffect.WriteFile.class::cast)
            .findFirst()
            .orElseThrow();
    host.tell(
        AdminRequest.CELL, new AdminCommand.FileWritten(written.name(), written.checksum(), true));
    commit();
    assertThat(host.sweep(0)).isZero();
    ran.clear();
    order(new AdminOrder.Unban("@bob"));
    commit();
    assertThat(said()).noneMatch(ServerMessage.Failure.class::isInstance);
    assertThat(store.reads(AdminReads.class).bans()).isEmpty();
  }

  private List<AdminEffect.WriteFile> files() {
    return ran.stream()
        .filter(AdminEffect.WriteFile.class::isInstance)
        .map(AdminEffect.WriteFile.class::cast)
        .toList();
  }

  private List<String> sorts() {
    return ran.stream().map(e -> e.getClass().getSimpleName()).toList();
  }

  private void written(AdminEffect.WriteFile file, boolean success) {
    host.tell(
        AdminRequest.CELL, new AdminCommand.FileWritten(file.name(), file.checksum(), success));
    commit();
  }

  @Test
  void an_order_that_changes_a_list_is_answered_when_its_file_has_the_change() {
    order(new AdminOrder.Ban("@bob", null));
    order(new AdminOrder.Ban("@eve", null));
    commit();
    assertThat(said()).as("both wait for a file").isEmpty();
    assertThat(files()).hasSize(1);
    written(files().getFirst(), true);
    assertThat(ran).contains(new AdminEffect.FileSettled("bans", true));
    assertThat(files()).hasSize(2);
    assertThat(files().getLast().content()).contains("bob", "eve");
    written(files().getLast(), true);
    assertThat(ran).last().isEqualTo(new AdminEffect.FileSettled("bans", false));
  }

  @Test
  void a_file_that_cannot_be_written_is_tried_again_if_the_list_has_changed_meanwhile() {
    order(new AdminOrder.Ban("@bob", null));
    order(new AdminOrder.Ban("@eve", null));
    commit();
    written(files().getFirst(), false);
    assertThat(files()).hasSize(2);
    written(files().getLast(), false);
    assertThat(files()).as("nothing has changed since").hasSize(2);
    assertThat(sorts()).last().isEqualTo("FileSettled");
  }

  /** The cell forgets everything when an order is refused, but not what was promised before. */
  @Test
  void an_order_that_is_refused_takes_no_answer_of_another_with_it() {
    order(new AdminOrder.Ban("@bob", null));
    commit();
    store.breakDisk();
    order(new AdminOrder.Ban("@eve", null));
    commit();
    store.mendDisk();
    written(files().getFirst(), true);
    assertThat(ran).last().isEqualTo(new AdminEffect.FileSettled("bans", false));
    assertThat(ran).filteredOn(AdminEffect.AnswerWhenWritten.class::isInstance).hasSize(1);
  }
}
