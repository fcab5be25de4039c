package dev.reveille.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about the ledger, the memory of wakes and the gate. */
class WakeTableTest extends TableContract {
  private static final String ADA = "@ada";
  private static final String BOB = "@bob";

  private WakeReads reads() {
    return store.reads(WakeReads.class);
  }

  private static StoredDecision no(String seat, long n, long at) {
    return new StoredDecision(
        seat, n, at, at, 1, WakeAction.NONE, "NOTHING_TO_DO", "now=" + at, null, null);
  }

  private static StoredDecision yes(String seat, long n, long at) {
    return new StoredDecision(
        seat, n, at, at, 1, WakeAction.NUDGE, "UNREAD", "now=" + at, WakeProof.STORED, at);
  }

  private void save(StoredDecision... decisions) {
    for (var each : decisions) units.required("a", 1, new SaveDecision(each));
    units.await();
  }

  @Test
  void decisions_survive_and_are_found_by_time() {
    var first = no(ADA, 1, 100);
    var second = yes(ADA, 2, 200);
    save(first, second, no(BOB, 1, 150));
    reopenStore();
    assertThat(reads().last(ADA)).contains(second);
    assertThat(reads().at(ADA, 199)).contains(first);
    assertThat(reads().at(ADA, 200)).contains(second);
    assertThat(reads().at(ADA, 99)).isEmpty();
    assertThat(reads().last("@cy")).isEmpty();
    assertThat(reads().after(ADA, 1, 10)).containsExactly(second);
    assertThat(reads().since(150, null, 10)).containsExactly(no(BOB, 1, 150), second);
    assertThat(reads().since(150, no(BOB, 1, 150), 10)).containsExactly(second);
    assertThat(reads().since(0, null, 1)).containsExactly(first);
    assertThat(reads().sent(0, 200, 10)).containsExactly(second);
    assertThat(reads().sent(201, 900, 10)).isEmpty();
    assertThat(reads().sent(0, 199, 10)).isEmpty();
  }

  @Test
  void a_repeated_decision_is_one_row_with_a_count() {
    var first = no(ADA, 1, 100);
    save(first, first.again(200), first.again(200).again(300));
    var row = reads().last(ADA).orElseThrow();
    assertThat(row.times()).isEqualTo(3);
    assertThat(row.firstAt()).isEqualTo(100);
    assertThat(row.lastAt()).isEqualTo(300);
    assertThat(store.sizes()).containsEntry("wake_decisions", 1L);
  }

  @Test
  void proof_is_added_to_the_row_of_its_wake() {
    var sent = yes(ADA, 1, 100);
    save(sent, sent.proven(WakeProof.STARTED, 170));
    var row = reads().last(ADA).orElseThrow();
    assertThat(row.proof()).isEqualTo(WakeProof.STARTED);
    assertThat(row.proofAt()).isEqualTo(170);
    assertThat(row.isYes()).isTrue();
    assertThat(row.because()).containsExactly(WakeReason.UNREAD);
  }

  @Test
  void the_memory_of_a_seat_survives() {
    var flight = new StoredWake.Flight(7, 400, "nonce", WakeAction.START, 41);
    var senders = SenderCounts.NONE.plus(BOB).plus(BOB).plus("@cy");
    var wake = new StoredWake(ADA, 20_000, 3, senders, 300, -1, 2, 1, 44, 900, true, flight);
    units.required("a", 1, new SaveWake(StoredWake.none(ADA, 5)), new SaveWake(wake));
    units.await();
    reopenStore();
    assertThat(reads().wake(ADA)).contains(wake);
    assertThat(reads().wake(BOB)).isEmpty();
    units.required("a", 1, new SaveWake(wake.with(null, 0)));
    units.await();
    assertThat(reads().wake(ADA)).contains(wake.with(null, 0));
  }

  @Test
  void a_new_store_has_an_open_gate_and_keeps_what_is_set() {
    assertThat(reads().gate().state()).isEqualTo(GateState.OPEN);
    var tripped = new StoredGate(GateState.TRIPPED, 5, "server", "three in a row");
    units.required("a", 1, new SaveGate(tripped));
    units.await();
    reopenStore();
    assertThat(reads().gate()).isEqualTo(tripped);
  }

  @Test
  void the_use_of_a_seat_and_the_fence_of_the_gate_survive() {
    var use = new RestUse("s1", Reading.of(900), 5, 4, 3);
    save(yes(ADA, 1, 100).using(use));
    var gate = new StoredGate(GateState.OPEN, 5, "ann", "restart", 77);
    units.required("a", 1, new SaveGate(gate));
    units.await();
    reopenStore();
    assertThat(reads().last(ADA).orElseThrow().use()).isEqualTo(use);
    assertThat(reads().gate()).isEqualTo(gate);
  }

  @Test
  void no_question_scans() {
    assertSearched(
        WakeTable.LAST,
        WakeTable.AT,
        WakeTable.AFTER,
        WakeTable.SINCE,
        WakeTable.SINCE_AFTER,
        WakeTable.SENT,
        WakeTable.WAKE,
        WakeTable.GATE);
  }
}
