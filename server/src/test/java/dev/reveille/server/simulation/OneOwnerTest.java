package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientType;
import dev.reveille.protocol.ClientTypes;
import dev.reveille.server.app.Features;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.EarlyRequest;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.session.SessionRequest;
import dev.reveille.server.store.TableWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Everything that the program can say, store or do belongs to exactly one feature. */
@SuppressWarnings("rawtypes") // contributions are found by their class, which has no arguments
class OneOwnerTest {
  private final List<Feature> features = new SimulatedNode(new Random(1)).features();

  /** Returns every contribution, also those that another one brings along. */
  private <C extends Contribution> List<C> all(Class<C> type) {
    var found = new ArrayList<C>();
    for (var feature : features) collect(feature.contributions(), type, found);
    collect(Features.TABLES, type, found);
    return found;
  }

  private static <C extends Contribution> void collect(
      List<? extends Contribution> from, Class<C> type, List<C> found) {
    for (var each : from) {
      if (type.isInstance(each)) found.add(type.cast(each));
      collect(each.parts(), type, found);
    }
  }

  @Test
  void every_message_of_clients_is_answered_by_one_feature() {
    var answered = new ArrayList<Class<?>>();
    for (var request : all(Request.class)) answered.add(request.type());
    for (var own : all(SessionRequest.class)) answered.add(own.type());
    assertThat(answered).doesNotHaveDuplicates();
    for (var early : all(EarlyRequest.class)) answered.add(early.type());
    var expected = ClientTypes.ALL.stream().<Class<?>>map(ClientType::message).distinct().toList();
    assertThat(answered).containsAll(expected);
  }

  @Test
  void every_order_of_administrators_is_carried_out_by_one_feature() {
    var carriedOut = all(AdminOrderPart.class).stream().map(AdminOrderPart::order).toList();
    assertThat(carriedOut).doesNotHaveDuplicates();
    assertThat(carriedOut.stream().<Class<?>>map(type -> type))
        .containsExactlyInAnyOrderElementsOf(ServerClasses.records(AdminOrder.class));
  }

  @Test
  void the_key_for_the_lists_allows_only_lists_kicks_and_bans() {
    assertThat(all(AdminOrderPart.class))
        .filteredOn(part -> part.key() == AdminOrderPart.Key.LISTS)
        .extracting(part -> part.order().getSimpleName())
        .containsExactlyInAnyOrder("Approve", "Revoke", "ListAllowed", "Kick", "Ban", "Unban");
  }

  @Test
  void every_effect_is_carried_out_by_one_feature() {
    var carriedOut = all(EffectPart.class).stream().map(EffectPart::type).toList();
    assertThat(carriedOut).doesNotHaveDuplicates();
    var effects =
        ServerClasses.records(Effect.class).stream().filter(type -> type != Tell.class).toList();
    assertThat(carriedOut.stream().<Class<?>>map(type -> type))
        .containsExactlyInAnyOrderElementsOf(effects);
  }

  @Test
  void every_write_is_applied_by_one_table() {
    var applied = all(TableWrite.class).stream().map(TableWrite::type).toList();
    assertThat(applied).doesNotHaveDuplicates();
    assertThat(applied.stream().<Class<?>>map(type -> type))
        .containsExactlyInAnyOrderElementsOf(ServerClasses.records(Write.class));
  }

  @Test
  void every_question_is_answered_by_one_lookup() {
    assertThat(all(Lookup.class).stream().<Class<?>>map(Lookup::type))
        .containsExactlyInAnyOrderElementsOf(ServerClasses.records(Query.class));
  }

  @Test
  void no_kind_of_cell_and_no_command_to_the_agent_has_two_owners() {
    assertThat(all(CellKind.class).stream().map(CellKind::kind)).doesNotHaveDuplicates();
    assertThat(all(Told.class).stream().map(Told::type)).doesNotHaveDuplicates();
    assertThat(all(AgentPart.class)).doesNotHaveDuplicates();
  }

  @Test
  void a_node_refuses_two_owners_of_one_thing() {
    var twice = Stream.concat(features.stream(), Stream.of(features.getFirst())).toList();
    assertThatThrownBy(() -> Feature.requireOneOwnerEach(twice))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("two owners");
  }
}
