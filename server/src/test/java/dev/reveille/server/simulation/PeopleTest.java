package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.alert.AlertReads;
import dev.reveille.server.alert.AlertWay;
import dev.reveille.server.app.NodeOutside;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.task.TaskReads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Things that need a person, on a whole node: the list, its alerts, and when they are told. */
class PeopleTest extends WakeFixture {
  private static final List<String> TOLD = new ArrayList<>();

  /** A way that notes what it is told, and can be broken. */
  private static final class Noted implements AlertWay {
    private @Nullable String broken;

    @Override
    public String name() {
      return "noted";
    }

    @Override
    public void tell(String key, String text) throws IOException {
      if (broken != null) throw new IOException(broken);
      TOLD.add(text);
    }
  }

  private static final Noted WAY = new Noted();

  private final SimulatedAgent cy;

  PeopleTest() {
    super(
        SimulatedNode.with(
            new Random(11),
            "wake { team = \"" + ADA + "\" }",
            new NodeOutside(List.of(WAY), List.of())));
    TOLD.clear();
    WAY.broken = null;
    cy = node.connect("cy").identify(SeededIdentity.of(3));
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    live(1);
  }

  /** Minutes pass, with everything that a server does about once a minute. */
  private void live(int minutes) {
    for (int i = 0; i < minutes; i++) {
      minute();
      Feature.all(node.features(), Chore.class).stream()
          .filter(chore -> List.of("alerts", "needs").contains(chore.name()))
          .forEach(chore -> chore.run().run());
      work();
      while (workOnce("alert")) node.run();
    }
  }

  private String needs() {
    return Feature.all(node.features(), Facet.class).stream()
        .flatMap(facet -> facet.pages().stream())
        .filter(page -> page.path().equals("/needs"))
        .map(
            page ->
                page.content()
                    .answer(
                        new FacetPage.Question(Map.of(), Map.of()), new Viewer(true, _ -> true)))
        .map(answer -> ((FacetPage.Answer.Found) answer).json())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_idle_night_tells_nobody_anything() {
    node.node().person().looked();
    harness().follow(ScriptedHarness.Script.ANSWERS);
    cy.say("#general", "good night");
    live(8);
    assertThat(TOLD).isEmpty();
    assertThat(needs()).isEqualTo("{\"needs\":[]}");
  }

  @Test
  void a_lost_seat_is_told_at_once_and_once() {
    find(ADA, SeatEvent.UNSEEN);
    assertThat(state(ADA)).isEqualTo(SeatState.LOST);
    node.node().person().looked();
    live(30);
    assertThat(TOLD).singleElement().asString().contains(ADA, "is lost");
    assertThat(needs()).contains("\"kind\":\"lost_seat\"", ADA);
    node = node.kill();
    work();
    live(60);
    assertThat(told("is lost")).isEqualTo(1);
  }

  @Test
  void behaviour_87_a_harness_that_is_not_installed_says_so_and_a_person_is_told() {
    for (int i = 0; i < 9; i++) {
      harness().plan("nudge", ADA, HarnessOutcome.failed("the program ada-cli is not installed"));
    }
    mail(cy, ADA, "please look", Priority.HIGH);
    live(5 * 60);
    assertThat(node.store().reads(SeatReads.class).log(ADA, 99_999, 100))
        .anyMatch(row -> row.evidence().contains("ada-cli is not installed"));
    assertThat(calls("start")).as("nothing else is started in its place").isEqualTo(1);
    assertThat(TOLD).anyMatch(text -> text.contains("The gate is TRIPPED") && text.contains(ADA));
    assertThat(needs()).contains("\"kind\":\"gate_tripped\"");
  }

  @Test
  void a_session_that_crashes_again_and_again_needs_a_person() {
    for (int i = 0; i < 4; i++) {
      exit(ADA, SeatEvent.CRASHED);
      live(40);
    }
    assertThat(needs()).contains("\"kind\":\"crash_loop\"");
    assertThat(TOLD).anyMatch(text -> text.contains("crashed") && text.contains("in a row"));
  }

  @Test
  void a_question_is_told_only_if_nobody_looks_and_agents_do_not_count_as_people() {
    var dan = node.connect("dan").identifyForTasks(SeededIdentity.of(4));
    node.run();
    var id = "@" + SeededIdentity.of(4).publicKey().agentId();
    ask(cy, node, new TaskMessages.Create(TaskDraft.of(id, "a question"), null));
    var task =
        node.store().reads(TaskReads.class).of(id, null, Long.MAX_VALUE, 1).getFirst().task().id();
    ask(dan, node, TaskMessages.Move.of(TaskMove.CLAIM, task));
    ask(dan, node, TaskMessages.Move.of(TaskMove.UPDATE, task).to(TaskState.INPUT_REQUIRED));
    node.node().person().looked();
    live(25);
    assertThat(needs()).contains("\"kind\":\"question\"");
    node.node().person().looked();
    for (int i = 0; i < 25; i++) {
      cy.say("#general", "still here " + i);
      live(1);
    }
    assertThat(told("waits for an answer")).isZero();
    live(15);
    assertThat(told("waits for an answer")).isEqualTo(1);
    live(90);
    assertThat(told("waits for an answer")).isEqualTo(1);
  }

  private static long told(String words) {
    return TOLD.stream().filter(text -> text.contains(words)).count();
  }

  private static void ask(SimulatedAgent agent, SimulatedNode node, ClientMessage request) {
    agent.send(request);
    node.run();
  }

  @Test
  void mail_that_lost_its_right_to_wake_is_on_the_list() {
    mail(cy, ADA, "please look", Priority.NORMAL);
    pass(Duration.ofHours(23));
    assertThat(needs()).doesNotContain("undelivered_mail");
    pass(Duration.ofHours(2));
    assertThat(needs()).contains("\"kind\":\"undelivered_mail\"");
    assertThat(needs()).doesNotContain("please look");
  }

  @Test
  void behaviour_93_a_team_that_stays_idle_is_told_to_a_person_also_after_a_broken_way() {
    WAY.broken = "no network";
    harness().follow(ScriptedHarness.Script.SILENT);
    find(ADA, SeatEvent.WENT_SILENT);
    live(90);
    assertThat(TOLD).isEmpty();
    assertThat(node.failing()).contains("alerts by noted");
    WAY.broken = null;
    live(70);
    assertThat(TOLD).anyMatch(text -> text.contains("seats of the team are idle"));
    assertThat(node.failing()).doesNotContain("alerts by noted");
    assertThat(node.store().reads(AlertReads.class).alerts(10))
        .anyMatch(alert -> alert.key().startsWith("team:") && alert.tries() > 0);
  }

  @Test
  void the_presence_of_a_person_survives_the_process() {
    node.node().person().looked();
    live(1);
    node = node.kill();
    work();
    live(10);
    assertThat(node.node().person().wasHereWithin(Duration.ofMinutes(30))).isTrue();
    assertThat(node.node().person().isAwayFor(Duration.ofMinutes(5))).isTrue();
  }
}
