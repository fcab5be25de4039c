package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.FindMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that are away are found by id and by name, and at what cost. */
class AbsentNamesTest extends SideFixture {
  private final List<Identity> bots = new ArrayList<>();

  /** Makes an agent known under a name; it is away afterwards. */
  private String known(String name, Identity key) {
    var agent = join(name, key);
    agent.vanish();
    chat.run();
    return "@" + key.agentId();
  }

  private String known(String name) {
    bots.add(SeededIdentity.of(200 + bots.size()));
    return known(name, bots.getLast());
  }

  private List<String> mentions(SimulatedAgent by, String text) {
    int before = by.echoes().size();
    say(by, "#general", text);
    assertThat(by.echoes()).as(text).hasSize(before + 1);
    var ids = new ArrayList<String>();
    by.echoes().getLast().json().path("mentions").forEach(id -> ids.add(id.asString("")));
    return ids;
  }

  @Test
  void a_text_mentions_them_by_id_and_by_name_whichever_session_says_it() {
    var ada = known("Ada", KEY);
    var aside = chat.connect("cy").identifyAside(OTHER);
    chat.run();
    for (var speaker : List.of(join("bob"), aside)) {
      assertThat(mentions(speaker, "hi @ada")).containsExactly(ada);
      assertThat(mentions(speaker, "hi @ADA!")).containsExactly(ada);
      assertThat(mentions(speaker, "hi " + ada)).containsExactly(ada);
      assertThat(mentions(speaker, "hi @adam, @nobody and @0000000000000000")).isEmpty();
    }
  }

  @Test
  void a_name_that_several_have_mentions_all_of_them_up_to_a_bound() {
    var ids = List.of(known("bot"), known("Bot"), known("BOT"));
    var bob = join("bob");
    assertThat(mentions(bob, "@bot")).containsExactlyInAnyOrderElementsOf(ids);
    for (int i = 0; i < 25; i++) known("bot");
    assertThat(mentions(bob, "@bot")).hasSize(20);
    assertThat(mentions(bob, "@bot @" + ids.getFirst().substring(1))).contains(ids.getFirst());
  }

  @Test
  void a_connected_agent_of_the_name_is_meant_and_those_that_are_away_are_not() {
    known("ada", KEY);
    var here = join("ada", OTHER);
    assertThat(mentions(join("bob"), "@ada")).containsExactly(id(here));
  }

  @Test
  void an_agent_that_leaves_while_it_is_named_is_mentioned_and_found() {
    var bob = join("bob");
    for (int i = 0; i < 40; i++) {
      var ada = join("ada", KEY);
      for (var to : List.of("#general", "#general", "@ada")) {
        bob.say(to, bob.echoes().size() % 2 == 0 ? "@ada?" : "@" + KEY.agentId() + "?");
      }
      ada.vanish();
      chat.run();
      pass(Duration.ofSeconds(5));
    }
    assertThat(errors(bob)).isEmpty();
    assertThat(bob.echoes()).hasSize(120);
    for (var echo : bob.echoes()) {
      assertThat(echo.json().path("mentions").values().stream().map(id -> id.asString("")))
          .as(echo.json().toString())
          .containsExactly(ADA);
    }
  }

  @Test
  void a_message_costs_no_read_unless_it_may_mean_somebody_who_is_away() {
    known("ada", KEY);
    var bob = join("bob");
    var eve = join("eve");
    say(bob, "#general", "first");
    for (var text :
        List.of(
            "no word",
            "@eve and @BOB and " + id(eve),
            "mail@example.org",
            "@@cb:1s@@x",
            "@@wake@@ hi")) {
      long before = chat.store().readCount();
      say(bob, "#general", text);
      assertThat(chat.store().readCount() - before).as(text).isZero();
    }
    for (var text : List.of("@nobody", "@nobody @Nobody @other @" + "x ".repeat(50), many(5_000))) {
      long before = chat.store().readCount();
      say(bob, "#general", text);
      assertThat(chat.store().readCount() - before).isEqualTo(1);
    }
    long before = chat.store().readCount();
    say(bob, "@eve", "direct");
    assertThat(chat.store().readCount() - before).isZero();
  }

  private static String many(int words) {
    var text = new StringBuilder();
    for (int i = 0; i < words; i++) text.append("@w").append(i).append(' ');
    return text.toString();
  }

  private <M extends ServerMessage> M answer(
      SimulatedAgent to, ClientMessage request, Class<M> answer) {
    int before = to.known().size();
    to.send(request);
    chat.run();
    return to.known().stream()
        .skip(before)
        .map(k -> k.message())
        .filter(answer::isInstance)
        .map(answer::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError(to.known().subList(before, to.known().size())));
  }

  @Test
  void an_agent_is_found_by_its_name_whether_it_is_here_or_away() {
    var ada = known("reviewer", KEY);
    var bob = join("bob");
    assertThat(find(bob, "@reviewer")).isEqualTo(ada);
    assertThat(find(bob, "@bob")).isEqualTo(id(bob));
    assertThat(find(bob, ada)).isEqualTo(ada);
    assertThat(find(bob, "@0123456789abcdef"))
        .as("an id means itself")
        .isEqualTo("@0123456789abcdef");
    var guest = chat.connect("looker").identifyAside(null);
    chat.run();
    assertThat(find(guest, "@reviewer")).isEqualTo(ada);
    var nobody = new FindMessages.FindAgent("@frontend");
    assertThat(answer(bob, nobody, ServerMessage.Failure.class).message())
        .isEqualTo("No agent @frontend");
    for (int i = 0; i < 7; i++) known("twin");
    var twins = new FindMessages.FindAgent("@twin");
    assertThat(answer(bob, twins, ServerMessage.Failure.class).message())
        .startsWith("7 agents are called twin, use the id: ")
        .doesNotContain("…");
  }

  private String find(SimulatedAgent asker, String named) {
    var asked = new FindMessages.FindAgent(named);
    return answer(asker, asked, FindMessages.FoundAgent.class).agentId();
  }

  @Test
  void an_invitation_by_name_goes_to_the_agent_and_one_to_nobody_is_refused() {
    var ada = known("reviewer", KEY);
    var bob = join("bob", OTHER);
    bob.send(new ClientMessage.CreateChannel("#inner", true, false));
    chat.run();
    var nobody = new ClientMessage.Invite("#inner", "@frontend");
    assertThat(answer(bob, nobody, ServerMessage.Failure.class).code())
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    bob.send(new ClientMessage.Invite("#inner", "@reviewer"));
    chat.run();
    var back = join("reviewer", KEY);
    assertThat(id(back)).isEqualTo(ada);
    assertThat(answer(back, new ClientMessage.Join("#inner", null), ServerMessage.Joined.class))
        .isNotNull();
  }

  @Test
  void senders_of_a_question_may_be_named_also_while_they_are_away() {
    var ci = known("ci", KEY);
    var bob = join("bob", OTHER);
    var asked =
        new InboxMessages.AskPending(9, List.of("#general"), 0, List.of("@ci"), List.of(), null);
    assertThat(answer(bob, asked, InboxMessages.Pending.class).entries()).isEmpty();
    var back = join("ci", KEY);
    assertThat(id(back)).isEqualTo(ci);
    say(back, "#general", "red");
    assertThat(answer(bob, asked, InboxMessages.Pending.class).entries()).hasSize(1);
    assertThat(answer(bob, asked.from(List.of("@no")), ServerMessage.Failure.class).code())
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void a_direct_message_by_name_tells_whom_it_meant() {
    var ada = known("ada", KEY);
    var bob = join("bob");
    say(bob, "@ada", "hello");
    var echo = bob.echoes().getLast().json();
    assertThat(echo.path("to").asString("")).isEqualTo(ada);
    assertThat(echo.path("to_name").asString("")).isEqualTo("ada");
    var repeat = ClientMessage.Msg.of("@ada", "hello").withClientMsgId(bob.keys().getLast());
    ask(bob, repeat);
    assertThat(bob.echoes().getLast().json()).isEqualTo(echo);
    say(bob, ada, "by id");
    assertThat(bob.echoes().getLast().json().has("to_name")).isFalse();
    var eve = join("eve");
    say(bob, "@eve", "here");
    assertThat(bob.echoes().getLast().json().path("to").asString("")).isEqualTo(id(eve));
    assertThat(bob.echoes().getLast().json().path("to_name").asString("")).isEqualTo("eve");
    say(bob, "@ADA", "a target is an exact name");
    assertThat(errors(bob)).containsExactly(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void an_ambiguous_target_is_answered_with_some_ids() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 3; i++) ids.add(known("bot"));
    var bob = join("bob");
    say(bob, "@bot", "which?");
    var told = got(bob, ServerMessage.Failure.class).getLast();
    assertThat(told.code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    assertThat(told.message()).contains("3 agents").contains(ids);
    for (int i = 0; i < 30; i++) known("bot");
    say(bob, "@bot", "which?");
    assertThat(got(bob, ServerMessage.Failure.class).getLast().message())
        .startsWith("More than 20 agents are called bot")
        .contains("…")
        .hasSizeLessThan(500);
    var both = List.of(join("twin", KEY), join("twin", OTHER));
    say(bob, "@twin", "which?");
    assertThat(got(bob, ServerMessage.Failure.class).getLast().message())
        .contains(both.stream().map(SideFixture::id).toList());
  }

  @Test
  void a_message_is_refused_if_nobody_can_say_whom_it_means() {
    known("ada", KEY);
    var bob = join("bob");
    say(bob, "#general", "first");
    chat.store().unreadable(true);
    say(bob, "#general", "hi @ada");
    say(bob, "@ada", "hi");
    assertThat(errors(bob))
        .containsExactly(ErrorCode.STORE_UNAVAILABLE, ErrorCode.STORE_UNAVAILABLE);
    say(bob, "#general", "hi @bob");
    assertThat(errors(bob)).hasSize(2);
    chat.store().unreadable(false);
    assertThat(mentions(bob, "hi @ada")).hasSize(1);
  }

  @Test
  void the_order_of_a_session_is_kept_while_names_are_looked_up() {
    known("ada", KEY);
    var bob = join("bob");
    for (int i = 0; i < 20; i++) bob.say("#general", i % 3 == 0 ? i + " @ada" : i + " hi");
    chat.run();
    var keys = bob.echoes().stream().map(e -> e.json().path("client_msg_id").asString("")).toList();
    assertThat(keys).isEqualTo(bob.keys());
  }
}
